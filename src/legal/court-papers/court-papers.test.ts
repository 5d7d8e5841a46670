/** Court papers through HTTP: templates with their versions, one written for a file, hostile words, what the law refuses, an insolvency. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whileDamaged } from "../../app/testing/blocked-statement.factory.ts";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { openAgendaOf } from "../../cases/agenda/agenda.server.ts";
import { showFile } from "../../cases/file-page/file-page.contract.ts";
import { listLogs } from "../../cases/logs/logs.contract.ts";
import { addParty, updateDebtor } from "../../cases/parties/parties.contract.ts";
import { placeHoldOnFile } from "../../cases/states/states.contract.ts";
import { placeOne } from "../../exchange/intake/intake.factory.ts";
import type { BodyOf } from "../../ground/kernel/contract.ts";
import { date } from "../../ground/kernel/dates.ts";
import { retryJob } from "../../ground/platform/platform.contract.ts";
import { readDocument } from "../../letters/correspondence/correspondence.contract.ts";
import { attachDocument } from "../../letters/correspondence/correspondence.server.ts";
import { claimOf, person, registerProvider } from "../../letters/processing/processing.factory.ts";
import { appendEvents, bookings } from "../../money/claims/claims.server.ts";
import type { NewEvent } from "../../money/claims/claims.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import { changeCourtPlace, listCourts } from "../courts/courts.contract.ts";
import {
  answerBalance,
  copyCourtTemplate,
  downloadCourtBundle,
  listCourtBundles,
  listCourtPapers,
  listCourtTemplateRevisions,
  listCourtTemplates,
  makeCourtBundle,
  previewCourtPaper,
  readBalanceAnswers,
  readCourtTemplate,
  restoreCourtTemplate,
  returnCourtPaper,
  rewriteCourtPaper,
  sampleOfCourtTemplate,
  saveCourtTemplate,
  storeCourtPaper,
} from "./court-papers.contract.ts";
import { docxText, pdfText, zipBytes, zipEntries } from "./read-document.factory.ts";

const pdf = Buffer.from("%PDF-1.4\n%%EOF\n");
const acl = ["ROLE_LEGAL", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT", "ROLE_PROCESSING"];

let world: World;
let lawyer: Visitor;
let clientId: number;

beforeAll(async () => {
  world = await startWorld();
  lawyer = await world.login(acl);
  await registerProvider(world);
  clientId = (await makeClient(world.db, world.clock, { company: "Zon & <Zoon> B.V." })).id;
});
afterAll(() => world.close());

/** Changes the debtor of a file. */
async function change(id: number, changes: { addressVerifiedOn?: string; city?: string }): Promise<void> {
  const { debtor } = await lawyer.call(showFile, { params: { id } });
  const { id: _id, fileType: _type, isConsumer: _c, isNaturalPerson: _n, displayName: _d, ...fields } = debtor;
  await lawyer.call(updateDebtor, { params: { id }, body: { ...fields, ...changes } });
}

/** A company owes € 900.00 since 31 March 2026: no 14-day letter is needed, and the law lets it be summoned. */
async function companyFile(changes: Parameters<typeof placeOne>[2] = {}): Promise<number> {
  const { id } = await placeOne(world, clientId, {
    debtor: person({
      fileType: "company",
      companyName: "Bakkerij Zoet B.V.",
      legalForm: "bv",
      kvk: "87654321",
      initials: null,
      lastName: null,
    }),
    claimTitle: "Koop",
    claimDescription: "levering van ovens",
    invoices: [
      {
        number: `OV-${Math.random()}`,
        date: date("2026-03-01"),
        dueDate: date("2026-03-31"),
        cents: 90_000,
        description: null,
      },
    ],
    ...changes,
  });
  await change(id, { addressVerifiedOn: "2026-11-02" });
  return id;
}

const templateOf = async (kind: string): Promise<number> => {
  const { items } = await lawyer.call(listCourtTemplates, { query: { limit: -1 } });
  return items.find((one) => one.kind === kind)?.id ?? 0;
};

