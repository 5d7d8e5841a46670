import { createHash } from "node:crypto";
import { isValidIBAN } from "ibantools";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parsePhone } from "../../ground/kernel/phones.server.ts";
import { loadTariffs } from "../../ground/tariffs/tariffs.server.ts";
import { latestReplays, requestReplay } from "../../letters/what-if/what-if.contract.ts";
import { listWorkflowVersions } from "../../letters/workflows/workflows.contract.ts";
import { eventsOf } from "../../money/claims/claims.server.ts";
import { balanceOf } from "../../money/claims/claims.ts";
import { startWorld, type World } from "../testing/world.factory.ts";
import { demoClients } from "./clients.ts";
import { debtorBehaviour } from "./debtor-behaviour.ts";
import { isDemoComplete, isEmptyInstallation, seedDemo } from "./demo.server.ts";
import { person, testIban } from "./people.ts";
import { replayedRecords } from "./replayed-records.factory.ts";
import { chanceOf } from "./seeded-random.ts";
import { demoPassword, demoUsers } from "./staff.ts";

const seeded = async (seed: number): Promise<World> => {
  const world = await startWorld();
  const { parts, database, modules } = world.vorder;
  await seedDemo({ files: 25, seed, months: 3, clock: world.clock, parts, database, modules });
  return world;
};

/** Everything that a person could notice, file by file, as one digest. Between files the writers of a run take turns as they come. */
async function story(world: World): Promise<string> {
  const { db } = world;
  const files = await db
    .selectFrom("case_file")
    .select(["id", "number", "client_ref", "status", "open_cents", "paid_cents"])
    .orderBy("id")
    .execute();
  const events = await db
    .selectFrom("claim_event")
    .select(["file_id", "kind", "on_date", "amount_cents"])
    .orderBy("file_id")
    .orderBy("id")
    .execute();
  const lines = await db
    .selectFrom("file_log")
    .select(["file_id", "at", "type", "subject"])
    .orderBy("file_id")
    .orderBy("id")
    .execute();
  return createHash("sha256")
    .update(JSON.stringify([files, events, lines]))
    .digest("hex");
}

