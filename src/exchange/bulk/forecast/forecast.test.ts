/** What is told of many files at once is, file by file and fact by fact, what trying the very thing gives. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type World } from "../../../app/testing/world.factory.ts";
import type { Actor } from "../../../ground/platform/server/http/module.ts";
import type { BulkAction } from "../bulk.contract.ts";
import { readFacts } from "../runs/file-facts.server.ts";
import { forbiddenActions, makeVariety, type Variety, variedActions } from "../runs/variety.factory.ts";
import { forecastFiles } from "./forecast.server.ts";
import { plannedOf, tryFiles } from "./plan.server.ts";

describe("the forecast and a trial run of an action", () => {
  let world: World;
  let house: Variety;
  let files: readonly number[];

  beforeAll(async () => {
    world = await startWorld();
    house = await makeVariety(world);
    files = house.files;
  }, 60_000);
  afterAll(() => world.close());

  const today = () => world.clock.today();

  const tryEach = (action: BulkAction, actor: Actor) =>
    world.work(async (ctx) => {
      const tried = new Map<number, ReturnType<typeof plannedOf>>();
      for (const id of files) {
        await sql`savepoint tried`.execute(ctx.db);
        for (const plan of await tryFiles(ctx, 1, [id], action)) tried.set(id, plan);
        await sql`rollback to savepoint tried`.execute(ctx.db);
      }
      return tried;
    }, actor);

  const forecastAll = (action: BulkAction, actor: Actor) =>
    world.work(async (ctx) => {
      const seen = await readFacts(ctx.db, files, today());
      return new Map(
        [...(await forecastFiles(ctx, seen, action))].map(([id, told]) => {
          const file = seen.get(id);
          if (!file) throw new Error(`file ${id} was not asked for`);
          return [id, plannedOf(id, file, told)];
        }),
      );
    }, actor);

  test.each(variedActions)("%s", async (what, given, left) => {
    const action = given(house);
    const { staff } = house;
    const forecasts = await forecastAll(action, staff);
    const tried = await tryEach(action, staff);
    const ofTold = new Map([...tried].filter(([id]) => forecasts.has(id)));
    expect(forecasts).toEqual(ofTold);
    expect(files.length - forecasts.size).toBe(left);
    expect([...tried.values()].some(({ verdict }) => verdict === "do")).toBe(!forbiddenActions.includes(what));
  });

  test("under a state with a representative the next step differs, and the forecast says so", async () => {
    const forecasts = await forecastAll({ kind: "flag", hold: "administration" }, house.staff);
    const [represented] = files.slice(-4);
    const file = forecasts.get(represented ?? 0);
    const after = file?.after;
    expect(file?.before?.nextStep).not.toContain("EM_FIRST");
    expect(after && "nextStep" in after ? after.nextStep : null).toContain("EM_FIRST");
  });

  test("a hidden file does not exist in the forecast or in the trial run", async () => {
    const action: BulkAction = { kind: "note", subject: "Seen?" };
    const forecasts = await forecastAll(action, house.team);
    expect([...forecasts.values()].filter(({ verdict }) => verdict === "do")).toHaveLength(1);
    expect(forecasts).toEqual(await tryEach(action, house.team));
  });
});
