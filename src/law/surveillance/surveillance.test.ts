import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Visitor, type World } from "../../app/testing/world.factory.ts";
import { lockFile } from "../../cases/files/files.server.ts";
import { changeDebtor } from "../../cases/parties/parties.server.ts";
import { debtorById } from "../../cases/persons/persons.server.ts";
import { activeHolds, closeFile, liftHold, placeHold } from "../../cases/states/states.server.ts";
import { placeOne } from "../../exchange/intake/intake.factory.ts";
import { portOf } from "../../ground/platform/server/storage/virus-scan.factory.ts";
import { changeSettings } from "../../ground/settings/settings.server.ts";
import { makeClient } from "../../people/customers/customers.factory.ts";
import {
  answerCheck,
  type CheckRow,
  cancelCheck,
  listChecks,
  listUploads,
  readAnswers,
  refusedRows,
  requestAddressCheck,
  sendList,
  startBureauChecks,
  surveillanceState,
} from "./surveillance.contract.ts";
import { effectOf, maxAtOnce, readResult } from "./surveillance.ts";
import { watchAddresses } from "./triggers.server.ts";
import { uploadJob } from "./uploads.server.ts";

test.each([
  ["Bevestigd", "confirmed"],
  ["moved", "moved"],
  [" VOW ", "unknown"],
  ["geheim", "secret"],
  ["verhuist", undefined],
])("the answer %j of a credit bureau is read as %j", (text, result) => {
  expect(readResult(text)).toBe(result);
});

test("only a confirmed address allows letters again", () => {
  expect(effectOf("confirmed")).toEqual({ verified: true, lifts: true, holds: null });
  expect(effectOf("unknown")).toEqual({ verified: false, lifts: false, holds: "returned_mail" });
});

