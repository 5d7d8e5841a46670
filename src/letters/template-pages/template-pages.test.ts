import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startWorld, type Visitor, type World, wrong } from "../../app/testing/world.factory.ts";
import { portfolio } from "../processing/processing.factory.ts";
import type { TemplateBody } from "../templates/templates.contract.ts";
import { findTemplate } from "../templates/templates.server.ts";
import {
  findFilesToFill,
  type SentWords,
  type ShownTemplate,
  sampleOfTemplate,
  templateCallsOf,
} from "./template-pages.contract.ts";
import { createVariable, deleteVariable, listVariables, updateVariable } from "./variables.contract.ts";

const { email, post, sms } = templateCallsOf;
const roles = [
  "ROLE_EMAIL_TEMPLATE_VIEW",
  "ROLE_EMAIL_TEMPLATE_EDIT",
  "ROLE_POST_MAIL_TEMPLATE_VIEW",
  "ROLE_POST_MAIL_TEMPLATE_EDIT",
] as const;

const body = (...names: string[]): TemplateBody => ({
  type: "doc",
  content: [
    {
      type: "paragraph",
      content: [
        { type: "text", text: "Bel ons gerust: " },
        ...names.map((name) => ({ type: "variable" as const, attrs: { name } })),
      ],
    },
  ],
});
const words = (over: Partial<SentWords> = {}): SentWords => ({
  name: "Proef",
  subject: "Dossier %fileNumber%",
  body: body("providerPhone"),
  aligned: false,
  reviewed: false,
  ...over,
});
const only = (nl: SentWords) => ({ nl, en: null, fr: null, de: null });

/** What the form sends of a template as it stands, with some of it changed. */
const formOf = (
  { category, texts }: ShownTemplate,
  over: Partial<Record<"nl" | "en" | "fr" | "de", Partial<SentWords>>>,
) => {
  const sent = (language: "nl" | "en" | "fr" | "de"): SentWords | null => {
    const kept = texts[language];
    if (!kept) return over[language] ? words(over[language]) : null;
    const { name, subject, body: text } = kept;
    return { name, subject, body: text, aligned: false, reviewed: false, ...over[language] };
  };
  return {
    category,
    texts: { nl: sent("nl") ?? words(), en: sent("en"), fr: sent("fr"), de: sent("de") },
    versions: {
      nl: texts.nl?.version ?? 0,
      en: texts.en?.version ?? null,
      fr: texts.fr?.version ?? null,
      de: texts.de?.version ?? null,
    },
  };
};

let world: World;
let writer: Visitor;
let serial = 0;
const later = (): void => world.clock.set(new Date(world.clock.now().getTime() + 60_000));
const code = (): string => `EM_PROEF_${++serial}`;

beforeAll(async () => {
  world = await startWorld();
  writer = await world.login(roles);
});
afterAll(() => world.close());

const add = (nl: Partial<SentWords> = {}) =>
  writer.call(email.create, { body: { code: code(), category: "demand", texts: only(words(nl)) } });

