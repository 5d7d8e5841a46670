/** A client's own texts: copied from the provider's, edited like templates, used in its name only, switched off and on again. */
import { sql } from "kysely";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { registerProvider } from "../../processing/processing.factory.ts";
import { templateCallsOf } from "../../template-pages/template-pages.contract.ts";
import { createVariable } from "../../template-pages/variables.contract.ts";
import { makeRecord, recordOf } from "../precasso.factory.ts";
import { readRecord } from "../records/records.contract.ts";
import { makePrecasso, planPrecasso, readPrecassoRun } from "../runs/runs.contract.ts";
import { addOwnText, dropOwnText, listOwnTexts, type OwnTextCode, previewHouse } from "./house.contract.ts";

let world: World;
let staff: Visitor;
let client: number;
let other: number;

beforeAll(async () => {
  world = await startWorld();
  staff = await world.login(["*"]);
  await registerProvider(world);
  const reachable = { iban: "NL91ABNA0417164300", phone: "+31201234567", email: "a@zon.example" };
  client = (await makeClient(world.db, world.clock, { ...reachable, company: "Zon B.V." })).id;
  other = (await makeClient(world.db, world.clock, { ...reachable, company: "Maan B.V." })).id;
});
afterAll(() => world.close());

const own = async (code: OwnTextCode, of = client) =>
  (await staff.call(listOwnTexts, { params: { id: of } })).items.find((one) => one.code === code)?.own ?? null;

/** Puts a sentence in front of the Dutch text of a template. */
async function begins(
  channel: "post" | "email",
  id: number,
  said: string | { readonly type: "variable"; readonly attrs: { readonly name: string } },
): Promise<void> {
  const { get, update } = templateCallsOf[channel];
  const { category, texts } = await staff.call(get, { params: { id } });
  if (!texts.nl) throw new Error("no Dutch");
  const { name, subject, body, version } = texts.nl;
  const paragraph = {
    type: "paragraph" as const,
    content: [typeof said === "string" ? { type: "text" as const, text: said } : said],
  };
  const nl = { name, subject, body: { ...body, content: [paragraph, ...body.content] }, aligned: true, reviewed: true };
  const versions = {
    nl: version,
    en: texts.en?.version ?? null,
    fr: texts.fr?.version ?? null,
    de: texts.de?.version ?? null,
  };
  await staff.call(update, {
    params: { id },
    body: { category, versions, texts: { nl, en: null, fr: null, de: null } },
  });
}

async function preview(of: number): Promise<string> {
  const sent = await staff.send(previewHouse, { params: { id: of }, query: { language: "nl" } });
  const pdf = await getDocument({ data: new Uint8Array(sent.bytes) }).promise;
  const items = (await (await pdf.getPage(1)).getTextContent()).items;
  return items.map((item) => ("str" in item ? item.str : "")).join(" ");
}

async function sent(): Promise<void> {
  const run = await staff.call(planPrecasso, { body: {} });
  await world.drain();
  const { version } = await staff.call(readPrecassoRun, { params: { id: run.id } });
  await staff.call(makePrecasso, { params: { id: run.id }, body: { version } });
  await world.drain();
}
const messageOf = async (id: number) => (await staff.call(readRecord, { params: { id } })).messages[0];

test("a client's own text is used only for its records, in the languages it has, and the message records which", async () => {
  const { items } = await staff.call(addOwnText, { params: { id: client, code: "EM_PRE_FIRST" } });
  const made = items.find(({ code }) => code === "EM_PRE_FIRST")?.own;
  expect(made).toMatchObject({ languages: ["nl", "en", "fr", "de"], problem: null });
  await begins("email", made?.templateId ?? 0, "Dag, hier Zon.");
  const [mine, theirs, french] = [
    await makeRecord(staff, client),
    await makeRecord(staff, other),
    await makeRecord(staff, client, { debtor: { ...recordOf(client).debtor, language: "fr" } }),
  ];
  await sent();
  expect((await messageOf(mine))?.text).toContain("Dag, hier Zon.");
  expect((await messageOf(theirs))?.text).not.toContain("Dag, hier Zon.");
  expect((await messageOf(french))?.text).not.toContain("Dag, hier Zon.");
  const { rows } = await sql<{ template_code: string; text_code: string | null }>`
    select template_code, text_code from precasso_message where record_id in (${mine}, ${theirs}) order by record_id`.execute(
    world.db,
  );
  expect(rows).toEqual([
    { template_code: "EM_PRE_FIRST", text_code: `EM_PRE_FIRST_K${client}` },
    { template_code: "EM_PRE_FIRST", text_code: null },
  ]);
  expect(await world.problems()).toEqual([]);
});