const choices = (
  template: number,
  changes: Partial<BodyOf<typeof storeCourtPaper>> = {},
): BodyOf<typeof storeCourtPaper> => ({
  template,
  claimType: "sale",
  sections: ["koop"],
  defences: [],
  evidence: [],
  summonsOn: "2026-12-07",
  rollOn: "2026-12-23",
  rollTime: "10:00",
  payBefore: null,
  asOf: null,
  signer: "",
  recipient: "",
  // Nobody has checked the addresses that came with the product.
  unchecked: true,
  ...changes,
});

const bytesOf = async (fileId: number, documentId: number): Promise<Uint8Array> =>
  (await lawyer.send(readDocument, { params: { id: fileId, documentId } })).bytes;

describe("templates of court papers", () => {
  test("come in all four kinds, and each makes a PDF of an example", async () => {
    const { items } = await lawyer.call(listCourtTemplates, { query: { limit: -1 } });
    expect(items.map(({ kind, version, active }) => [kind, version, active])).toEqual([
      ["claim", 1, true],
      ["notice", 1, true],
      ["petition", 1, true],
      ["summons", 2, true],
    ]);
    for (const { id } of items) {
      const { id: _id, version: _version, ...words } = await lawyer.call(readCourtTemplate, { params: { id } });
      const reply = await lawyer.send(sampleOfCourtTemplate, { body: words });
      expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "application/pdf"]);
      expect(await pdfText(reply.bytes)).toContain("Fietsenhandel De Ketting B.V.");
    }
  });

  test("are copied, changed as a new version, refused with an unknown variable, and restored", async () => {
    const copied = await lawyer.call(copyCourtTemplate, {
      body: { name: "Eigen dagvaarding", from: await templateOf("summons") },
    });
    const { id, kind: _kind, ...words } = copied;
    expect([copied.version, copied.active, copied.sections.length > 20]).toEqual([1, false, true]);
    const [first, ...others] = copied.sections;
    if (!first) throw new Error("a template without sections");
    const formWith = (text: string) => ({
      ...first,
      body: {
        type: "doc" as const,
        content: [{ type: "paragraph" as const, content: [{ type: "text" as const, text }] }],
      },
    });
    const unknown = {
      ...first,
      body: {
        type: "doc" as const,
        content: [
          { type: "paragraph" as const, content: [{ type: "variable" as const, attrs: { name: "salutation" } }] },
        ],
      },
    };
    const refused = await lawyer.refused(saveCourtTemplate, {
      params: { id },
      body: { ...words, sections: [unknown, ...others] },
    });
    expect(refused.body.errors).toEqual({ "sections.0.body": ["salutation is no variable of a court paper."] });
    const saved = await lawyer.call(saveCourtTemplate, {
      params: { id },
      body: { ...words, sections: [formWith("Anders."), ...others] },
    });
    expect(saved.version).toBe(2);
    const stale = await lawyer.refused(saveCourtTemplate, { params: { id }, body: words });
    expect([stale.status, stale.body.current]).toMatchObject([409, { version: 2 }]);
    const { items } = await lawyer.call(listCourtTemplateRevisions, { params: { id } });
    expect(items.map(({ version, current }) => [version, current])).toEqual([
      [2, true],
      [1, false],
    ]);
    expect([items[0]?.text.includes("Anders."), items[1]?.text.includes("{summonsDate}")]).toEqual([true, true]);
    const restored = await lawyer.call(restoreCourtTemplate, { params: { id }, body: { revision: 1, version: 2 } });
    expect([restored.version, restored.sections]).toEqual([3, copied.sections]);
  });

  test("are for ROLE_LEGAL only", async () => {
    const other = await world.login(["ROLE_FILE_EDIT"]);
    expect((await other.refused(listCourtTemplates)).status).toBe(403);
  });
});