describe("the demo portfolio", () => {
  let world: World;
  beforeAll(async () => {
    world = await seeded(7);
  });
  afterAll(() => world.close());

  test("has all its files, with a history of letters, payments and ends", async () => {
    const files = await world.db.selectFrom("case_file").select(["id", "status", "import_id"]).execute();
    // Beside those that clients send in there are the ones that records of pre-collection become.
    expect(files.filter(({ import_id }) => import_id !== null)).toHaveLength(25);
    expect(files.some(({ status }) => status === "closed")).toBe(true);
    expect(files.some(({ status }) => status !== "closed")).toBe(true);
    const kinds = await world.db.selectFrom("claim_event").select("kind").distinct().execute();
    expect(kinds.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["invoice", "terms", "notice14", "bik", "payment"]),
    );
    const letters = await world.db.selectFrom("document").select("id").execute();
    expect(letters.length).toBeGreaterThan(20);
  });

  test("has pre-collection in every state: reminded, paid, disputed, and become a file", async () => {
    const states = await world.db.selectFrom("precasso_record").select("state").distinct().execute();
    expect(states.map(({ state }) => state).sort()).toEqual(["converted", "disputed", "open", "paid"]);
    const channels = await world.db.selectFrom("precasso_message").select("channel").distinct().execute();
    expect(channels.map(({ channel }) => channel).sort()).toEqual(["email", "post", "sms"]);
    const rejected = await world.db
      .selectFrom("import_row")
      .innerJoin("import_batch", "import_batch.id", "import_row.batch_id")
      .select("row_number")
      .where("mode", "=", "precassoPayments")
      .where("verdict", "=", "rejected")
      .execute();
    expect(rejected.length).toBeGreaterThan(0);
  });

  test("was made by the engine: every list shows the balances that the events give", async () => {
    const tariffs = await loadTariffs(world.db);
    const files = await world.db.selectFrom("case_file").select(["id", "open_cents", "balance_on"]).execute();
    for (const file of files) {
      if (file.balance_on === null) throw new Error(`file ${file.id} was never reckoned`);
      expect(balanceOf(await eventsOf(world.db, file.id), tariffs, file.balance_on).open).toBe(file.open_cents);
    }
  });

  test("lies wholly in the past, and leaves no outgoing effect pending", async () => {
    const now = world.clock.now();
    const [late, waiting] = await Promise.all([
      world.db.selectFrom("file_log").select("id").where("at", ">", now).execute(),
      world.db.selectFrom("outbox").select("id").where("state", "<>", "kept").execute(),
    ]);
    expect([late, waiting]).toEqual([[], []]);
  });

  test("none of its runs failed, and its bank statements are consecutive", async () => {
    const failed = await world.db
      .selectFrom("run_row")
      .select(["file_id", "error"])
      .where("state", "=", "failed")
      .execute();
    expect(failed).toEqual([]);
    const statements = await world.db
      .selectFrom("bank_statement")
      .select(["opening_cents", "closing_cents", "remarks"])
      .orderBy("id")
      .execute();
    expect(statements.length).toBeGreaterThan(1);
    expect(statements.every(({ remarks }) => JSON.stringify(remarks) === "[]")).toBe(true);
  });

  test("the demo users can log in, and have the roles of their jobs", async () => {
    const users = await world.db
      .selectFrom("app_user")
      .select(["username", "acl", "password_hash"])
      .orderBy("id")
      .execute();
    expect(users.map(({ username }) => username).sort()).toEqual(demoUsers.map(({ username }) => username).sort());
    expect(users.find(({ username }) => username === "admin")?.acl).toEqual(["*"]);
    expect(users.filter(({ acl }) => acl.includes("*"))).toHaveLength(1);
    const reply = await world.guest().raw("POST", "/login_check_json", {
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        "x-requested-with": "XMLHttpRequest",
        origin: world.base,
      },
      body: JSON.stringify({ username: "finance", password: demoPassword, captcha: "" }),
    });
    expect(reply.status).toBe(200);
    expect(await isEmptyInstallation(world.db)).toBe(false);
  });

  test("is recognised as complete, and an interrupted one as incomplete", async () => {
    expect(await isDemoComplete(world.db)).toBe(true);
    const broken = await startWorld();
    try {
      const { parts, database, modules } = broken.vorder;
      const stop = new AbortController();
      const demo = {
        files: 25,
        seed: 7,
        months: 3,
        clock: broken.clock,
        parts,
        database,
        modules,
        signal: stop.signal,
      };
      await expect(seedDemo({ ...demo, onProgress: () => stop.abort() })).rejects.toThrow();
      expect([await isEmptyInstallation(broken.db), await isDemoComplete(broken.db)]).toEqual([false, false]);
    } finally {
      await broken.close();
    }
  });

  test("replaying every step with the live workflow gives the same decision", async () => {
    const maker = await world.login(["ROLE_EMPLOYEE", "ROLE_WORKFLOW_FILE", "ROLE_FILE_SEARCH"]);
    const { items } = await maker.call(listWorkflowVersions, {});
    let decisions = 0;
    for (const { id: workflow, code, live, category } of items) {
      if (live === null || category === "precasso") continue;
      await maker.call(requestReplay, { params: { workflow }, body: { number: live, months: 36 } });
      await world.drain();
      const { items: replays } = await maker.call(latestReplays, { params: { workflow } });
      const outcome = replays[0]?.outcome;
      const same = outcome?.decisions ?? 0;
      expect([code, outcome?.apart, outcome?.kinds]).toEqual([code, 0, { same, day: 0, step: 0, none: 0 }]);
      decisions += same;
    }
    expect(decisions).toBeGreaterThan(50);
  });

  test("replaying runs of pre-collection gives the same step, due on the same day", async () => {
    const { apart, effects } = await replayedRecords(world);
    expect(apart).toEqual([]);
    expect([...effects.keys()].sort()).toEqual(["convert", "none", "notice14"]);
  });

  test("the same seed gives the same portfolio, another seed a different one", async () => {
    // Side by side, for most of the making of each is waiting for its database.
    const [same, other] = await Promise.all([seeded(7), seeded(8)]);
    try {
      const first = await story(world);
      expect(await story(same)).toBe(first);
      expect(await story(other)).not.toBe(first);
    } finally {
      await same.close();
      await other.close();
    }
  });
});

describe("contains no real person", () => {
  const people = Array.from({ length: 500 }, (_, at) => person(chanceOf(at), 0.8));

  test("e-mail addresses use domains reserved for examples", () => {
    for (const { email } of people) if (email) expect(email).toMatch(/@(example\.(com|net|org)|[a-z.]+\.example)$/);
  });
  test("account numbers are valid, with a bank code that no bank has", () => {
    for (const { iban } of people) if (iban) expect([iban.slice(4, 8), isValidIBAN(iban)]).toEqual(["TEST", true]);
    expect(testIban("0000000001")).toMatch(/^NL\d\dTEST0000000001$/);
  });
  test("mobile numbers are from the range reserved for fiction; landline numbers cannot be dialled", () => {
    for (const { mobile, phone } of people) {
      if (mobile) expect(mobile).toMatch(/^(\+49176040690\d\d|\+467017406\d\d)$/);
      if (phone) expect(phone).toMatch(/^\+31(\d\d0\d{6}|\d{3}0\d{5})$/);
      for (const number of [mobile, phone]) if (number) expect(parsePhone(number)?.e164).toBe(number);
    }
  });
});

test("the clients' shares add up to 1, and the events of a file are in order", () => {
  expect(demoClients.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 6);
  for (let seed = 0; seed < 300; seed++) {
    const weeks = debtorBehaviour(chanceOf(seed), seed % 2 === 0).map(({ week }) => week);
    expect(weeks).toEqual([...weeks].sort((a, b) => a - b));
  }
});
