/** Records in lists: searching, filtering and formatting. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { z } from "zod";
import { visibleFiles } from "../../../cases/files/files.server.ts";
import { toPage } from "../../../ground/kernel/query.ts";
import type { Actor, Ctx } from "../../../ground/platform/server/http/module.ts";
import { pagedList } from "../../../ground/platform/server/http/paged-list.ts";
import { asSeen, guarded } from "../../../ground/platform/server/postgres/guarded.ts";
import { containing, contains } from "../../../ground/platform/server/postgres/like-pattern.ts";
import { loadWorkflows } from "../../workflows/workflows.server.ts";
import { stepText } from "../../workflows/workflows.texts.ts";
import { liveStates, recordStates } from "./record.ts";
import type { listRecords, RecordRow } from "./records.contract.ts";
import { visibleRecords } from "./visibility.server.ts";

export type RecordQuery = z.output<typeof listRecords.query>;

/** Records that a text is part of, as every search field of pre-collection promises; on `precasso_record` and `client`. */
export function recordContaining(text: string): RawBuilder<SqlBool> {
  const pattern = containing(text);
  return sql<SqlBool>`(precasso_record.number ilike ${pattern} or precasso_record.client_ref ilike ${pattern}
    or precasso_record.email ilike ${pattern} or precasso_record.postcode ilike ${pattern}
    or ${contains(["precasso_record.debtor_name", "client.company"], text)}
    or exists (select from precasso_invoice i where i.record_id = precasso_record.id and i.number ilike ${pattern}))`;
}

/** The query of the records that match a filter, without columns. */
export function filteredRecords(ctx: Pick<Ctx, "db" | "user">, filter: RecordQuery["filter"]) {
  let found = guarded(ctx.db, asSeen(visibleRecords(ctx.user)), (whole) =>
    whole
      .selectFrom("precasso_record")
      .innerJoin("client", "client.id", "precasso_record.client_id")
      .leftJoin("case_file", "case_file.id", "precasso_record.file_id"),
  );
  const { search, client, state, step } = filter;
  if (search) found = found.where(recordContaining(search));
  if (client !== undefined) found = found.where("precasso_record.client_id", "=", client);
  if (state === "live") found = found.where("precasso_record.state", "in", [...liveStates]);
  else if (state === "returned") found = found.where("precasso_record.address_wrong_since", "is not", null);
  else if (state !== undefined) found = found.where("precasso_record.state", "=", state);
  if (step !== undefined) found = found.where("precasso_record.next_step", "=", step);
  if (filter.import !== undefined) found = found.where("precasso_record.import_id", "=", filter.import);
  if (filter.createdFrom !== undefined)
    found = found.where("precasso_record.created_on", ">=", sqlDate(filter.createdFrom));
  if (filter.createdTo !== undefined)
    found = found.where("precasso_record.created_on", "<=", sqlDate(filter.createdTo));
  return found;
}

const sqlDate = (on: string) => sql<never>`${on}::date`;

/** The oldest due date, and the sum of the invoices. */
const dueOn = sql<string>`(select min(due_date) from precasso_invoice where record_id = precasso_record.id)`;
const total = sql<number>`(select sum(cents) from precasso_invoice where record_id = precasso_record.id)::bigint`;

const orders = {
  number: sql`precasso_record.id`,
  debtorName: sql`lower(precasso_record.debtor_name)`,
  clientName: sql`lower(client.company)`,
  openCents: sql`precasso_record.open_cents`,
  dueOn,
  nextDueOn: sql`precasso_record.next_due_on`,
  createdAt: sql`precasso_record.created_at`,
} as const;

/** The file of a converted record, if the reader may see it. */
export const fileOf = (actor: Actor, column: "id" | "number") =>
  sql<string | null>`case when ${visibleFiles(actor)} then case_file.${sql.ref(column)} end`;

export const recordColumns = (actor: Actor) =>
  [
    "precasso_record.id",
    "precasso_record.number",
    "precasso_record.client_id",
    "client.company",
    "precasso_record.client_ref",
    "precasso_record.debtor_name",
    "precasso_record.city",
    "precasso_record.state",
    "precasso_record.hold_until",
    "precasso_record.open_cents",
    "precasso_record.workflow_code",
    "precasso_record.definition_version",
    "precasso_record.next_step",
    "precasso_record.next_due_on",
    "precasso_record.created_at",
    dueOn.as("due_on"),
    total.as("total_cents"),
    fileOf(actor, "id").as("file_id"),
    fileOf(actor, "number").as("file_number"),
  ] as const;

export interface ListedRow {
  readonly id: number;
  readonly number: string;
  readonly client_id: number;
  readonly company: string;
  readonly client_ref: string;
  readonly debtor_name: string;
  readonly city: string;
  readonly state: string;
  readonly hold_until: string | null;
  readonly open_cents: number;
  readonly workflow_code: string;
  readonly definition_version: number;
  readonly next_step: number | null;
  readonly next_due_on: string | null;
  readonly file_id: number | string | null;
  readonly file_number: string | null;
  readonly created_at: Date;
  readonly due_on: string;
  readonly total_cents: number;
}

/** Rows as the calls return them, with the name of the next step in the reader's language. */
export async function shownRecords(
  ctx: Pick<Ctx, "db" | "translate" | "lang">,
  rows: readonly ListedRow[],
): Promise<RecordRow[]> {
  const workflows = await loadWorkflows(ctx.db, "precasso");
  const nameOf = ({ workflow_code, definition_version, next_step }: ListedRow): string | null => {
    const step = workflows
      .of({ workflowCode: workflow_code, definitionVersion: definition_version })
      ?.steps.find(({ position }) => position === next_step);
    return step ? ctx.translate({ key: stepText(step.template), values: { template: step.template } }, ctx.lang) : null;
  };
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    clientId: row.client_id,
    clientName: row.company,
    clientRef: row.client_ref,
    debtorName: row.debtor_name,
    city: row.city,
    state: recordStates.find((state) => state === row.state) ?? "open",
    holdUntil: row.hold_until,
    openCents: row.open_cents,
    totalCents: Number(row.total_cents),
    dueOn: row.due_on,
    nextStep: nameOf(row),
    nextDueOn: row.next_due_on,
    fileId: row.file_id === null ? null : Number(row.file_id),
    fileNumber: row.file_number,
    createdAt: row.created_at.toISOString(),
  }));
}

export async function recordPage(ctx: Ctx, query: RecordQuery) {
  const { field, direction } = query.order ?? { field: "number" as const, direction: "desc" as const };
  const found = filteredRecords(ctx, query.filter);
  const { rows, total: count } = await pagedList(ctx.db, found, query, (all) =>
    all
      .select(recordColumns(ctx.user))
      .orderBy(sql`${orders[field]} ${sql.raw(direction)} nulls last`)
      .orderBy("precasso_record.id", "desc"),
  );
  return toPage(await shownRecords(ctx, rows), count, query.limit);
}
