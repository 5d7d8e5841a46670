/**
 * Claims with a judgment: the provider's demands and promises are repeated as events of the claim, because the balance reads only events, so that
 * it sees what interrupted the limitation of the interest since (BW 3:324(3), 3:325).
 */
import { sql } from "kysely";
import { z } from "zod";
import { lockFile } from "../../../cases/files/files.server.ts";
import { cutText } from "../../../ground/kernel/cut-text.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { type JobCtx, job, type SystemDb, type WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { RecordFailures } from "../../../ground/platform/server/jobs/record-failures.ts";
import type { Interruption } from "../../../law/rules/rules.ts";
import { appendEvents, eventsOf } from "../../../money/claims/claims.server.ts";
import { type ClaimEvent, isKind, type NewEvent, standingEvents } from "../../../money/claims/claims.ts";
import { loadInputs } from "../runs/inputs.server.ts";

const batch = 500;

async function judgedFiles(db: SystemDb, after: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct e.file_id as id from claim_event e join case_file f on f.id = e.file_id and f.closed_on is null
    where e.kind = 'interruption' and e.data ->> 'how' = 'judgment' and e.file_id > ${after}
    order by 1 limit ${batch}`.execute(db);
  return rows.map(({ id }) => id);
}

const markOf = ({ proof }: Interruption): string => `${proof.source}:${proof.id}`;

const repeated = (events: readonly ClaimEvent[]) =>
  standingEvents(events).flatMap((event) =>
    isKind(event, "interruption") && event.data.of !== undefined ? [{ id: event.id, of: event.data.of }] : [],
  );

function eventOf({ on, kind, invoices, proof, ...each }: Interruption): NewEvent {
  const { documentId } = proof;
  const data = {
    how: kind === "promise" ? ("recognition" as const) : ("demand" as const),
    invoices: [...invoices].slice(0, 200),
    proof: cutText(proof.text, 200) || kind,
    of: markOf({ on, kind, invoices, proof, ...each }),
    ...(documentId !== null && { documentId }),
  };
  return { kind: "interruption", on, data };
}

/** Enters missing events, and reverses those that did not count after all: a returned letter, a withdrawn promise. */
async function repeat(ctx: WorkCtx, fileId: number, own: readonly Interruption[], today: PlainDate): Promise<void> {
  await lockFile(ctx, fileId);
  const known = repeated(await eventsOf(ctx.db, fileId));
  const valid = own.filter(({ on, invoices }) => on <= today && invoices.length > 0);
  const missing = valid.filter((each) => !known.some(({ of }) => of === markOf(each)));
  const invalid = known.filter(({ of }) => !valid.some((each) => markOf(each) === of));
  const events: NewEvent[] = [
    ...missing.map(eventOf),
    ...invalid.map(({ id, of }) => ({ kind: "reversal" as const, on: today, reverses: id, data: { reason: of } })),
  ];
  if (events.length > 0) await appendEvents(ctx, fileId, events);
}

async function repeatAll(ctx: JobCtx): Promise<void> {
  const today = ctx.clock.today();
  const failures = new RecordFailures(ctx);
  for (let after = 0; !ctx.signal.aborted; ) {
    const ids = await judgedFiles(ctx.db, after);
    if (ids.length === 0) return failures.end();
    for (const { situation, interruptions } of (await loadInputs(ctx.db, ids, today)).values())
      await failures.attempt({ file: situation.fileId }, () =>
        ctx.tx((tx) => repeat(tx, situation.fileId, interruptions, today)),
      );
    after = ids.at(-1) ?? after;
  }
}

export const judgedJob = job({
  name: "processing.judged",
  payload: z.object({}),
  cron: "40 2 * * *",
  expireSeconds: 7200,
  run: (ctx) => repeatAll(ctx),
});
