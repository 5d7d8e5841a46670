/** Every change of a batch and of its files, with who, when and why; and how the page of them is read. */

import { type SqlBool, sql } from "kysely";
import { visibleFiles } from "../../../cases/files/files.server.ts";
import { cutText } from "../../../ground/kernel/cut-text.ts";
import type { Message } from "../../../ground/kernel/errors.ts";
import { toPage } from "../../../ground/kernel/query.ts";
import type { Actor, Ctx, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { pagedList } from "../../../ground/platform/server/http/paged-list.ts";
import { asSeen, guarded, type Seen } from "../../../ground/platform/server/postgres/guarded.ts";
import type { BatchEvent } from "./batches.contract.ts";
import { readTold, storedTold } from "./told.ts";

/** What happened; each has a text of its own. */
export type EventKind =
  | "chosen"
  | "judged"
  | "leftOut"
  | "putBack"
  | "refused"
  | "queued"
  | "sent"
  | "downloaded"
  | "uncertain"
  | "failed"
  | "again"
  | "asked"
  | "receipt"
  | "receiptWrong"
  | "accepted"
  | "rejected"
  | "recalled"
  | "recallTold"
  | "recallUncertain"
  | "recallFailed"
  | "recallRefused"
  | "lateReceipt"
  | "notCarried"
  | "report"
  | "processed";

export interface NewEvent {
  readonly batchId: number;
  readonly batchFileId?: number;
  readonly kind: EventKind;
  readonly from?: string;
  readonly to?: string;
  /** What somebody typed or an office wrote; a text of ours is said in the reader's language. */
  readonly reason?: string | Message;
}

export async function noteEvents(
  { db, clock, user }: Pick<WorkCtx, "db" | "clock" | "user">,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ batchId, batchFileId, kind, from, to, reason }) => ({
    batch_id: batchId,
    batch_file_id: batchFileId ?? null,
    kind,
    from_state: from ?? null,
    to_state: to ?? null,
    reason: reason ? cutText(storedTold(reason), 1000) : null,
    at: clock.now(),
    by_user: user.id || null,
  }));
  // A statement takes 65,535 values at the most.
  for (let from = 0; from < rows.length; from += 5000)
    await db
      .insertInto("handover_event")
      .values(rows.slice(from, from + 5000))
      .execute();
}

/** Batches of which the reader may see a file: there is no other. */
export const visibleBatches = ({ user }: Pick<Ctx, "user">, batch: string) =>
  sql<SqlBool>`exists (select from handover_batch_file vf join case_file on case_file.id = vf.file_id
    where vf.batch_id = ${sql.ref(batch)} and ${visibleFiles(user)})`;

/** What is of a file is there for whoever may see that file; what is of none, for who sees all. */
export const ofSeenFiles = (user: Actor): Seen =>
  asSeen(user.seesAllFiles ? sql<SqlBool>`true` : sql<SqlBool>`(case_file.id is not null and ${visibleFiles(user)})`);

const visibleEvents = (ctx: Pick<Ctx, "user">): Seen =>
  asSeen(
    sql<SqlBool>`case when e.batch_file_id is null then ${visibleBatches(ctx, "b.id")} else ${visibleFiles(ctx.user)} end`,
  );

interface Wanted {
  readonly offset: number;
  readonly limit: number;
  readonly filter: {
    readonly batch?: number | undefined;
    readonly file?: number | undefined;
    readonly destination?: number | undefined;
  };
}

/** Events of files that the reader may see, and of batches that have one. */
export async function eventPage(ctx: Ctx, { offset, limit, filter }: Wanted) {
  const found = guarded(ctx.db, visibleEvents(ctx), (whole) =>
    whole
      .selectFrom("handover_event as e")
      .innerJoin("handover_batch as b", "b.id", "e.batch_id")
      .innerJoin("handover_destination as d", "d.id", "b.destination_id")
      .leftJoin("handover_batch_file as f", "f.id", "e.batch_file_id")
      .leftJoin("case_file", "case_file.id", "f.file_id")
      .leftJoin("app_user", "app_user.id", "e.by_user"),
  )
    .$if(filter.batch !== undefined, (rows) => rows.where("e.batch_id", "=", filter.batch ?? 0))
    .$if(filter.file !== undefined, (rows) => rows.where("f.file_id", "=", filter.file ?? 0))
    .$if(filter.destination !== undefined, (rows) => rows.where("b.destination_id", "=", filter.destination ?? 0));
  const { rows, total } = await pagedList(ctx.db, found, { offset, limit }, (page) =>
    page
      .select([
        "e.id",
        "e.batch_id",
        "e.kind",
        "e.from_state",
        "e.to_state",
        "e.reason",
        "e.at",
        "d.name as destination",
      ])
      .select(["f.file_id", "case_file.number", "app_user.name as by"])
      .orderBy("e.id", "desc"),
  );
  const state = (of: "state" | "file", value: string | null): string | null =>
    value === null ? null : ctx.translate({ key: `handover-batches.${of}_${value}` }, ctx.lang);
  const items = rows.map((row): BatchEvent => {
    const of = row.file_id === null ? "state" : "file";
    return {
      id: row.id,
      batchId: row.batch_id,
      destination: row.destination,
      fileId: row.file_id,
      fileNumber: row.number,
      kind: row.kind,
      text: ctx.translate({ key: `handover-batches.event_${row.kind}` }, ctx.lang),
      from: state(of, row.from_state),
      to: state(of, row.to_state),
      reason: row.reason && readTold(row.reason, (message) => ctx.translate(message, ctx.lang)),
      at: row.at.toISOString(),
      by: row.by ?? "",
    };
  });
  return toPage(items, total, limit);
}
