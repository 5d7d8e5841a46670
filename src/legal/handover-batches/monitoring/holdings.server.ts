/** What offices say that they hold, and what we think they hold, on any day. */
import { sql } from "kysely";
import { z } from "zod";
import { visibleFiles } from "../../../cases/files/files.server.ts";
import { addDays, date, instantInAmsterdam, type PlainDate } from "../../../ground/kernel/dates.ts";
import { centsFromDecimal } from "../../../ground/kernel/money.ts";
import type { Ctx, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { guarded } from "../../../ground/platform/server/postgres/guarded.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { loadEvents } from "../../../money/claims/claims.server.ts";
import { balanceOf } from "../../../money/claims/claims.ts";
import { ofSeenFiles } from "../batches/events.server.ts";
import type { Reconciled } from "./monitoring.contract.ts";

const holding = z.object({
  fileNumber: z.string().trim().min(1).max(40),
  officeNumber: z.string().trim().max(60).default(""),
  open: z.string().regex(/^-?\d{1,12}\.\d\d$/),
});

/** Keeps what an office says that it holds on a day; said again it replaces what was said of that day. Gives how many lines it understood. */
export async function storeHoldings(
  ctx: WorkCtx,
  destinationId: number,
  on: string,
  lines: readonly unknown[],
): Promise<number> {
  const held = lines.flatMap((line) => {
    const read = holding.safeParse(line).data;
    const cents = read && centsFromDecimal(read.open);
    return read && cents !== undefined ? [{ ...read, cents }] : [];
  });
  const day = date(on);
  await ctx.db
    .deleteFrom("handover_holding")
    .where("destination_id", "=", destinationId)
    .where("on_date", "=", day)
    .execute();
  const byNumber = new Map(held.map((one) => [one.fileNumber, one]));
  const rows = [...byNumber.values()].map(({ fileNumber, officeNumber, cents }) => ({
    destination_id: destinationId,
    on_date: day,
    file_number: fileNumber,
    office_number: officeNumber || null,
    open_cents: cents,
    received_at: ctx.clock.now(),
  }));
  for (let from = 0; from < rows.length; from += 1000)
    await ctx.db
      .insertInto("handover_holding")
      .values(rows.slice(from, from + 1000))
      .execute();
  return rows.length;
}

interface Ours {
  readonly file_id: number;
  readonly number: string;
  readonly office_number: string | null;
  readonly open_cents: number;
}

/** Files that were with the office at the end of a day: accepted by then, and not ended by then; the amount is what was open on that day. */
async function oursOn(ctx: Ctx, destinationId: number, on: PlainDate): Promise<readonly Ours[]> {
  const end = instantInAmsterdam(addDays(on, 1));
  const { rows } = await sql<Ours>`select f.file_id, case_file.number, f.office_number, 0::bigint as open_cents
    from handover_batch_file f join handover_batch b on b.id = f.batch_id join case_file on case_file.id = f.file_id
    where b.destination_id = ${destinationId} and f.exclusive and ${visibleFiles(ctx.user)}
      and exists (select from handover_event e where e.batch_file_id = f.id and e.to_state = 'accepted' and e.at < ${end})
      and not exists (select from handover_event e where e.batch_file_id = f.id and e.to_state = 'processed' and e.at < ${end})
    order by case_file.number`.execute(ctx.db);
  const tariffs = await loadTariffs(ctx.db);
  const events = await loadEvents(
    ctx.db,
    rows.map(({ file_id }) => file_id),
  );
  return rows.map((row) => ({ ...row, open_cents: balanceOf(events.get(row.file_id) ?? [], tariffs, on).open }));
}

/** File by file; what the office holds of files that the reader may not see is left out. */
export async function reconciled(ctx: Ctx, destinationId: number, on: PlainDate) {
  const latest = await ctx.db
    .selectFrom("handover_holding")
    .select((eb) => eb.fn.max("on_date").as("day"))
    .where("destination_id", "=", destinationId)
    .where("on_date", "<=", on)
    .executeTakeFirst();
  const reportedOn = latest?.day ?? null;
  const theirs =
    reportedOn === null
      ? []
      : await guarded(ctx.db, ofSeenFiles(ctx.user), (whole) =>
          whole.selectFrom("handover_holding as h").leftJoin("case_file", "case_file.number", "h.file_number"),
        )
          .select(["h.file_number", "h.office_number", "h.open_cents", "case_file.id"])
          .where("h.destination_id", "=", destinationId)
          .where("h.on_date", "=", reportedOn)
          .execute();
  const ours = await oursOn(ctx, destinationId, on);
  const known = new Map(theirs.map((row) => [row.file_number, row]));
  const mine = new Set(ours.map(({ number }) => number));
  const items: Reconciled[] = ours.map((row) => {
    const other = known.get(row.number);
    const side = { officeNumber: row.office_number, openCents: row.open_cents };
    const verdict = !other ? "onlyOurs" : other.open_cents === row.open_cents ? "same" : "amount";
    return {
      fileId: row.file_id,
      fileNumber: row.number,
      ours: side,
      theirs: other ? { officeNumber: other.office_number, openCents: other.open_cents } : null,
      verdict,
    };
  });
  for (const row of theirs)
    if (!mine.has(row.file_number))
      items.push({
        fileId: row.id,
        fileNumber: row.file_number,
        ours: null,
        theirs: { officeNumber: row.office_number, openCents: row.open_cents },
        verdict: "onlyTheirs",
      });
  return { on, toldOn: reportedOn, items };
}