describe("address surveillance", () => {
  let world: World;
  let staff: Visitor;
  let client: number;

  beforeAll(async () => {
    world = await startWorld();
    staff = await world.login(["ROLE_FILE_EDIT", "ROLE_FILE_SEARCH"]);
    client = (await makeClient(world.db, world.clock, { company: "Zonnekracht" })).id;
  });
  afterAll(() => world.close());

  const place = async (): Promise<number> => (await placeOne(world, client)).id;

  async function checkOf(fileId: number): Promise<CheckRow> {
    const [check] = (await staff.call(listChecks, { query: { filter: { file: fileId } } })).items;
    if (!check) throw new Error(`no check of file ${fileId}`);
    return check;
  }

  const debtorOf = (fileId: number) =>
    world.db
      .selectFrom("case_file")
      .innerJoin("debtor", "debtor.id", "case_file.debtor_id")
      .select([
        "debtor.street",
        "debtor.city",
        "debtor.address_verified_on",
        "debtor.address_source",
        "case_file.status",
      ])
      .where("case_file.id", "=", fileId)
      .executeTakeFirstOrThrow();

  const holdsOf = (fileId: number) =>
    world.db.selectFrom("file_hold").select(["kind", "lifted_at"]).where("file_id", "=", fileId).execute();

  const address = { street: "Nieuwe Gracht", houseNumber: "7", postcode: "3512 LH", city: "Utrecht", country: "NL" };

  test("starts automatically when a letter is returned, and a new address allows letters again", async () => {
    const file = await place();
    await world.work((ctx) => placeHold(ctx, file, { kind: "returned_mail" }));
    const check = await checkOf(file);
    expect(check).toMatchObject({ reason: "returned_mail", state: "open", street: "Dorpsstraat", dueOn: "2026-11-27" });
    const done = await staff.call(answerCheck, {
      params: { id: check.id },
      body: { result: "moved", checkedOn: "2026-11-20", source: "BRP", address, version: check.version },
    });
    expect(done).toMatchObject({ state: "done", result: "moved", doneBy: "Test User" });
    expect(await debtorOf(file)).toMatchObject({
      street: "Nieuwe Gracht",
      address_verified_on: "2026-11-20",
      address_source: "brp",
    });
    expect((await holdsOf(file)).every(({ lifted_at }) => lifted_at !== null)).toBe(true);
    const late = await staff.refused(answerCheck, {
      params: { id: check.id },
      body: { result: "confirmed", checkedOn: "2026-11-20", version: check.version },
    });
    expect(late.status).toBe(409);
  });

  test("stops letters when nobody is found at the address, and does not check again at once", async () => {
    const file = await place();
    const asked = await staff.call(requestAddressCheck, { params: { id: file }, body: { note: "buren zeggen leeg" } });
    expect(asked).toMatchObject({ reason: "by_hand", note: "buren zeggen leeg", askedBy: "Test User" });
    expect((await staff.refused(requestAddressCheck, { params: { id: file }, body: {} })).body.errors).toEqual({
      common: ["An address check is running for this file already."],
    });
    await staff.call(answerCheck, {
      params: { id: asked.id },
      body: { result: "unknown", checkedOn: "2026-11-20", version: 1 },
    });
    expect(await holdsOf(file)).toEqual([{ kind: "returned_mail", lifted_at: null }]);
    expect((await staff.call(listChecks, { query: { filter: { file } } })).items).toHaveLength(1);
  });

  /** Somebody enters another address by hand. */
  const enter = (file: number, to: { readonly street: string; readonly houseNumber: string }) =>
    world.work(async (ctx) => {
      const {
        isConsumer: _c,
        isNaturalPerson: _n,
        ...debtor
      } = await debtorById(ctx.db, (await lockFile(ctx, file)).debtorId);
      return changeDebtor(ctx, file, { ...debtor, ...to, addressVerifiedOn: null });
    });

  test("a check that is still to be sent is of the address that was entered since", async () => {
    const file = await place();
    const { version } = await staff.call(requestAddressCheck, { params: { id: file }, body: {} });
    await enter(file, { street: "Kerkweg", houseNumber: "3" });
    expect(await checkOf(file)).toMatchObject({ street: "Kerkweg", houseNumber: "3", version: version + 1 });
  });

  test.each(["confirmed", "unknown", "secret"] as const)(
    "that the former address was found %s says nothing of the one that was entered since",
    async (result) => {
      const file = await place();
      const { id } = await staff.call(requestAddressCheck, { params: { id: file }, body: {} });
      await staff.send(sendList, { body: { ids: [id] } });
      await enter(file, { street: "Kerkweg", houseNumber: "3" });
      const { street, version } = await checkOf(file);
      expect(street).toBe("Dorpsstraat");
      const body = { result, checkedOn: "2026-11-20", version };
      expect(await staff.call(answerCheck, { params: { id }, body })).toMatchObject({ state: "done", result });
      expect(await debtorOf(file)).toMatchObject({ street: "Kerkweg", address_verified_on: null });
      expect(await holdsOf(file)).toEqual([]);
    },
  );

  test("an address that was entered since stands beside the one that was found, in an upload or typed by hand, and a person chooses", async () => {
    const [file, same, typed] = [await place(), await place(), await place()];
    const checks: number[] = [];
    for (const id of [file, same, typed])
      checks.push((await staff.call(requestAddressCheck, { params: { id }, body: {} })).id);
    await staff.send(sendList, { body: { ids: checks } });
    await enter(file, { street: "Kerkweg", houseNumber: "3" });
    await enter(same, address);
    await enter(typed, { street: "Kerkweg", houseNumber: "3" });
    const csv = [
      "check_number;result;checked_on;street;house_no;postcode;city",
      ...checks.slice(0, 2).map((id) => `${id};verhuisd;2026-11-20;Nieuwe Gracht;7;3512 LH;Utrecht`),
    ].join("\r\n");
    const files = { file: { name: "uit.csv", content: csv, mime: "text/csv" } };
    expect(await staff.call(readAnswers, { body: { apply: true }, files })).toMatchObject({ applied: 2 });
    const { id, version } = await checkOf(typed);
    const body = { result: "moved", checkedOn: "2026-11-20", address, version } as const;
    expect(await staff.call(answerCheck, { params: { id }, body })).toMatchObject({ state: "done", result: "moved" });
    expect(await debtorOf(file)).toMatchObject({ street: "Kerkweg", address_verified_on: null });
    expect(await debtorOf(typed)).toMatchObject({ street: "Kerkweg", address_verified_on: null });
    expect(await debtorOf(same)).toMatchObject({ street: "Nieuwe Gracht", address_verified_on: "2026-11-20" });
    const planned = await world.db
      .selectFrom("agenda_item")
      .select(["file_id", "note"])
      .where("file_id", "in", [file, same, typed])
      .orderBy("file_id")
      .execute();
    const note = expect.stringContaining("Nieuwe Gracht 7, 3512 LH Utrecht (NL)");
    expect(planned).toEqual([
      { file_id: file, note },
      { file_id: typed, note },
    ]);
  });

  test("an address whose spelling was put right meanwhile is the one that was checked", async () => {
    const file = await place();
    const { id } = await staff.call(requestAddressCheck, { params: { id: file }, body: {} });
    await staff.send(sendList, { body: { ids: [id] } });
    await enter(file, { street: "dorps straat", houseNumber: "1" });
    const { version } = await checkOf(file);
    await staff.call(answerCheck, { params: { id }, body: { result: "confirmed", checkedOn: "2026-11-20", version } });
    expect(await debtorOf(file)).toMatchObject({ street: "dorps straat", address_verified_on: "2026-11-20" });
  });

  test("a letter that comes back from a new address asks for its check, though nobody was found at the one before", async () => {
    const file = await place();
    const { id, version } = await staff.call(requestAddressCheck, { params: { id: file }, body: {} });
    await staff.call(answerCheck, { params: { id }, body: { result: "unknown", checkedOn: "2026-11-20", version } });
    await enter(file, { street: "Kerkweg", houseNumber: "3" });
    await world.work(async (ctx) => {
      for (const hold of (await activeHolds(ctx.db, [file], ctx.clock.today())).get(file) ?? [])
        await liftHold(ctx, file, hold.id);
      await placeHold(ctx, file, { kind: "returned_mail" });
    });
    const { items } = await staff.call(listChecks, { query: { filter: { file } } });
    expect(items.map(({ street, state }) => [street, state]).sort()).toEqual([
      ["Dorpsstraat", "done"],
      ["Kerkweg", "open"],
    ]);
  });

  test("one that comes back from where nobody was found asks for no other check, though the address is written otherwise now", async () => {
    const file = await place();
    const { id, version } = await staff.call(requestAddressCheck, { params: { id: file }, body: {} });
    await staff.call(answerCheck, { params: { id }, body: { result: "unknown", checkedOn: "2026-11-20", version } });
    await enter(file, { street: "dorps straat", houseNumber: "1" });
    await world.work(async (ctx) => {
      for (const hold of (await activeHolds(ctx.db, [file], ctx.clock.today())).get(file) ?? [])
        await liftHold(ctx, file, hold.id);
      await placeHold(ctx, file, { kind: "returned_mail" });
    });
    const { items } = await staff.call(listChecks, { query: { filter: { file } } });
    expect(items.map(({ state }) => state)).toEqual(["done"]);
  });

  test("puts the file of a deceased debtor on hold for three months", async () => {
    const file = await place();
    const { id } = await staff.call(requestAddressCheck, { params: { id: file }, body: {} });
    await staff.call(answerCheck, {
      params: { id },
      body: { result: "deceased", checkedOn: "2026-11-20", version: 1 },
    });
    const hold = await world.db.selectFrom("file_hold").selectAll().where("file_id", "=", file).executeTakeFirst();
    expect(hold).toMatchObject({ kind: "deceased", until_date: "2027-02-20" });
  });

  test.each([
    ["a day in the future", { result: "confirmed", checkedOn: "2026-11-21" }, "checkedOn"],
    ["a change of address without the new address", { result: "moved", checkedOn: "2026-11-20" }, "address.street"],
    [
      "an invalid postcode",
      { result: "moved", checkedOn: "2026-11-20", address: { ...address, postcode: "12" } },
      "address.postcode",
    ],
  ] as const)("refuses %s beside its field, and stores nothing", async (_what, finding, field) => {
    const file = await place();
    const { id } = await staff.call(requestAddressCheck, { params: { id: file }, body: {} });
    const error = await staff.refused(answerCheck, { params: { id }, body: { ...finding, version: 1 } });
    expect(error.status).toBe(400);
    expect(Object.keys(error.body.errors ?? {})).toEqual([field]);
    expect(await checkOf(file)).toMatchObject({ state: "open", result: null });
    await staff.call(cancelCheck, { params: { id }, body: { version: 1 } });
  });

  test("is exported as a list and imported after a preview, row by row, skipping faulty rows", async () => {
    const [one, two] = [await place(), await place()];
    const first = await staff.call(requestAddressCheck, { params: { id: one }, body: {} });
    const second = await staff.call(requestAddressCheck, { params: { id: two }, body: {} });
    const sent = await staff.send(sendList, { body: { ids: [first.id, second.id] } });
    expect(sent.text.split("\n")[0]).toContain("check_number;file_number;debtor_name");
    expect(await checkOf(one)).toMatchObject({ state: "sent" });
    const csv = [
      "check_number;result;checked_on;source;street;house_no;postcode;city",
      `${first.id};verhuisd;20-11-2026;Bureau;Nieuwe Gracht;7;3512 LH;Utrecht`,
      `${second.id};bevestigd;20-11-2026;Bureau`,
      "999999;bevestigd;20-11-2026",
      `${second.id};weg`,
    ].join("\r\n");
    const files = { file: { name: "uitkomsten.csv", content: csv, mime: "text/csv" } };
    const look = await staff.call(readAnswers, { body: { apply: false }, files });
    expect(look).toMatchObject({ good: 2, applied: 0 });
    expect(look.rows.map(({ error }) => error)).toEqual([
      null,
      null,
      "No check with this number is running.",
      "Unknown result.",
    ]);
    expect(await checkOf(one)).toMatchObject({ state: "sent" });
    expect(await staff.call(readAnswers, { body: { apply: true }, files })).toMatchObject({ applied: 2 });
    expect(await debtorOf(one)).toMatchObject({ street: "Nieuwe Gracht" });
    expect(await debtorOf(two)).toMatchObject({ street: "Dorpsstraat", address_verified_on: "2026-11-20" });
    const again = await staff.call(readAnswers, { body: { apply: true }, files });
    expect(again).toMatchObject({ applied: 0, good: 0 });
  });

  test("imports many results by a job that resumes where it stopped, and keeps refused rows", async () => {
    const file = await place();
    const { id } = await staff.call(requestAddressCheck, { params: { id: file }, body: {} });
    const wrong = Array.from({ length: maxAtOnce }, (_, at) => `${900_000 + at};bevestigd`);
    const csv = ["check_number;result", ...wrong, `${id};bevestigd`, `${id};=weg`].join("\r\n");
    const files = { file: { name: "veel.csv", content: csv, mime: "text/csv" } };
    const look = await staff.call(readAnswers, { body: { apply: false }, files });
    expect(look).toMatchObject({ good: 1, bad: maxAtOnce + 1, applied: 0, upload: null });
    expect(look.rows).toHaveLength(maxAtOnce);
    const begun = await staff.call(readAnswers, { body: { apply: true }, files });
    expect(begun).toMatchObject({ applied: 0, upload: expect.any(Number) });
    // As after a worker that died: a part is done, and the job is queued twice.
    await world.db
      .updateTable("address_upload")
      .set({ done: 900, refused: 900 })
      .where("id", "=", begun.upload ?? 0)
      .execute();
    await world.work((ctx) => ctx.enqueue(uploadJob, { id: begun.upload ?? 0 }));
    await world.drain();
    expect(await checkOf(file)).toMatchObject({ state: "done", result: "confirmed" });
    expect((await staff.call(listUploads, {})).items).toMatchObject([
      { fileName: "veel.csv", rows: maxAtOnce + 2, applied: 1, refused: maxAtOnce + 1, finishedAt: expect.any(String) },
    ]);
    const refused = await staff.send(refusedRows, { params: { id: begun.upload ?? 0 } });
    const lines = refused.text.trim().split("\n");
    expect(lines).toHaveLength(1 + maxAtOnce + 1 - 900);
    expect(lines.at(-1)).toBe(`1003;${id};Onbekende uitkomst.`);
    const left = await world.db.selectFrom("address_upload").select("storage_key").executeTakeFirstOrThrow();
    expect(left.storage_key).toBeNull();
    const other = await world.login(["ROLE_FILE_EDIT"]);
    expect((await other.call(listUploads, {})).items).toEqual([]);
    expect((await other.refused(refusedRows, { params: { id: begun.upload ?? 0 } })).status).toBe(404);
  });

  test("requests a check of watched and old addresses each night, once", async () => {
    const [watched, fresh] = [await place(), await place()];
    await world.db.updateTable("case_file").set({ phase: "monitoring" }).where("id", "in", [watched, fresh]).execute();
    await world.db
      .updateTable("debtor")
      .set({ address_verified_on: world.clock.today() })
      .where("id", "in", (eb) => eb.selectFrom("case_file").select("debtor_id").where("id", "=", fresh))
      .execute();
    for (let night = 0; night < 2; night++) {
      await world.work((ctx) => ctx.enqueue(watchAddresses, {}));
      await world.drain();
    }
    expect((await staff.call(listChecks, { query: { filter: { file: watched } } })).items).toMatchObject([
      { reason: "monitoring", askedBy: null },
    ]);
    expect((await staff.call(listChecks, { query: { filter: { file: fresh } } })).items).toEqual([]);
    await world.work((ctx) => closeFile(ctx, watched, { reason: "withdrawn" }));
    expect(await checkOf(watched)).toMatchObject({ state: "cancelled" });
  });

  test("shows nobody the addresses of files that are not theirs", async () => {
    const file = await place();
    const { id } = await staff.call(requestAddressCheck, { params: { id: file }, body: {} });
    const other = (await makeClient(world.db, world.clock, { company: "Ander" })).id;
    const stranger = await world.login({ kind: "contact", acl: ["ROLE_FILE_EDIT"], clientIds: [other] });
    expect((await stranger.call(listChecks, {})).items).toEqual([]);
    expect((await stranger.call(surveillanceState, {})).open).toBe(0);
    expect((await stranger.refused(requestAddressCheck, { params: { id: file }, body: {} })).status).toBe(404);
    const answer = { params: { id }, body: { result: "confirmed" as const, checkedOn: "2026-11-20", version: 1 } };
    expect((await stranger.refused(answerCheck, answer)).status).toBe(404);
    const csv = `check_number;result\r\n${id};bevestigd`;
    const upload = { file: { name: "x.csv", content: csv, mime: "text/csv" } };
    expect(await stranger.call(readAnswers, { body: { apply: true }, files: upload })).toMatchObject({ applied: 0 });
    expect(await checkOf(file)).toMatchObject({ state: "open" });
    const headers = { accept: "application/json", "x-requested-with": "XMLHttpRequest" };
    for (const subject of [String(id), "abc"]) {
      expect((await stranger.raw("GET", `/api/v4/history/address_check/${subject}`, { headers })).status).toBe(404);
    }
  });

  describe("by a bureau", () => {
    let server: Server;
    const asked: { reference: number; name: string }[] = [];

    beforeAll(async () => {
      server = createServer(async (request, response) => {
        let text = "";
        for await (const part of request) text += String(part);
        expect(request.headers.authorization).toBe("Bearer sleutel");
        const { checks } = JSON.parse(text);
        asked.push(...checks);
        const results = checks.map(({ reference }: { reference: number }) => ({
          reference,
          result: "confirmed",
          checkedOn: "2026-11-20",
          source: "Bureau",
        }));
        // An answer to what nobody asked changes nothing.
        results.push({ reference: 1, result: "deceased", checkedOn: "2026-11-20", source: "Bureau" });
        response.setHeader("content-type", "application/json").end(JSON.stringify({ results: results.slice(-100) }));
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    });
    afterAll(() => server.close());

    test("is refused until one is configured; then its answers are recorded", async () => {
      const file = await place();
      const { id } = await staff.call(requestAddressCheck, { params: { id: file }, body: {} });
      expect((await staff.refused(startBureauChecks, { body: {} })).status).toBe(400);
      const port = portOf(server);
      const bureau = { addressUrl: `http://127.0.0.1:${port}/checks`, addressKey: "sleutel" };
      await world.work((ctx) => changeSettings(ctx, bureau));
      expect((await staff.call(surveillanceState, {})).byAdapter).toBe(true);
      await staff.call(startBureauChecks, { body: {} });
      await world.drain();
      expect(asked.map(({ reference }) => reference)).toContain(id);
      expect(await checkOf(file)).toMatchObject({ state: "done", result: "confirmed", source: "Bureau" });
    });

    test("gets no request for a user who has lost the right since", async () => {
      const file = await place();
      await staff.call(requestAddressCheck, { params: { id: file }, body: {} });
      const leaver = await world.login(["ROLE_FILE_EDIT"]);
      await leaver.call(startBureauChecks, { body: {} });
      await world.db
        .updateTable("app_user")
        .set({ acl: ["ROLE_NEWS"] })
        .where("id", "=", leaver.userId)
        .execute();
      asked.length = 0;
      await world.drain();
      expect(asked).toEqual([]);
      expect(await checkOf(file)).toMatchObject({ state: "open" });
    });
  });
});