describe("a summons for a file", () => {
  test("names parties, claim, court, date, costs and exhibits, in PDF and DOCX alike", async () => {
    const id = await companyFile();
    const documentId = await world.work((ctx) => attachDocument(ctx, id, { name: "factuur.pdf", bytes: pdf }));
    const body = choices(await templateOf("summons"), {
      defences: [{ defence: "Niet geleverd.", rebuttal: "De vrachtbrief is getekend." }],
      evidence: [{ source: "document", id: documentId, title: "De factuur" }],
      signer: "mr. D. Exploot",
    });
    const looked = await lawyer.send(previewCourtPaper, { params: { id }, body });
    expect([looked.status, (await lawyer.call(listCourtPapers, { params: { id } })).items]).toEqual([200, []]);
    const { paper, missing } = await lawyer.call(storeCourtPaper, { params: { id }, body });
    const [version] = paper.versions;
    if (!version?.pdf) throw new Error("no version");
    expect([paper.kind, version.version, version.templateVersion, version.asOf]).toEqual([
      "summons",
      1,
      2,
      "2026-11-20",
    ]);
    for (const text of [
      await pdfText(await bytesOf(id, version.pdf.documentId)),
      await docxText(await bytesOf(id, version.docx.documentId)),
    ]) {
      for (const expected of [
        "Zon & <Zoon> B.V.",
        "mr. D. Exploot",
        "Bakkerij Zoet B.V.",
        "Rechtbank Zeeland-West-Brabant".slice(10),
        "23 december 2026",
        "artikel 7:26 BW",
        "De vrachtbrief is getekend.",
        "De factuur",
        "artikel 6:119a BW",
      ])
        expect(text).toContain(expected);
      // 900.00 and its interest are below 1,500: fee 350.00, a point of 144.00, the summons 125.57 (domain facts 4.5).
      expect(text).toContain("619,57");
      // Interest is reckoned to the day of the amounts and claimed from it on: no day is left out and none counted twice.
      const words = text.replaceAll(/\s+/g, " ");
      for (const expected of [
        "Rente tot 20-11-2026",
        "Tot 20 november 2026 staat",
        "te rekenen vanaf 20 november 2026 tot",
      ])
        expect(words).toContain(expected);
      expect(text).not.toContain("niet bekend met een verweer");
    }
    expect(missing).toEqual([]);
  });

  test("shows of payments what went to the invoices that it claims: what was paid of a time-barred one is no part of it", async () => {
    const invoice = (number: string, on: string, due: string) => ({
      ...{ number, date: date(on), dueDate: date(due), cents: 90_000, description: null },
    });
    const id = await companyFile({
      invoices: [invoice("OUD-1", "2019-03-01", "2019-03-31"), invoice("NIEUW-1", "2026-03-01", "2026-03-31")],
    });
    const paid = (on: string, amount: number, to: string): NewEvent => ({
      ...{ kind: "payment", on: date(on), amount, data: { receipt: "direct", reference: "", invoices: [to] } },
    });
    await world.work((ctx) =>
      appendEvents(ctx, id, [paid("2020-06-02", 41_000, "OUD-1"), paid("2026-06-02", 7_700, "NIEUW-1")]),
    );
    const body = choices(await templateOf("summons"));
    const text = await pdfText((await lawyer.send(previewCourtPaper, { params: { id }, body })).bytes);
    const words = text.replaceAll(/\s+/g, " ");
    expect(words).not.toContain("OUD-1");
    expect(words).not.toContain("410,00");
    expect(words).toMatch(/Totaal ontvangen € ?77,00/);
    // The bundle derives the claim that the paper makes, and lists every payment with what it went to.
    const asked = await lawyer.call(makeCourtBundle, { params: { id } });
    await world.drain();
    const zip = await lawyer.send(downloadCourtBundle, { params: { id, bundleId: asked.id } });
    const entries = await zipBytes(zip.bytes);
    const claim = await pdfText(entries.get("01-opbouw-van-de-vordering.pdf") ?? new Uint8Array());
    expect(claim).toContain("NIEUW-1");
    expect(claim).not.toContain("OUD-1");
    const payments = new TextDecoder().decode(entries.get("06-betalingen/betalingen.csv"));
    expect(payments).toContain("410.00");
  });

  test("claims only collection costs as such, and is refused for what a judge has awarded", async () => {
    const id = await companyFile();
    await world.work((ctx) =>
      bookings.judgment(ctx, id, {
        ...{ date: date("2026-11-02"), reference: "77 CV 26", principal: 90_000, interest: 0, bik: 0, costs: 61_957 },
        idempotencyKey: "judged",
      }),
    );
    const summons = choices(await templateOf("summons"));
    const looked = await pdfText((await lawyer.send(previewCourtPaper, { params: { id }, body: summons })).bytes);
    expect(looked).toContain("Vonnis 77 CV 26");
    // The costs of the proceedings stand in the sum, and are no collection costs.
    expect(looked).toContain("619,57");
    expect(looked).not.toContain("Besluit vergoeding voor buitengerechtelijke incassokosten");
    for (const kind of ["summons", "notice"]) {
      const body = { ...summons, template: await templateOf(kind) };
      const refused = await lawyer.refused(storeCourtPaper, { params: { id }, body });
      expect(refused.body.errors?.template?.[0]).toMatch(/has awarded this claim/);
    }
    // A creditor with a judgment may still ask for the bankruptcy.
    const petition = choices(await templateOf("petition"), { sections: [] });
    expect((await lawyer.call(storeCourtPaper, { params: { id }, body: petition })).paper.kind).toBe("petition");
  });

  test("rests on the legal type of the file: rent of 30,000.00 is the sub-district court's, whatever its title says", async () => {
    const { id: legalTypeId } = await world.db
      .selectFrom("legal_type")
      .select("id")
      .where("code", "=", "rent")
      .executeTakeFirstOrThrow();
    const invoice = {
      ...{ date: date("2026-03-01"), dueDate: date("2026-03-31") },
      cents: 3_000_000,
      description: null,
    };
    const id = await companyFile({
      claimTitle: "Overeenkomst",
      claimDescription: "kwartaalbetaling",
      legalTypeId,
      invoices: [{ ...invoice, number: "HUUR-30000" }],
    });
    const known = await lawyer.call(listCourtPapers, { params: { id } });
    expect([known.claimType, known.facts.includes("kanton"), known.facts.includes("civil")]).toEqual([
      "rent",
      true,
      false,
    ]);
    const body = choices(await templateOf("summons"), { claimType: known.claimType, sections: [] });
    const text = await pdfText((await lawyer.send(previewCourtPaper, { params: { id }, body })).bytes);
    expect(text.replaceAll(/\s+/g, " ")).toContain("kamer voor kantonzaken");
  });

  test("leaves a defendant in Belgium four weeks", async () => {
    const id = await companyFile({
      debtor: person({
        ...{ fileType: "company", companyName: "Bakkerij Zoet NV", legalForm: "bv", kvk: "87654321" },
        ...{ initials: null, lastName: null, postcode: "2000", city: "Antwerpen", country: "BE" },
      }),
    });
    const body = choices(await templateOf("summons"), { summonsOn: "2026-12-07", rollOn: "2027-01-04" });
    const refused = await lawyer.refused(previewCourtPaper, { params: { id }, body });
    expect([refused.status, refused.body.errors?.rollOn?.[0]]).toEqual([400, expect.stringContaining("four weeks")]);
    expect((await lawyer.refused(storeCourtPaper, { params: { id }, body })).body.errors).toHaveProperty("rollOn");
    // 7 December and four whole weeks: 5 January; and whoever does not know the day yet leaves it open.
    for (const rollOn of ["2027-01-05", null])
      expect((await lawyer.send(previewCourtPaper, { params: { id }, body: { ...body, rollOn } })).status).toBe(200);
  });

  test("names the administrator who represents the debtor, and the heirs of one who died", async () => {
    const of = async (kind: "administration" | "deceased", role: "administrator" | "heir") => {
      const debtor = person({ birthDate: date("1988-05-04") });
      const { id } = await placeOne(world, clientId, claimOf({ debtor }));
      const office = { fileType: "company", companyName: "Bewind & Co", legalForm: "bv", city: "Zwolle" } as const;
      const somebody = { ...person({ initials: null, lastName: null }), ...office, language: "nl" as const };
      await lawyer.call(addParty, { params: { id }, body: { role, from: "2026-06-01", person: somebody } });
      await lawyer.call(placeHoldOnFile, { params: { id }, body: { kind, version: 1 } });
      const body = choices(await templateOf("summons"), { sections: [] });
      const text = await pdfText((await lawyer.send(previewCourtPaper, { params: { id }, body })).bytes);
      return text.replaceAll(/\s+/g, " ");
    };
    const administered = await of("administration", "administrator");
    expect(administered).toMatch(
      /Bewind & Co, in de hoedanigheid van bewindvoerder over de goederen van A\.M\. van der Proef\d+/,
    );
    expect(administered).toContain("te Zwolle");
    expect(administered).not.toContain("1988");
    const dead = await of("deceased", "heir");
    expect(dead).toMatch(/de gezamenlijke erfgenamen van A\.M\. van der Proef\d+/);
    expect(dead).not.toContain("1988");
  });

  test("gets new versions of the same document, and an uploaded DOCX is one too", async () => {
    const id = await companyFile();
    const body = choices(await templateOf("summons"));
    const { paper } = await lawyer.call(storeCourtPaper, { params: { id }, body });
    const params = { id, paperId: paper.id };
    const again = await lawyer.call(rewriteCourtPaper, { params, body: { ...body, rollTime: "11:30" } });
    expect(again.paper.versions.map(({ version }) => version)).toEqual([2, 1]);
    const docx = await bytesOf(id, again.paper.versions[0]?.docx.documentId ?? 0);
    const returned = await lawyer.call(returnCourtPaper, {
      params,
      files: { file: { name: "bewerkt.docx", content: docx } },
    });
    expect(
      returned.versions.map(({ version, templateVersion, docx: kept }) => [version, templateVersion, kept.name]),
    ).toMatchObject([
      [3, null, "bewerkt.docx"],
      [2, 2, expect.stringMatching(/dagvaarding-2026-11-20-v2\.docx$/)],
      [1, 2, expect.stringMatching(/v1\.docx$/)],
    ]);
    const wrongKind = await lawyer.refused(returnCourtPaper, {
      params,
      files: { file: { name: "x.pdf", content: pdf } },
    });
    expect(wrongKind.body.errors).toHaveProperty("file");
    const disguised = await lawyer.refused(returnCourtPaper, {
      params,
      files: { file: { name: "x.docx", content: "geen docx" } },
    });
    expect(disguised.status).toBeGreaterThanOrEqual(400);
    const elsewhere = await lawyer.refused(rewriteCourtPaper, {
      params: { id: await companyFile(), paperId: paper.id },
      body,
    });
    expect(elsewhere.status).toBe(404);
  });

  test("uses an unchecked court address only when somebody confirms it", async () => {
    const id = await companyFile();
    const body = choices(await templateOf("summons"), { unchecked: false });
    const { place } = await lawyer.call(listCourtPapers, { params: { id } });
    expect(place).toMatchObject({ city: "Breda", address: "Stationslaan 10, 4815 GW Breda", checkedOn: null });
    // It may be looked at all the same.
    expect((await lawyer.send(previewCourtPaper, { params: { id }, body })).status).toBe(200);
    const refused = await lawyer.refused(storeCourtPaper, { params: { id }, body });
    expect(Object.keys(refused.body.errors ?? {})).toEqual(["unchecked"]);
    const answered = await lawyer.call(storeCourtPaper, { params: { id }, body: { ...body, unchecked: true } });
    expect(answered.paper.versions).toMatchObject([{ unchecked: true, madeBy: expect.any(String) }]);
    const params = { id, paperId: answered.paper.id };
    expect(Object.keys((await lawyer.refused(rewriteCourtPaper, { params, body })).body.errors ?? {})).toEqual([
      "unchecked",
    ]);
    const { items } = await lawyer.call(listLogs, { params: { id }, query: {} });
    expect(items.map(({ subject }) => subject)).toContainEqual(expect.stringMatching(/nobody has checked/));
    // Checked, it needs nobody's word; a word that was given all the same is not kept.
    const { items: courts } = await lawyer.call(listCourts);
    const row = courts.flatMap(({ places }) => places).find(({ code }) => code === "breda");
    if (!row) throw new Error("no Breda");
    const { code, court: _court, city: _city, ...address } = row;
    const checked = { ...address, source: "rechtspraak.nl", checkedOn: "2026-11-19" };
    await lawyer.call(changeCourtPlace, { params: { code }, body: checked });
    const { paper } = await lawyer.call(rewriteCourtPaper, { params, body: { ...body, unchecked: true } });
    expect(paper.versions.map(({ unchecked }) => unchecked)).toEqual([false, true]);
  });

  test("needs a week between service and hearing, and refuses a document of another file", async () => {
    const id = await companyFile();
    const foreign = await companyFile();
    const documentId = await world.work((ctx) => attachDocument(ctx, foreign, { name: "geheim.pdf", bytes: pdf }));
    const template = await templateOf("summons");
    // Served on 7 December, seven days between: 15 December is the first day of the roll.
    const tooSoon = await lawyer.refused(storeCourtPaper, {
      params: { id },
      body: choices(template, { rollOn: "2026-12-14" }),
    });
    expect(Object.keys(tooSoon.body.errors ?? {})).toEqual(["rollOn"]);
    await lawyer.call(storeCourtPaper, { params: { id }, body: choices(template, { rollOn: "2026-12-15" }) });
    const evidence = [{ source: "document" as const, id: documentId, title: "x" }];
    const stolen = await lawyer.refused(storeCourtPaper, { params: { id }, body: choices(template, { evidence }) });
    expect(Object.keys(stolen.body.errors ?? {})).toEqual(["evidence.0.id"]);
  });

  test("text from any source is printed as text in PDF and DOCX", async () => {
    const hostile = `#import "x" $1$ *vet* </w:t><script>&amp; ]]> %open% {open} \\u0000 "${"'"}`;
    const id = await companyFile({ claimDescription: hostile });
    const body = choices(await templateOf("summons"), {
      defences: [{ defence: `${hostile}\u0001\u202e`, rebuttal: hostile }],
    });
    const { paper } = await lawyer.call(storeCourtPaper, { params: { id }, body });
    const [version] = paper.versions;
    const docx = await bytesOf(id, version?.docx.documentId ?? 0);
    expect(await docxText(docx)).toContain(hostile);
    const xml = (await zipEntries(docx)).get("word/document.xml") ?? "";
    expect(xml).not.toContain("<script");
    expect([...xml].filter((sign) => sign !== "\n" && /[\p{Cc}\u202e]/u.test(sign))).toEqual([]);
    expect(await pdfText(await bytesOf(id, version?.pdf?.documentId ?? 0))).toContain(
      '#import "x" $1$ *vet* </w:t><script>&amp;',
    );
  });

  test("a claim is lodged in an insolvency only", async () => {
    const id = await companyFile();
    const body = choices(await templateOf("claim"), { sections: [] });
    const refused = await lawyer.refused(storeCourtPaper, { params: { id }, body });
    expect(Object.keys(refused.body.errors ?? {})).toEqual(["template"]);
  });

  test("is refused where the law forbids it, can still be previewed, and is not for the client's people", async () => {
    const { id } = await placeOne(world, clientId, { debtor: person(), claimTitle: "Koop" });
    const body = choices(await templateOf("summons"));
    const refused = await lawyer.refused(storeCourtPaper, { params: { id }, body });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([402, expect.stringContaining("6:96")]);
    expect((await lawyer.call(listCourtPapers, { params: { id } })).reasons.map(({ rule }) => rule)).toContain(
      "noticeMissing",
    );
    expect((await lawyer.send(previewCourtPaper, { params: { id }, body })).status).toBe(200);
    const contact = await world.login({ acl, kind: "contact", clientIds: [clientId] });
    for (const call of [storeCourtPaper, previewCourtPaper] as const)
      expect((await contact.refused(call, { params: { id }, body })).status).toBe(404);
    expect((await contact.refused(listCourtPapers, { params: { id } })).status).toBe(404);
  });

  test("with a partial address names what the file knows", async () => {
    const id = await companyFile();
    await change(id, { city: "Roosendaal" });
    const reply = await lawyer.send(previewCourtPaper, {
      params: { id },
      body: choices(await templateOf("petition"), { claimType: "sale" }),
    });
    expect(await pdfText(reply.bytes)).toContain("gevestigd of wonende te Roosendaal");
  });
});

