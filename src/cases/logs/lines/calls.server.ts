/** Simultaneous calls to one number are counted one after the other. */
import { sql } from "kysely";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { speakersOf } from "../../states/states.server.ts";

/** Who calls one of these numbers waits for whoever is calling it, so that two at once are counted one after the other. */
export async function lockNumbers(db: Db, numbers: readonly string[]): Promise<void> {
  if (numbers.length === 0) return;
  // In the order of the numbers, so that two who lock several never wait for each other.
  await sql`select pg_advisory_xact_lock(hashtextextended('call ' || number, 0))
    from (select number from unnest(${[...numbers]}::text[]) as number order by number) as n`.execute(db);
}

/** The same for the numbers by which a file's debtor, or who speaks for it, is called. */
export async function lockCallsAbout({ db, clock }: Pick<WorkCtx, "db" | "clock">, fileId: number): Promise<void> {
  const to = (await speakersOf(db, [fileId], clock.today())).get(fileId)?.to;
  const own = asSystem(db, "calls about a seen file wait for others to the same numbers")
    .selectFrom("case_file as f")
    .innerJoin("debtor as d", "d.id", "f.debtor_id")
    .select(["d.mobile", "d.phone"])
    .where("f.id", "=", fileId);
  const { mobile, phone } = to ?? (await own.executeTakeFirstOrThrow());
  await lockNumbers(
    db,
    [...new Set([mobile, phone])].filter((number) => number !== null),
  );
}