describe("templates", () => {
  test("are listed once for all their languages, and found by name, content, category and type", async () => {
    const { items } = await writer.call(email.list);
    const first = items.find((row) => row.code === "EM_FIRST");
    expect(first).toMatchObject({
      type: "workflow",
      workflows: ["W1", "W4"],
      errors: 0,
      languages: { nl: "there", en: "there", fr: "there", de: "there" },
    });
    const found = async (filter: object) =>
      (await writer.call(email.list, { query: wrong({ filter }) })).items.map((row) => row.code);
    expect(await found({ content: "liever in delen betalen" })).toEqual(["EM_TERM"]);
    expect(await found({ category: "free" })).toEqual(["EM_FREE"]);
    expect(await found({ type: "workflow", name: "em_b2b" })).toEqual(["EM_B2B"]);
    expect((await writer.call(sms.list)).items.map((row) => row.code).sort()).toEqual([
      "SMS_FREE",
      "SMS_LINK",
      "SMS_PRE_REMINDER",
    ]);
  });

  test("are added in Dutch, then in another language, and show which is out of date", async () => {
    const made = await add();
    expect(made).toMatchObject({ type: "house", texts: { nl: { version: 1, state: "there" }, en: null } });
    later();
    const params = { id: made.id };
    const both = await writer.call(email.update, { params, body: formOf(made, { en: { name: "Proof" } }) });
    expect(both.texts).toMatchObject({ nl: { version: 1, state: "there" }, en: { version: 1, state: "there" } });
    later();
    const changed = await writer.call(email.update, { params, body: formOf(both, { nl: { subject: "Anders" } }) });
    expect(changed.texts).toMatchObject({ nl: { version: 2, state: "there" }, en: { version: 1, state: "behind" } });
    later();
    const updated = await writer.call(email.update, { params, body: formOf(changed, { en: { aligned: true } }) });
    expect(updated.texts).toMatchObject({ nl: { version: 2, state: "there" }, en: { version: 1, state: "there" } });
  });

  test("that are translated anew do not make what they were translated from old; a change of what was up to date does", async () => {
    const made = await add();
    const params = { id: made.id };
    const four = await writer.call(email.update, {
      params,
      body: formOf(made, { en: { name: "Proof" }, fr: { name: "Essai" }, de: { name: "Probe" } }),
    });
    const statesOf = ({ texts }: ShownTemplate) => Object.values(texts).map((one) => one?.state);
    later();
    const changed = await writer.call(email.update, { params, body: formOf(four, { nl: { subject: "Anders" } }) });
    expect(statesOf(changed)).toEqual(["there", "behind", "behind", "behind"]);
    later();
    const english = await writer.call(email.update, { params, body: formOf(changed, { en: { subject: "Other" } }) });
    expect(statesOf(english)).toEqual(["there", "there", "behind", "behind"]);
    later();
    // What leads and what follows in one act: the one that did not go along is behind.
    const both = await writer.call(email.update, {
      params,
      body: formOf(english, { en: { subject: "Another" }, fr: { subject: "Autre" } }),
    });
    expect(statesOf(both)).toEqual(["behind", "there", "there", "behind"]);
  });

  test("in four languages that are saved together are none older than another, however long the saving takes", async () => {
    const made = await add();
    const start = world.clock.now().getTime();
    let asked = 0;
    const running = vi.spyOn(world.clock, "now").mockImplementation(() => {
      asked += 1;
      return new Date(start + asked);
    });
    try {
      const all = { nl: { subject: "Een" }, en: { subject: "One" }, fr: { subject: "Un" }, de: { subject: "Eins" } };
      const saved = await writer.call(email.update, { params: { id: made.id }, body: formOf(made, all) });
      expect(Object.values(saved.texts).map((one) => one?.state)).toEqual(["there", "there", "there", "there"]);
    } finally {
      running.mockRestore();
    }
  });

  test("keep every version, and an earlier one can be restored as a new one", async () => {
    const made = await add({ subject: "Een" });
    const params = { id: made.id };
    const two = await writer.call(email.update, { params, body: formOf(made, { nl: { subject: "Twee" } }) });
    const { items } = await writer.call(email.revisions, { params });
    expect(items.map(({ version, subject, current }) => [version, subject, current])).toEqual([
      [2, "Twee", true],
      [1, "Een", false],
    ]);
    const back = await writer.call(email.restore, { params, body: { language: "nl", revision: 1, version: 2 } });
    expect(back.texts.nl).toMatchObject({ subject: "Een", version: 3 });
    const late = await writer.refused(email.restore, { params, body: { language: "nl", revision: 2, version: 2 } });
    expect(late.status).toBe(409);
    expect(two.texts.nl?.changedBy).not.toBeNull();
  });

  test("changed by two people at once give a conflict with the newer text, and no partial save", async () => {
    const made = await add();
    const params = { id: made.id };
    await writer.call(email.update, { params, body: formOf(made, { nl: { subject: "Van haar" } }) });
    const error = await writer.refused(email.update, {
      params,
      body: formOf(made, { nl: { subject: "Van hem" }, en: { name: "Mine" } }),
    });
    expect(error.status).toBe(409);
    expect(error.body.current).toMatchObject({ texts: { nl: { subject: "Van haar" }, en: null }, versions: { nl: 2 } });
    expect((await writer.call(email.get, { params })).texts.en).toBeNull();
  });

  test("have one category: a language that is not sent goes along with the others, its words as they were", async () => {
    const made = await add();
    const params = { id: made.id };
    const both = await writer.call(email.update, { params, body: formOf(made, { en: { name: "Proof" } }) });
    const { versions } = formOf(both, {});
    const body = { category: "free" as const, texts: only(words()), versions };
    const changed = await writer.call(email.update, { params, body });
    expect(changed).toMatchObject({
      category: "free",
      texts: { nl: { version: 2 }, en: { name: "Proof", version: 2 } },
    });
    const kept = world.db.selectFrom("template").select(["language", "category"]).where("code", "=", made.code);
    expect(await kept.orderBy("language").execute()).toEqual([
      { language: "en", category: "free" },
      { language: "nl", category: "free" },
    ]);
  });

  test("with another category are as up to date as before: what was behind stays so until somebody aligns it", async () => {
    const made = await add();
    const params = { id: made.id };
    const all = { en: { name: "Proof" }, fr: { name: "Essai" } };
    await writer.call(email.update, { params, body: formOf(made, all) });
    later();
    const newer = await writer.call(email.get, { params });
    const changed = await writer.call(email.update, {
      params,
      body: formOf(newer, { nl: { subject: "Anders" }, fr: { aligned: true } }),
    });
    expect(changed.texts).toMatchObject({ nl: { state: "there" }, en: { state: "behind" }, fr: { state: "there" } });
    later();
    const body = { ...formOf(changed, {}), category: "free" as const };
    const moved = await writer.call(email.update, { params, body });
    expect(moved.category).toBe("free");
    expect(moved.texts).toMatchObject({ nl: { state: "there" }, en: { state: "behind" }, fr: { state: "there" } });
  });

  test("lose their review date when the text changes, and get it by confirmation", async () => {
    const made = await add();
    const params = { id: made.id };
    expect(made.texts.nl?.findings.map(({ rule }) => rule)).toContain("reviewDue");
    const read = await writer.call(email.update, { params, body: formOf(made, { nl: { reviewed: true } }) });
    expect(read.texts.nl).toMatchObject({ version: 1, reviewedOn: world.clock.today() });
    const changed = await writer.call(email.update, { params, body: formOf(read, { nl: { subject: "Nieuw" } }) });
    expect(changed.texts.nl?.reviewedOn).toBeNull();
    const again = await writer.call(email.update, {
      params,
      body: formOf(changed, { nl: { subject: "Nieuwer", reviewed: true } }),
    });
    expect(again.texts.nl?.reviewedOn).toBe(world.clock.today());
  });
});