describe("the bundle for a court", () => {
  test("contains the claim, the documents and the proof of sending, and anyone can verify it with one command", async () => {
    const id = await companyFile();
    await world.work((ctx) => attachDocument(ctx, id, { name: "../Factuur & „één”.pdf", bytes: pdf }));
    const asked = await lawyer.call(makeCourtBundle, { params: { id } });
    expect([asked.state, asked.sha256]).toEqual(["making", null]);
    const early = await lawyer.refused(downloadCourtBundle, { params: { id, bundleId: asked.id } });
    expect(early.status).toBe(404);
    await world.drain();
    const [bundle] = (await lawyer.call(listCourtBundles, { params: { id } })).items;
    expect(bundle).toMatchObject({ state: "ready", leftOut: [] });
    const zip = await lawyer.send(downloadCourtBundle, { params: { id, bundleId: asked.id } });
    expect(createHash("sha256").update(zip.bytes).digest("hex")).toBe(bundle?.sha256);
    const entries = await zipBytes(zip.bytes);
    expect([...entries.keys()]).toEqual([
      "00-index.pdf",
      "01-opbouw-van-de-vordering.pdf",
      "05-correspondentie/verzendbewijs.csv",
      "06-betalingen/betalingen.csv",
      "08-overige-stukken/001-Factuur-een.pdf",
      "SHA256SUMS",
    ]);
    const folder = await mkdtemp(join(tmpdir(), "bundle-"));
    try {
      for (const [name, content] of entries) {
        await mkdir(dirname(join(folder, name)), { recursive: true });
        await writeFile(join(folder, name), content);
      }
      const check = () =>
        execFileSync("sha256sum", ["-c", "SHA256SUMS"], { cwd: folder, encoding: "utf8", stdio: "pipe" });
      expect(check().trim().split("\n")).toEqual([...entries.keys()].slice(0, -1).map((name) => `${name}: OK`));
      await writeFile(join(folder, "08-overige-stukken/001-Factuur-een.pdf"), "vervalst");
      expect(check).toThrow(/FAILED|did NOT match/);
    } finally {
      await rm(folder, { recursive: true });
    }
    const claim = await pdfText(entries.get("01-opbouw-van-de-vordering.pdf") ?? Buffer.of());
    for (const expected of ["Herleiding van het saldo", "900,00", "6:119a"]) expect(claim).toContain(expected);
    expect(await pdfText(entries.get("00-index.pdf") ?? Buffer.of())).toContain("sha256sum -c SHA256SUMS");
  });

  test("that cannot be made says why, and can be tried again", async () => {
    const id = await companyFile();
    const asked = await lawyer.call(makeCourtBundle, { params: { id } });
    const newest = async () => (await lawyer.call(listCourtBundles, { params: { id } })).items[0];
    await whileDamaged(world, "court_bundle", `new.id = ${asked.id}`, () => expect(world.drain()).rejects.toThrow());
    const failed = await newest();
    expect(failed).toMatchObject({ state: "failed", sha256: null, work: { state: "failed", own: true } });
    expect(failed?.work?.error).toContain("went wrong");
    await lawyer.call(retryJob, { params: { id: failed?.work?.id ?? "" } });
    await world.drain();
    expect(await newest()).toMatchObject({ state: "ready", work: null });
    expect(await world.problems()).toEqual([]);
  });

  test("of the same day is the same byte for byte, and available to nobody else", async () => {
    const id = await companyFile();
    await lawyer.call(makeCourtBundle, { params: { id } });
    await lawyer.call(makeCourtBundle, { params: { id } });
    await world.drain();
    const { items } = await lawyer.call(listCourtBundles, { params: { id } });
    expect(items.map(({ state }) => state)).toEqual(["ready", "ready"]);
    expect(items[0]?.sha256).toBe(items[1]?.sha256);
    const contact = await world.login({ acl, kind: "contact", clientIds: [clientId] });
    const params = { id, bundleId: items[0]?.id ?? 0 };
    expect((await contact.refused(downloadCourtBundle, { params })).status).toBe(404);
    expect((await lawyer.refused(downloadCourtBundle, { params: { ...params, id: await companyFile() } })).status).toBe(
      404,
    );
  });
});

