import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../../app/testing/world.factory.ts";
import { listParties, updateDebtor } from "../../../cases/parties/parties.contract.ts";
import { debtorById } from "../../../cases/persons/persons.server.ts";
import { placeHold } from "../../../cases/states/states.server.ts";
import { date } from "../../../ground/kernel/dates.ts";
import { refreshNextSteps } from "../../../letters/workflows/workflows.server.ts";
import { appendEvents } from "../../../money/claims/claims.server.ts";
import { makeClient } from "../../../people/customers/customers.factory.ts";
import { downloadLayout, downloadOriginal, uploadImport } from "../import/import.contract.ts";
import { csvOf, Importer, numberOf, validRow } from "../intake.factory.ts";

let world: World;
let staff: Visitor;
let client: number;
let importer: Importer;

const debtorOf = async (ref: string) => {
  const { id } = await importer.fileOf(ref);
  const file = await world.db
    .selectFrom("case_file")
    .select("debtor_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return debtorById(world.db, file.debtor_id);
};

beforeAll(async () => {
  world = await startWorld();
  staff = await world.login(["ROLE_FILE_CREATE_UPLOAD", "ROLE_FILE_SEARCH", "ROLE_FILE_EDIT"]);
  client = (await makeClient(world.db, world.clock, { company: "Termijn Wonen B.V.", bikInstalmentRule: true })).id;
  importer = new Importer(world, staff, client);
});
afterAll(() => world.close());

describe("corrections", () => {
  test("show both values before they are applied, and are applied whole or not at all", async () => {
    await importer.made(
      await importer.seen(
        ["COR-1", "COR-2", "COR-3", "COR-4"].map((client_ref) => validRow({ client_ref, amount: "100,00" })),
        "new",
      ),
    );
    const batch = await importer.seen(
      [
        { client_ref: "COR-1", street: "Nieuwstraat", house_no: "12", postcode: "1012 AB", city: "", email: "-" },
        { client_ref: "COR-2", street: "", house_no: "", invoice_number: numberOf("COR-2"), amount: "80,00" },
        { client_ref: "COR-3", invoice_number: numberOf("COR-3"), amount: "125,50" },
        { client_ref: "COR-4", invoice_number: numberOf("COR-4"), amount: "100,00" },
        { client_ref: "COR-9", email: "wie@example.nl" },
        { client_ref: "COR-4", postcode: "0123 AB" },
        { client_ref: "COR-4", invoice_number: "F-9", amount: "10,00" },
      ],
      "correct",
    );
    expect(batch.counts).toMatchObject({ good: 3, rejected: 3, known: 1, files: 3 });
    const rows = await importer.rowsOf(batch);
    expect(rows[0]?.changes).toEqual([
      { label: "Street", before: "Marktplein", after: "Nieuwstraat" },
      { label: "House number", before: "7", after: "12" },
      { label: "Addition", before: "B", after: "" },
      { label: "Postcode", before: "8011 AA", after: "1012 AB" },
      { label: "E-mail", before: "j.deboer@example.nl", after: "" },
    ]);
    expect(rows[1]?.changes).toEqual([
      { label: `Invoice ${numberOf("COR-2")}`, before: "€100.00", after: "€80.00" },
      { label: "Effect: interest until today", before: "€2.55", after: "€2.04" },
    ]);
    // Nothing has happened yet.
    expect(await importer.principalOf("COR-2")).toBe("100.00");

    const done = await importer.made(batch);
    expect(done).toMatchObject({ state: "placed", filesPlaced: 3 });
    expect(await importer.principalOf("COR-2")).toBe("80.00");
    expect(await importer.principalOf("COR-3")).toBe("125.50");
    const debtor = await debtorOf("COR-1");
    expect(debtor).toMatchObject({ street: "Nieuwstraat", houseNumber: "12", addition: null, email: null });
    expect(debtor).toMatchObject({ city: "Zwolle", addressVerifiedOn: null });
    const { id: moved } = await importer.fileOf("COR-1");
    expect((await staff.call(listParties, { params: { id: moved } })).main).toMatchObject({
      addressSource: "client",
      addresses: [{ kind: "former", street: "Marktplein" }],
    });
  });

  test("a file that changed since the plan is left out and says so", async () => {
    await importer.made(await importer.seen([validRow({ client_ref: "LATE-1" })], "new"));
    const batch = await importer.seen([{ client_ref: "LATE-1", city: "Deventer", postcode: "7411 AA" }], "correct");
    const { id } = await importer.fileOf("LATE-1");
    const { id: _id, displayName, isConsumer, isNaturalPerson, fileType, ...body } = await debtorOf("LATE-1");
    await staff.call(updateDebtor, { params: { id }, body: { ...body, city: "Hattem" } });
    const done = await importer.made(batch);
    expect(done.filesPlaced).toBe(0);
    const [row] = await importer.rowsOf(done);
    expect(row).toMatchObject({ verdict: "rejected", file: { id } });
    expect((await debtorOf("LATE-1")).city).toBe("Hattem");
  });

  test("do not turn a debtor in a state of natural persons into a legal entity, in the plan and when applied", async () => {
    const sole = {
      debtor_type: "C",
      company_name: "Timmerwerk",
      legal_form: "eenmanszaak",
      last_name: "",
      initials: "",
    };
    const refs = ["SOLE-1", "SOLE-2", "SOLE-3"];
    await importer.made(
      await importer.seen(
        refs.map((client_ref) => validRow({ client_ref, ...sole })),
        "new",
      ),
    );
    const stop = async (ref: string) => {
      const { id } = await importer.fileOf(ref);
      await world.work((ctx) => placeHold(ctx, id, { kind: "wsnp" }));
    };
    await stop("SOLE-1");
    const batch = await importer.seen(
      refs.map((client_ref) => ({ client_ref, legal_form: "bv" })),
      "correct",
    );
    const planned = await importer.rowsOf(batch);
    expect(planned.map(({ verdict, problems }) => [verdict, problems.map(({ field }) => field)])).toEqual([
      ["rejected", ["legalForm"]],
      ["good", []],
      ["good", []],
    ]);
    await stop("SOLE-2");
    expect((await importer.made(batch)).filesPlaced).toBe(1);
    const forms = await Promise.all(refs.map(async (ref) => (await debtorOf(ref)).legalForm));
    expect(forms).toEqual(["eenmanszaak", "eenmanszaak", "bv"]);
  });

  test("need the right to edit files, and cannot change files of other clients", async () => {
    const uploader = await world.login(["ROLE_FILE_CREATE_UPLOAD"]);
    const files = { file: { name: "a.csv", content: csvOf([{ client_ref: "COR-1", city: "X" }]) } };
    expect((await uploader.refused(uploadImport, { body: { client, mode: "correct" }, files })).status).toBe(403);
    // A customer of another client finds no such reference, although there is one.
    const other = await makeClient(world.db, world.clock, { company: "Anders B.V." });
    const acl = ["ROLE_FILE_CREATE_UPLOAD", "ROLE_FILE_EDIT"];
    const customer = await world.login({ acl, kind: "customer", clientIds: [other.id] });
    const batch = await new Importer(world, customer, other.id).seen(
      [{ client_ref: "COR-1", city: "Almelo" }],
      "correct",
    );
    expect(batch.counts).toMatchObject({ good: 0, rejected: 1 });
  });
});

describe("withdrawals", () => {
  test("of an invoice credit it; of the last one or of the whole file they close it", async () => {
    const two = validRow({ client_ref: "WD-2", amount: "50,00" });
    await importer.made(
      await importer.seen(
        [validRow({ client_ref: "WD-1" }), two, { ...two, invoice_number: "F-2", amount: "70,00" }],
        "new",
      ),
    );
    const one = await importer.seen(
      [{ client_ref: "WD-2", invoice_number: "F-2", reason: "Dubbel gefactureerd" }],
      "withdraw",
    );
    expect((await importer.rowsOf(one))[0]?.changes).toEqual([
      { label: "Invoice F-2", before: "€70.00", after: "€0.00" },
    ]);
    await importer.made(one);
    expect(await importer.principalOf("WD-2")).toBe("50.00");
    expect((await importer.fileOf("WD-2")).status).not.toBe("closed");

    const rest = await importer.seen(
      [
        { client_ref: "WD-1", invoice_number: "" },
        { client_ref: "WD-2", invoice_number: numberOf("WD-2") },
      ],
      "withdraw",
    );
    await importer.made(rest);
    expect((await importer.fileOf("WD-1")).status).toBe("closed");
    expect((await importer.fileOf("WD-2")).status).toBe("closed");
    // Once more: told as what it is, and nothing to be mended by whoever sent it.
    const again = await importer.seen([{ client_ref: "WD-1", invoice_number: "" }], "withdraw");
    expect(again.counts).toMatchObject({ known: 1, rejected: 0, files: 0 });
    expect((await importer.rowsOf(again))[0]?.problems).toEqual([
      expect.objectContaining({ message: "This was withdrawn before; nothing changes." }),
    ]);
    const reasons = await sql<{ reason: string }>`select distinct reason from file_closure`.execute(world.db);
    expect(reasons.rows).toEqual([{ reason: "withdrawn" }]);
  });
});

describe("instalments", () => {
  const instalment = (contract_no: string, month: string, amount = "120,00") => ({
    ...validRow(),
    client_ref: "",
    invoice_number: "",
    invoice_date: "",
    due_date: "",
    amount: "",
    contract_no,
    period_from: `01-${month}-2026`,
    period_to: `28-${month}-2026`,
    instalment_amount: amount,
    instalment_due_date: `05-${month}-2026`,
  });

  test("make one file for a contract, and later ones are added to it with their period", async () => {
    const header = ({ client_ref, invoice_number, invoice_date, due_date, amount, ...row }: Record<string, string>) =>
      row;
    const first = await importer.seen([instalment("C-1", "02"), instalment("C-1", "03")].map(header), "instalments");
    expect(first.counts).toMatchObject({ good: 2, files: 1, cents: 24_000 });
    await importer.made(first);
    expect(await importer.principalOf("C-1")).toBe("240.00");

    // The next month names the contract alone, and repeats an instalment that was sent before.
    const bare = (month: string) => {
      const { contract_no, period_from, period_to, instalment_amount, instalment_due_date } = instalment("C-1", month);
      return { contract_no, period_from, period_to, instalment_amount, instalment_due_date };
    };
    const next = await importer.seen([bare("03"), bare("04"), bare("05")], "instalments");
    expect(next.counts).toMatchObject({ known: 1, good: 2, files: 1 });
    await importer.made(next);
    expect(await importer.principalOf("C-1")).toBe("480.00");
    const { rows } = await sql<{ from: string; rule: boolean }>`
      select data -> 'instalment' ->> 'from' as "from" from claim_event where kind = 'invoice'
        and data -> 'instalment' is not null order by on_date`.execute(world.db);
    expect(rows.map((row) => row.from)).toEqual(["2026-02-01", "2026-03-01", "2026-04-01", "2026-05-01"]);
    const { id } = await importer.fileOf("C-1");
    // The client's flag goes with the claim, so that its costs are held to the rule (Besluit art. 2a).
    const terms = await sql<{ rule: boolean }>`select (data -> 'bik' ->> 'instalmentRule')::boolean as rule
      from claim_event where kind = 'terms' and file_id = ${id}`.execute(world.db);
    expect(terms.rows).toEqual([{ rule: true }]);
    const lines = await sql<{ count: number }>`select count(*) as count from file_log
      where file_id = ${id} and subject_key = 'intake.logInstalments'`.execute(world.db);
    expect(lines.rows[0]?.count).toBe(1);
  });

  test("return the file to the 14-day letter when they add costs, and not when earlier costs cover them", async () => {
    const bare = ({ client_ref, invoice_number, invoice_date, due_date, amount, ...row }: Record<string, string>) =>
      row;
    const next = async () =>
      (
        await world.db
          .selectFrom("case_file")
          .select("next_step_values")
          .where("client_ref", "=", "C-7")
          .executeTakeFirstOrThrow()
      ).next_step_values;
    await importer.placed([bare(instalment("C-7", "05"))], "instalments");
    const { id } = await importer.fileOf("C-7");
    const invoices = ["C-7 2026-05-01/2026-05-28"];
    const day = date("2026-10-01");
    await world.work(async (ctx) => {
      const announced = { bik: 4000, vat: 0, invoices };
      const days = { deemedReceived: day, lastPayDay: date("2026-10-16"), bikDueFrom: date("2026-10-17") };
      const letter = { ...announced, ...days, by: "agency" as const, method: "post" as const, principal: 12_000 };
      await appendEvents(ctx, id, [
        { kind: "notice14", on: day, data: letter },
        { kind: "bik", on: date("2026-10-17"), amount: 4000, data: announced },
      ]);
      await ctx.db
        .updateTable("file_workflow")
        .set({ position: 4, previous_done_on: date("2026-10-17") })
        .where("file_id", "=", id)
        .execute();
      await refreshNextSteps(ctx, [id]);
    });
    expect(await next()).toEqual({ template: "EM_TERM" });
    // The scale gives 40.00 over 240.00, and 40.00 were charged: nothing for the second.
    await importer.placed([bare(instalment("C-7", "06"))], "instalments");
    expect(await next()).toEqual({ template: "EM_TERM" });
    // 54.00 over 360.00: 14.00 for what joined since, after a letter of its own.
    await importer.placed([bare(instalment("C-7", "07"))], "instalments");
    expect(await next()).toEqual({ template: "POST_WIK14" });
  });

  test("need their client, a period that runs forward, and a debtor where the contract is new", async () => {
    const none = await staff.refused(uploadImport, {
      body: { mode: "instalments" },
      files: { file: { name: "a.csv", content: csvOf([instalment("C-2", "02")]) } },
    });
    expect(none.body.errors).toHaveProperty("client");
    const bad = await importer.seen(
      [
        { ...instalment("C-3", "02"), period_to: "01-01-2026" },
        { ...instalment("C-4", "02"), street: "", last_name: "" },
      ].map(({ client_ref, invoice_number, invoice_date, due_date, amount, ...row }) => row),
      "instalments",
    );
    const rows = await importer.rowsOf(bad);
    expect(rows.map(({ verdict }) => verdict)).toEqual(["rejected", "rejected"]);
    expect(rows[0]?.problems.map(({ field }) => field)).toEqual(["periodTo"]);
    expect(rows[1]?.problems.map(({ field }) => field)).toEqual(expect.arrayContaining(["street", "lastName"]));
  });

  test("have a layout of their own, as every kind of upload has", async () => {
    const { text } = await staff.send(downloadLayout, { query: { mode: "instalments" } });
    expect(text.replace("\uFEFF", "")).toMatch(
      /^contract_no;period_from;period_to;instalment_amount;instalment_due_date;/,
    );
    const withdrawals = await staff.send(downloadLayout, { query: { mode: "withdraw" } });
    const [head = "", example = ""] = withdrawals.text.replace("\uFEFF", "").split(/\r?\n/);
    expect(head).toMatch(/^client_number;client_ref;invoice_number;reason/);
    // Its line names a client that there is.
    const clients = await world.db.selectFrom("client").select("number").execute();
    expect(clients.map(({ number }) => number)).toContain(example.split(";")[0]);
  });
});

describe("the original of an upload", () => {
  test("is kept unchanged, except that citizen service numbers are removed", async () => {
    const plain = await importer.made(await importer.seen([validRow({ client_ref: "ORI-1" })], "new"));
    expect(plain.original).toBe("whole");
    const whole = await staff.send(downloadOriginal, { params: { id: plain.id } });
    expect(whole.text).toContain("ORI-1");
    const looked = await importer.seen([{ ...validRow({ client_ref: "ORI-2" }), bsn: "111222333" }], "new");
    const before = await staff.send(downloadOriginal, { params: { id: looked.id } });
    expect(before.text).not.toContain("111222333");
    const held = await importer.made(looked);
    expect(held.original).toBe("cleaned");
    const cleaned = await staff.send(downloadOriginal, { params: { id: held.id } });
    expect(cleaned.text).toContain("ORI-2");
    expect(cleaned.text).not.toContain("111222333");
    const stranger = await world.login(["ROLE_FILE_CREATE_UPLOAD"]);
    expect((await stranger.refused(downloadOriginal, { params: { id: plain.id } })).status).toBe(404);
    const admin = await world.login(["ROLE_ADMIN"]);
    expect((await admin.send(downloadOriginal, { params: { id: plain.id } })).status).toBe(200);
  });
});