describe("the lint shows errors beside the language concerned", () => {
  test.each<[string, Partial<SentWords>, string]>([
    ["an unknown variable", { body: body("providerPhone", "nonsense") }, "Unknown variable nonsense."],
    ["no contact details of the provider", { body: body("fileNumber") }, "article 4.1 Bki"],
    [
      "a measure that no workflow has",
      {
        body: {
          type: "doc",
          content: [
            ...body("providerPhone").content,
            { type: "paragraph", content: [{ type: "text", text: "Anders komt de deurwaarder." }] },
          ],
        },
      },
      "“deurwaarder” threatens",
    ],
  ])("%s", async (_name, over, message) => {
    const made = await add();
    const error = await writer.refused(email.update, {
      params: { id: made.id },
      body: formOf(made, { fr: { name: "Essai", ...over } }),
    });
    expect(error.status).toBe(400);
    expect(error.body.errors).toEqual({ "texts.fr.body": [expect.stringContaining(message)] });
    expect((await writer.call(email.get, { params: { id: made.id } })).texts.fr).toBeNull();
  });

  test("an empty subject beside the subject, and a line break in one is no subject", async () => {
    const empty = await writer.refused(email.create, {
      body: { code: code(), category: "demand", texts: only(words({ subject: " " })) },
    });
    expect(Object.keys(empty.body.errors ?? {})).toEqual(["texts.nl.subject"]);
    const header = await writer.refused(email.create, {
      body: { code: code(), category: "demand", texts: only(words({ subject: "Hallo\r\nBcc: iedereen@example.nl" })) },
    });
    expect(header.body.errors).toEqual({ "texts.nl.subject": ["This is one line, without line breaks."] });
  });

  test("a letter without the specification required by law", async () => {
    const error = await writer.refused(post.create, {
      body: { code: "POST_PROEF", category: "notice", texts: only(words()) },
    });
    expect(error.body.errors?.["texts.nl.body"]?.join(" ")).toContain("article 3.1 Bki");
  });

  test("a bailiff may be named when its workflow leads to one", async () => {
    const { items } = await writer.call(post.list, { query: { filter: { name: "POST_LAST" } } });
    const last = await writer.call(post.get, { params: { id: items[0]?.id ?? 0 } });
    const nl = last.texts.nl;
    if (!nl) throw new Error("no last letter");
    const threat = {
      type: "paragraph" as const,
      content: [{ type: "text" as const, text: "Anders komt de deurwaarder." }],
    };
    const saved = await writer.call(post.update, {
      params: { id: last.id },
      body: formOf(last, { nl: { body: { type: "doc", content: [...nl.body.content, threat] } } }),
    });
    expect(saved.texts.nl?.findings.filter(({ severity }) => severity === "error")).toEqual([]);
  });
});

