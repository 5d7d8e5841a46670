/** Interruptions of limitation that are not bookings: entered by staff with proof, and promises to pay. */
import { sql } from "kysely";
import { lockFile } from "../../../cases/files/files.server.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { batchedRows } from "../../../ground/platform/server/postgres/batched.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { anyOf, prepared } from "../../../ground/platform/server/postgres/prepared-statements.ts";
import { enter, notInFuture, requireInvoices } from "../bookings/booking.server.ts";
import type { InterruptionKind } from "../engine/events.ts";
import type { Interruption } from "./interruption.ts";
import { eventsOf } from "./record.server.ts";

export interface InterruptionInput {
  readonly date: PlainDate;
  readonly how: InterruptionKind;
  /** Without any, all invoices that were due by then. */
  readonly invoices: readonly string[];
  readonly proof: string;
  readonly documentId?: number | undefined;
}

/**
 * Enters an interruption of limitation. The caller validates the document. @throws notFound; validation for a date in the future or an unknown
 * invoice.
 */
export async function noteInterruption(ctx: WorkCtx, fileId: number, input: InterruptionInput): Promise<number> {
  await lockFile(ctx, fileId);
  const { date, how, invoices, proof, documentId } = input;
  notInFuture(ctx, date);
  requireInvoices(await eventsOf(ctx.db, fileId), invoices, "invoices");
  const data = { how, invoices: [...invoices], proof, ...(documentId !== undefined && { documentId }) };
  const values = { on: { date }, how: { text: `claims.how_${how}` } };
  const subject = { key: "claims.logInterruption", values };
  return (await enter(ctx, fileId, { kind: "interruption", on: date, data }, subject)).id;
}

interface PromiseMade {
  readonly fileId: number;
  readonly id: number;
  readonly on: PlainDate;
  readonly note: string;
  readonly invoices: string[];
}

const promiseRows = batchedRows(
  async (db, fileIds: readonly number[]) => {
    const { rows } = await sql<PromiseMade>`${prepared}
      select p.file_id as "fileId", p.id, p.made_on as on, p.note, array(
        select e.data ->> 'number' from claim_event e
        where e.file_id = p.file_id and e.kind = 'invoice' and e.entered_at <= p.created_at) as invoices
      from payment_promise p where p.file_id = ${anyOf(fileIds)} and p.state <> 'withdrawn'
      order by p.id`.execute(asSystem(db, "what interrupts a limitation is the same for everybody"));
    return rows;
  },
  ({ fileId }) => fileId,
);

/** Promises to pay recognise the debt (BW 3:318): the invoices on the file when each was made. By file. */
export async function promisesMade(
  db: Db,
  fileIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Interruption[]>> {
  const rows = await promiseRows(db, fileIds, undefined);
  const found = new Map<number, Interruption[]>();
  for (const { fileId, id, on, note, invoices } of rows) {
    const proof = { source: "promise" as const, id, documentId: null, text: note };
    found.set(fileId, [...(found.get(fileId) ?? []), { on, kind: "promise", invoices, proof }]);
  }
  return found;
}