describe("an insolvency and debt counselling", () => {
  const place = async (id: number, kind: "bankruptcy" | "shv", since: string): Promise<void> => {
    const { version } = await lawyer.call(showFile, { params: { id } });
    await lawyer.call(placeHoldOnFile, { params: { id }, body: { kind, since, reason: "vonnis", version } });
  };
  const subjects = async (id: number): Promise<string[]> =>
    ((await openAgendaOf(world.db, [id])).get(id) ?? []).map(({ subject }) => subject);

  test("the claim is lodged with the amounts of the day of the bankruptcy, to the cent, and limitation is interrupted", async () => {
    // € 1,000.00 at 12 % a year from 1 April 2026: 183 days to 30 September are 1,000 × 0.12 × 183 / 365 = 60.16.
    const id = await companyFile({
      interest: { kind: "contractual", rate: 120_000, per: "year" },
      invoices: [
        { number: "FAIL-1", date: date("2026-03-01"), dueDate: date("2026-03-31"), cents: 100_000, description: null },
      ],
    });
    await place(id, "bankruptcy", "2026-10-01");
    expect(await subjects(id)).toContain("insolvency_claim");
    const known = await lawyer.call(listCourtPapers, { params: { id } });
    expect(known.state).toEqual({ kind: "bankruptcy", from: "2026-10-01" });
    const summons = await lawyer.refused(storeCourtPaper, {
      params: { id },
      body: choices(await templateOf("summons")),
    });
    expect(summons.status).toBe(402);
    const body = choices(await templateOf("claim"), {
      sections: ["rang"],
      recipient: "mr. C. Urator",
      summonsOn: null,
      rollOn: null,
    });
    const { paper } = await lawyer.call(storeCourtPaper, { params: { id }, body });
    const [version] = paper.versions;
    expect([version?.asOf, version?.openCents]).toEqual(["2026-10-01", 106_016]);
    const text = await pdfText(await bytesOf(id, version?.pdf?.documentId ?? 0));
    for (const expected of ["mr. C. Urator", "1 oktober 2026", "1.060,16", "60,16", "artikel 128 Fw", "concurrent"])
      expect(text).toContain(expected);
    expect(await subjects(id)).not.toContain("insolvency_claim");
    // Two months on nothing was added.
    world.clock.set(new Date("2027-01-20T09:00:00Z"));
    const next = await world.login(acl);
    const later = await next.call(rewriteCourtPaper, { params: { id, paperId: paper.id }, body });
    expect(later.paper.versions[0]).toMatchObject({ asOf: "2026-10-01", openCents: 106_016 });
    world.clock.set(new Date("2026-11-20T09:00:00Z"));
    lawyer = await world.login(acl);
  });

  test("a debt counsellor is answered within ten working days, as CSV and PDF that add up", async () => {
    const { id } = await placeOne(world, clientId, {
      debtor: person({ birthDate: date("1988-05-04") }),
      claimTitle: "=Koop",
      claimDescription: "een fiets",
      interest: { kind: "none", rate: 0, per: "year" },
      invoices: [
        { number: "SHV-1", date: date("2026-03-01"), dueDate: date("2026-03-31"), cents: 30_000, description: null },
        { number: "SHV-2", date: date("2026-04-01"), dueDate: date("2026-04-30"), cents: 12_345, description: null },
      ],
    });
    const none = await lawyer.refused(answerBalance, { params: { id } });
    expect([none.status, Object.keys(none.body.errors ?? {})]).toEqual([400, ["common"]]);
    await place(id, "shv", "2026-11-20");
    // Friday 20 November and ten working days is Friday 4 December (domain facts 6).
    expect(await lawyer.call(readBalanceAnswers, { params: { id } })).toMatchObject({
      dueOn: "2026-12-04",
      openCents: 42_345,
      items: [],
    });
    const answered = await lawyer.call(answerBalance, { params: { id } });
    expect(answered).toMatchObject({ dueOn: null, items: [{ asOf: "2026-11-20", openCents: 42_345 }] });
    const [told] = answered.items;
    const lines = Buffer.from(await bytesOf(id, told?.csv.documentId ?? 0))
      .toString("utf8")
      .trim()
      .split("\r\n");
    expect(lines).toHaveLength(3);
    const cells = lines.slice(1).map((line) => line.split(";"));
    // 300.00 and 123.45 are 423.45.
    expect(cells.map((row) => [row[10], row[13], row[16]])).toEqual([
      ["SHV-1", "300,00", "300,00"],
      ["SHV-2", "123,45", "123,45"],
    ]);
    expect(cells[0]?.[9]?.startsWith("=")).toBe(false);
    expect(await pdfText(await bytesOf(id, told?.pdf.documentId ?? 0))).toContain("423,45");
    expect(await subjects(id)).not.toContain("shv_balance");
  });
});