describe("a preview", () => {
  const look = { code: "EM_FIRST", category: "demand", language: "nl", subject: "Over %fileNumber%" } as const;

  test("fills in a visible file, marks what is empty, and stores nothing", async () => {
    const { fileIds } = await portfolio(world, 1);
    const file = fileIds[0] ?? 0;
    const messages = () => world.db.selectFrom("message").select("id").execute();
    const before = (await messages()).length;
    const shown = await writer.call(email.look, { body: { ...look, file, body: body("open", "closingReason") } });
    expect(shown.missing).toEqual(["closingReason"]);
    expect(shown.text).toContain("[Reden van sluiten]");
    expect(shown.html).toContain("<strong>[Reden van sluiten]</strong>");
    expect(shown.subject).toMatch(/^Over \S+/);
    const gap = await writer.call(email.look, {
      body: { ...look, subject: "Wij sluiten: %closingReason%", file, body: body("open") },
    });
    expect([gap.subject, gap.missing]).toEqual(["Wij sluiten: [Reden van sluiten]", ["closingReason"]]);
    expect(shown.values.open).toMatch(/€/);
    const found = await writer.call(findFilesToFill, { query: { keywords: shown.subject.slice(5) } });
    expect(found.items.map(({ id }) => id)).toEqual([file]);
    expect(await messages()).toHaveLength(before);
  });

  test("of a step's letter has that step's text, as PDF in any language", async () => {
    const { fileIds } = await portfolio(world, 1);
    const file = fileIds[0] ?? 0;
    const template = await findTemplate(world.db, "post", "POST_WIK14", "fr");
    if (!template) throw new Error("no letter");
    const unkept = { ...look, code: "POST_WIK14", category: "notice", language: "fr", subject: "Avis" } as const;
    const shown = await writer.call(post.look, { body: { ...unkept, file, body: template.body } });
    // 100.00 of principal: costs of 40.00 are announced.
    expect([shown.missing, shown.values.bikTotal]).toEqual([[], "40,00\u00a0€"]);
    const pdf = await writer.send(sampleOfTemplate, { body: { ...unkept, file, body: template.body } });
    expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([200, "%PDF-"]);
    const example = await writer.send(sampleOfTemplate, { body: { ...unkept, file: null, body: template.body } });
    expect([example.status, example.text.slice(0, 5)]).toEqual([200, "%PDF-"]);
  });

  test("of a hidden file does not exist", async () => {
    const { fileIds } = await portfolio(world, 1);
    const outsider = await world.login({ acl: roles, kind: "contact", clientIds: [] });
    for (const [who, file] of [
      [outsider, fileIds[0] ?? 0],
      [writer, 999_999],
    ] as const) {
      const error = await who.refused(email.look, { body: { ...look, file, body: body("open") } });
      expect(error.status).toBe(404);
    }
    expect((await outsider.call(findFilesToFill, { query: { id: fileIds[0] ?? 0 } })).items).toEqual([]);
  });

  test("is sent to its author, once per key, and never to a debtor", async () => {
    await world.db
      .updateTable("app_user")
      .set({ email: "schrijver@vorder.example" })
      .where("id", "=", writer.userId)
      .execute();
    const key = crypto.randomUUID();
    const order = { ...look, file: null, body: body("providerPhone"), key };
    for (let time = 0; time < 2; time++)
      expect(await writer.call(email.sendTest, { body: order })).toEqual({ to: "schrijver@vorder.example" });
    const sent = await world.db.selectFrom("outbox").selectAll().where("key", "like", `%${key}`).execute();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.payload).toMatchObject({ to: "schrijver@vorder.example", subject: "[Test] Over 26-000123" });
    const noPhone = await writer.refused(sms.sendTest, {
      body: { ...order, code: "SMS_LINK", key: crypto.randomUUID() },
    });
    expect(noPhone.body.errors?.common).toEqual([
      "Your details hold no phone number. Ask an administrator to enter it.",
    ]);
  });

  test("counts the parts of an SMS", async () => {
    const text = (typed: string): TemplateBody => ({
      type: "doc",
      content: [{ type: "paragraph", content: [{ type: "text", text: typed }] }],
    });
    const of = async (typed: string) =>
      (await writer.call(sms.look, { body: { ...look, file: null, body: text(typed) } })).sms;
    expect(await of("a".repeat(160))).toEqual({ segments: 1, length: 160, encoding: "gsm7" });
    const acrossTwo = `${"a".repeat(152)}€${"a".repeat(152)}`;
    expect(await of(acrossTwo)).toEqual({ segments: 3, length: 306, encoding: "gsm7" });
    expect(await of("a".repeat(161))).toEqual({ segments: 2, length: 161, encoding: "gsm7" });
    expect(await of("ж".repeat(71))).toEqual({ segments: 2, length: 71, encoding: "ucs2" });
  });
});