test("a letter is previewed with the own text; switched off, the provider's text is used; switched on, it is unchanged", async () => {
  const params = { id: client, code: "POST_PRE_REMINDER" as const };
  await staff.call(addOwnText, { params });
  const id = (await own("POST_PRE_REMINDER"))?.templateId ?? 0;
  await begins("post", id, "Een eigen begin.");
  expect(await preview(client)).toContain("Een eigen begin.");
  expect(await preview(other)).not.toContain("Een eigen begin.");
  await staff.call(dropOwnText, { params });
  expect(await preview(client)).not.toContain("Een eigen begin.");
  expect(await own("POST_PRE_REMINDER")).toMatchObject({ templateId: id, usedSince: null });
  expect((await staff.refused(dropOwnText, { params })).status).toBe(404);
  await staff.call(addOwnText, { params });
  expect(await preview(client)).toContain("Een eigen begin.");
});

test("one that names an amount is not sent, with the reason: only the principal may be asked", async () => {
  const id = (await own("POST_PRE_REMINDER"))?.templateId ?? 0;
  await begins("post", id, "Er komt € 40 bij.");
  expect((await own("POST_PRE_REMINDER"))?.problem).toContain("principal alone");
  expect(await preview(client)).not.toContain("€ 40 bij");
});

test("one that names an amount by a text block of the provider's is not sent either", async () => {
  await staff.call(createVariable, {
    body: { name: "lateFee", title: "Toeslag", texts: { nl: "Er komt € 40 bij.", en: "", fr: "", de: "" } },
  });
  const params = { id: other, code: "POST_PRE_REMINDER" as const };
  await staff.call(addOwnText, { params });
  await begins("post", (await own("POST_PRE_REMINDER", other))?.templateId ?? 0, {
    type: "variable",
    attrs: { name: "lateFee" },
  });
  expect((await own("POST_PRE_REMINDER", other))?.problem).toContain("principal alone");
  expect(await preview(other)).not.toContain("€ 40 bij");
});

test("changing a text after the plan drops its rows; nothing unreviewed is sent", async () => {
  const record = await makeRecord(staff, client);
  const run = await staff.call(planPrecasso, { body: {} });
  await world.drain();
  await begins("email", (await own("EM_PRE_FIRST"))?.templateId ?? 0, "Nog een zin.");
  const { version } = await staff.call(readPrecassoRun, { params: { id: run.id } });
  await staff.call(makePrecasso, { params: { id: run.id }, body: { version } });
  await world.drain();
  expect(await messageOf(record)).toBeUndefined();
});

test("a client's own people see which texts are their own; staff who manage clients decide", async () => {
  const contact = await world.login({ acl: ["ROLE_PRECASSO_CREATE"], kind: "contact", clientIds: [client] });
  expect((await contact.call(listOwnTexts, { params: { id: client } })).items).toHaveLength(6);
  expect((await contact.refused(listOwnTexts, { params: { id: other } })).status).toBe(404);
  const params = { id: client, code: "SMS_PRE_REMINDER" as const };
  expect((await contact.refused(addOwnText, { params })).status).toBe(403);
  const theirs = await world.login({ acl: ["ROLE_MANAGE_CLIENT"], kind: "contact", clientIds: [client] });
  expect((await theirs.refused(addOwnText, { params })).status).toBe(403);
});
