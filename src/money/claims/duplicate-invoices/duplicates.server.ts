/** Invoices that two files claim, as shown with the claim of a file, and the call that allows them. */
import { sql } from "kysely";
import { lockFile, requireFile, visibleFiles } from "../../../cases/files/files.server.ts";
import { writeLogs } from "../../../cases/logs/logs.server.ts";
import { fieldError } from "../../../ground/kernel/errors.ts";
import type { Cents } from "../../../ground/kernel/money.ts";
import { type Handler, handle, type WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { allowedLine } from "./allowed-line.server.ts";
import { free } from "./claimed.server.ts";
import { allowDuplicateInvoice, type DuplicateInvoice, listDuplicateInvoices } from "./duplicates.contract.ts";

interface Row {
  readonly number: string;
  readonly cents: Cents;
  readonly id: number;
  readonly file: string;
  readonly client: string;
  readonly status: string;
  readonly allowed_by: string | null;
  readonly allowed_at: Date | null;
  readonly reason: string | null;
}

async function duplicatesOf(ctx: Pick<WorkCtx, "db" | "user">, fileId: number): Promise<readonly DuplicateInvoice[]> {
  const { rows } = await sql<Row>`
    select distinct on (event.id, case_file.id) event.data ->> 'number' as number, c.amount_cents as cents, case_file.id,
      case_file.number as file, client.company as client, case_file.status,
      app_user.name as allowed_by, a.allowed_at, a.allowed_reason as reason
    from claimed_invoice c
    join claimed_invoice o on o.owner_id = c.owner_id and o.number_key = c.number_key and o.amount_cents = c.amount_cents
      and o.event_id <> c.event_id
    join claim_event event on event.id = c.event_id
    join case_file on case_file.id = o.file_id
    join client on client.id = case_file.client_id
    left join lateral (select * from (values (c.allowed_by, c.allowed_at, c.allowed_reason), (o.allowed_by, o.allowed_at, o.allowed_reason))
      as either(allowed_by, allowed_at, allowed_reason) where allowed_at is not null order by allowed_at limit 1) a on true
    left join app_user on app_user.id = a.allowed_by
    where c.file_id = ${fileId} and ${visibleFiles(ctx.user)}
    order by event.id, case_file.id, c.amount_cents`.execute(ctx.db);
  return rows.map((row) => ({
    number: row.number,
    amount: row.cents,
    file: { id: row.id, number: row.file, client: row.client, status: row.status },
    allowed:
      row.allowed_at === null
        ? null
        : { by: row.allowed_by ?? "", at: row.allowed_at.toISOString(), reason: row.reason ?? "" },
  }));
}

export const duplicateInvoiceHandlers: readonly Handler[] = [
  handle(listDuplicateInvoices, async (ctx, { params }) => {
    await requireFile(ctx, params.id);
    return { items: [...(await duplicatesOf(ctx, params.id))] };
  }),
  handle(allowDuplicateInvoice, async (ctx, { params, body }) => {
    const { number, reason } = body;
    await lockFile(ctx, params.id);
    const freed = await free(
      ctx,
      sql`c.file_id = ${params.id} and c.event_id in (select id from claim_event
        where file_id = ${params.id} and kind = 'invoice' and data ->> 'number' = ${number})`,
      reason,
    );
    if (freed.length === 0) throw fieldError("number", "claims.unknownInvoice", { number });
    const duplicates = await duplicatesOf(ctx, params.id);
    // The other files get a timeline line too, each with its own spelling of the number.
    await writeLogs(
      ctx,
      duplicates
        .filter((double) => double.number === number)
        .map(({ file }) => allowedLine(file.id, number, ctx.user.name, reason)),
    );
    return { items: [...duplicates] };
  }),
];