describe("conditions and repeats", () => {
  const row = (...names: string[]) => ({
    type: "repeat" as const,
    attrs: { over: "invoices" as const },
    content: [
      { type: "paragraph" as const, content: names.map((name) => ({ type: "variable" as const, attrs: { name } })) },
    ],
  });
  const when = (name: string, filled: boolean, said: string) => ({
    type: "condition" as const,
    attrs: { name, filled },
    content: [{ type: "paragraph" as const, content: [{ type: "text" as const, text: said }] }],
  });
  const text: TemplateBody = {
    type: "doc",
    content: [
      ...body("providerPhone").content,
      when("payments", true, "U betaalde al iets."),
      when("payments", false, "U betaalde nog niets."),
      row("invoiceNumber", "invoiceAmount"),
    ],
  };
  const look = { code: "EM_X", category: "demand", language: "nl", subject: "Over %fileNumber%" } as const;

  test("are evaluated for the previewed file, which shows the value of each variable", async () => {
    const { fileIds } = await portfolio(world, 1);
    const file = fileIds[0] ?? 0;
    const shown = await writer.call(email.look, { body: { ...look, file, body: text } });
    const [invoice] = await world.db
      .selectFrom("claim_event")
      .select("data")
      .where("file_id", "=", file)
      .where("kind", "=", "invoice")
      .execute();
    const number = JSON.stringify(invoice?.data);
    expect(shown.text).toContain("U betaalde nog niets.");
    expect(shown.text).not.toContain("U betaalde al iets.");
    expect(shown.values).toMatchObject({ invoices: "1", payments: null, invoiceAmount: expect.stringMatching(/€/) });
    expect(number).toContain(shown.values.invoiceNumber ?? "?");
    expect(shown.text).toContain(`- ${shown.values.invoiceNumber}${shown.values.invoiceAmount}`);
    expect(shown.findings.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  test("are stored, compared and counted like other text; a column outside its list is refused", async () => {
    const made = await add({ body: text });
    expect(made.texts.nl?.body).toEqual(text);
    const { items } = await writer.call(listVariables);
    const amount = items.find(({ name }) => name === "invoiceAmount");
    expect(amount).toMatchObject({ list: "invoices", type: "money", title: "Amount of the invoice" });
    expect(amount?.uses.map((use) => use.code)).toContain(made.code);
    const { items: versions } = await writer.call(email.revisions, { params: { id: made.id } });
    expect(versions[0]?.text).toContain("[if not payments]");
    const error = await writer.refused(email.update, {
      params: { id: made.id },
      body: formOf(made, { nl: { body: body("providerPhone", "invoiceAmount") } }),
    });
    expect(error.body.errors).toEqual({ "texts.nl.body": [expect.stringContaining("invoiceAmount belongs to a row")] });
    const taken = { nl: "x", en: "", fr: "", de: "" };
    const list = await writer.refused(createVariable, { body: { name: "invoices", title: "x", texts: taken } });
    expect(list.body.errors).toEqual({ name: ["This name exists already."] });
  });
});

describe("typed text is data", () => {
  const hostile = `<script>alert(1)</script><img src=x onerror=alert(1)> \${7*7} {{7*7}} <%= 7*7 %> #panic("x") %providerIban%`;

  test("markup, expressions and layout code in a template or text block are not interpreted", async () => {
    const name = `hostile${++serial}`;
    await writer.call(createVariable, {
      body: { name, title: "Vijandig", texts: { nl: hostile, en: "", fr: "", de: "" } },
    });
    const text: TemplateBody = {
      type: "doc",
      content: [
        {
          type: "paragraph",
          content: [
            { type: "text", text: hostile },
            { type: "variable", attrs: { name } },
          ],
        },
      ],
    };
    const unkept = {
      code: "EM_X",
      category: "demand",
      language: "nl",
      subject: hostile,
      body: text,
      file: null,
    } as const;
    const { html, text: plain } = await writer.call(email.look, { body: unkept });
    expect(html).not.toMatch(/<script|<img|onerror=alert\(1\)>/);
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(plain).toContain("{{7*7}} <%= 7*7 %>");
    expect(plain).not.toContain("49");
    const pdf = await writer.send(sampleOfTemplate, { body: { ...unkept, category: "free" } });
    expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([200, "%PDF-"]);
  });

  test("in a letter a value is printed literally: no layout command, no file, no text of another letter", async () => {
    const { fileIds } = await portfolio(world, 1);
    const file = fileIds[0] ?? 0;
    const name = '#read("/etc/passwd") #panic(1) $x^2$ *vet* `raw` ] } %providerIban%';
    await world.db
      .updateTable("debtor")
      .set({ display_name: name })
      .from("case_file")
      .whereRef("case_file.debtor_id", "=", "debtor.id")
      .where("case_file.id", "=", file)
      .execute();
    const unkept = { code: "POST_X", category: "free", language: "nl", subject: "%debtorName%", file } as const;
    const pdf = await writer.send(sampleOfTemplate, { body: { ...unkept, body: body("providerPhone", "debtorName") } });
    const opened = await getDocument({ data: new Uint8Array(pdf.bytes), verbosity: 0 }).promise;
    const { items } = await (await opened.getPage(1)).getTextContent();
    const words = items.map((item) => ("str" in item ? item.str : "")).join("");
    expect(words).toContain(name);
    expect(words).not.toMatch(/root:|\/bin\//);
  });

  test("half of a pair of units is refused as NUL is, and is no fault of ours", async () => {
    const broken = {
      ...words(),
      body: wrong({ type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: "a\ud800b" }] }] }),
    };
    const template = await writer.refused(email.create, {
      body: { code: code(), category: "demand", texts: only(broken) },
    });
    const own = await writer.refused(createVariable, {
      body: { name: `half${++serial}`, title: "Half", texts: { nl: "a\udc00b", en: "", fr: "", de: "" } },
    });
    expect([template.status, template.body.code, own.status, own.body.code]).toEqual([
      400,
      "unreadable",
      400,
      "unreadable",
    ]);
  });

  test("a body contains only what a letter needs", async () => {
    const script = { type: "doc", content: [{ type: "script", content: [{ type: "text", text: "alert(1)" }] }] };
    const error = await writer.refused(email.create, {
      body: wrong({ code: code(), category: "demand", texts: only({ ...words(), body: wrong(script) }) }),
    });
    expect(error.status).toBe(400);
  });
});

