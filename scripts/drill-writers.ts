/** People who write while a drill breaks things, and a book of what they were told. */
import { randomUUID } from "node:crypto";
import { connect } from "../src/ground/platform/server/postgres/database.ts";
import { createMerchant } from "../src/people/merchants/merchants.contract.ts";
import { merchantOf } from "../src/people/merchants/merchants.factory.ts";
import type { Caller } from "./drill-caller.ts";
import { wait } from "./drill-world.ts";
import type { DrillFigure } from "./reliability.ts";

export interface Writers {
  /** How many acknowledgements there are so far. */
  acknowledged(): number;
  /** Answers that are neither a success nor "try again", by status. */
  readonly strange: Map<number, number>;
  /** Lets them finish what they have begun, once everything answers again. */
  end(): Promise<void>;
}

/** Writes one thing to one process; the status. */
export const write = async (caller: Caller, name: string): Promise<number> =>
  (await caller.post(createMerchant.path, merchantOf(caller.client, { externalId: name }), name)).status;

/** Four people who each write one thing after the other, under a key each, and try again until they are told that it is done. */
export function startWriters(caller: Caller): Writers {
  const strange = new Map<number, number>();
  let acknowledged = 0;
  let busy = true;
  const one = async (name: string): Promise<void> => {
    for (;;) {
      const status = await write(caller, name);
      if (status === 200) {
        acknowledged += 1;
        return;
      }
      if (status !== 0 && status !== 503 && status !== 507) strange.set(status, (strange.get(status) ?? 0) + 1);
      await wait(30);
    }
  };
  const run = randomUUID().slice(0, 8);
  const all = [1, 2, 3, 4].map(async (writer) => {
    for (let turn = 1; busy; turn++) await one(`drill-${run}-${writer}-${turn}`);
  });
  return {
    acknowledged: () => acknowledged,
    strange,
    async end() {
      busy = false;
      await Promise.all(all);
    },
  };
}

/** What stands in the database against what was acknowledged: every write there, none half-done, none twice. */
export async function judge(url: string, writers: Writers, what: string): Promise<DrillFigure[]> {
  const { pool, close } = connect(url, { max: 1 });
  const { rows } = await pool.query<{ there: number; twice: number; half: number }>(
    `with written as (
       select m.external_id, count(*) as times, sum((select count(*) from audit_log a
         where a.subject = 'merchant' and a.subject_id = m.id::text and a.action = 'merchant.create')) as traces
       from merchant m where m.external_id like 'drill-%' group by 1)
     select count(*)::int as there, count(*) filter (where times > 1)::int as twice,
       count(*) filter (where traces <> times)::int as half from written`,
  );
  await close();
  const { there = 0, twice = 0, half = 0 } = rows[0] ?? {};
  const acknowledged = writers.acknowledged();
  const strange = [...writers.strange].map(([status, count]) => `${count} × ${status}`);
  return [
    {
      promise: `${what}: every acknowledged write is there, none half-done, none twice`,
      figure: `${acknowledged} acknowledged, ${there} there, ${half} half-done, ${twice} twice`,
      target: "all, 0, 0",
      holds: acknowledged > 0 && there === acknowledged && twice === 0 && half === 0,
    },
    {
      promise: `${what}: answers are a success or "try again later"`,
      figure: strange.length === 0 ? "nothing else" : strange.join(", "),
      target: "nothing else",
      holds: strange.length === 0,
    },
  ];
}

/** How often something was done; a line of its own, so that the lines of the promises stay the same whatever the count. */
export const done = (what: string, times: number): DrillFigure => ({
  promise: `${what}: how many`,
  figure: String(times),
  target: "-",
  holds: times > 0,
});