describe("own texts", () => {
  const texts = { nl: "Ma t/m vr\n%providerPhone%", en: "Mon to Fri", fr: "", de: "" };

  test("are inserted where they are named, in its language or the next best", async () => {
    await writer.call(createVariable, { body: { name: "openingHours", title: "Openingstijden", texts } });
    const unkept = {
      code: "EM_X",
      category: "demand",
      subject: "%openingHours%",
      body: body("openingHours"),
      file: null,
    } as const;
    const nl = await writer.call(email.look, { body: { ...unkept, language: "nl" } });
    expect(nl.text).toMatch(/^Bel ons gerust: Ma t\/m vr\n/);
    expect(nl.findings.filter(({ rule }) => rule === "unknownVariable")).toEqual([]);
    const fr = await writer.call(email.look, { body: { ...unkept, language: "fr" } });
    expect([fr.subject, fr.findings.map(({ rule }) => rule)]).toEqual([
      "Mon to Fri",
      expect.arrayContaining(["ownUntranslated"]),
    ]);
  });

  test("stay unchanged for runs planned with them, and are deleted only when nothing names them", async () => {
    const own = await writer.call(createVariable, {
      body: { name: "closingLine", title: "Slotzin", texts: { ...texts, nl: "Eerst" } },
    });
    const made = await add({ body: body("providerPhone", "closingLine") });
    const before = await findTemplate(world.db, "email", made.code, "nl");
    await writer.call(updateVariable, {
      params: { id: own.id },
      body: { title: "Slotzin", texts: { ...texts, nl: "Later" }, version: 1 },
    });
    const now = await findTemplate(world.db, "email", made.code, "nl");
    const then = await findTemplate(world.db, "email", made.code, "nl", before?.mark);
    expect([JSON.stringify(now?.body).includes("Later"), then?.body]).toEqual([true, before?.body]);
    const used = await writer.refused(deleteVariable, { params: { id: own.id } });
    expect([used.status, used.body.errors?.common]).toEqual([
      402,
      ["This text still stands in: Proef. Take it out there first."],
    ]);
    await writer.call(email.update, {
      params: { id: made.id },
      body: formOf(made, { nl: { body: body("providerPhone") } }),
    });
    await writer.call(deleteVariable, { params: { id: own.id } });
    // What was planned before still has it.
    expect((await findTemplate(world.db, "email", made.code, "nl", before?.mark))?.body).toEqual(before?.body);
  });

  test("are judged in the templates that name them: no threat and no gap comes in by them", async () => {
    const own = await writer.call(createVariable, {
      body: {
        name: "whoWeAre",
        title: "Afzender",
        texts: { ...texts, nl: "%providerName%, Wki %providerRegistration%" },
      },
    });
    const made = await writer.call(sms.create, {
      body: {
        code: `SMS_PROEF_${++serial}`,
        category: "demand",
        texts: only(words({ subject: "", body: body("providerPhone", "whoWeAre") })),
      },
    });
    const update = (nl: string, over: Partial<typeof texts> = {}) => ({
      params: { id: own.id },
      body: { title: "Afzender", texts: { ...texts, nl, ...over }, version: 1 },
    });
    const bare = await writer.refused(updateVariable, update("Uw incassobureau"));
    expect(bare.body.errors).toEqual({ "texts.nl": [expect.stringContaining("registration number is missing")] });
    const threat = await writer.refused(
      updateVariable,
      update("%providerName%, Wki %providerRegistration%. Anders komt de deurwaarder."),
    );
    expect(threat.body.errors).toEqual({ "texts.nl": [expect.stringMatching(/^Template “Proef”.*deurwaarder/)] });
    const row = await writer.refused(updateVariable, update("%providerName% %providerRegistration% %invoiceNumber%"));
    expect(row.body.errors).toEqual({ "texts.nl": [expect.stringContaining("invoiceNumber belongs to a row")] });
    // English stands in no template here, so that it says what it likes.
    const kept = await writer.call(
      updateVariable,
      update("%providerName% (%providerRegistration%)", { en: "Bailiff" }),
    );
    expect(kept.uses.map((use) => use.code)).toEqual([made.code]);
  });

  test("are listed beside the built-in ones, which are documented and whose names are reserved", async () => {
    const { items } = await writer.call(listVariables);
    const open = items.find(({ name }) => name === "open");
    expect(open).toMatchObject({ kind: "product", id: null, type: "money", title: "Amount open", optional: false });
    expect(open?.uses.map((use) => use.code)).toContain("POST_WIK14");
    expect(items.find(({ name }) => name === "fileNumber")?.uses.map((use) => use.code)).toContain("EM_FIRST");
    const taken = await writer.refused(createVariable, { body: { name: "open", title: "Open", texts } });
    expect(taken.body.errors).toEqual({ name: ["This name exists already."] });
    const nested = await writer.refused(createVariable, {
      body: { name: "nested", title: "In elkaar", texts: { ...texts, nl: "%openingHours%" } },
    });
    expect(nested.body.errors).toEqual({
      "texts.nl": ["Between percent signs stands something that is no built-in variable."],
    });
  });
});

test("permissions: reading and writing by channel, SMS by the roles of post", async () => {
  const viewer = await world.login(["ROLE_POST_MAIL_TEMPLATE_VIEW"]);
  await viewer.call(post.list);
  await viewer.call(sms.list);
  expect((await viewer.refused(email.list)).body.missingRoles).toContain("ROLE_EMAIL_TEMPLATE_VIEW");
  const create = { body: { code: "SMS_X", category: "demand", texts: only(words()) } } as const;
  expect((await viewer.refused(sms.create, create)).body.missingRoles).toEqual(["ROLE_POST_MAIL_TEMPLATE_EDIT"]);
  expect((await world.guest().refused(post.list)).status).toBe(401);
});
