/** The rows of a run as its screens list them. */

import { type RawBuilder, type SqlBool, sql } from "kysely";
import { visibleFiles } from "../../../cases/files/files.server.ts";
import { isNamed } from "../../../cases/persons/persons.server.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { toPage } from "../../../ground/kernel/query.ts";
import type { Ctx } from "../../../ground/platform/server/http/module.ts";
import { cappedCount } from "../../../ground/platform/server/http/paged-list.ts";
import { containing } from "../../../ground/platform/server/postgres/like-pattern.ts";
import { translateRefusals } from "../../../law/rules/rules.server.ts";
import { stepChannels } from "../../workflows/workflows.ts";
import { translateRowError } from "../on-hold/reason-texts.server.ts";
import { rowStates, verdicts } from "../processing.ts";
import type { RunRow } from "./runs.contract.ts";
import { requireRun, stepName } from "./runs.server.ts";

interface RowQuery {
  readonly offset: number;
  readonly limit: number;
  readonly order?: { readonly field: string; readonly direction: "asc" | "desc" } | undefined;
  readonly filter: {
    readonly verdict?: string | undefined;
    readonly state?: string | undefined;
    readonly step?: number | undefined;
    readonly workflow?: string | undefined;
    readonly channel?: string | undefined;
    readonly rule?: string | undefined;
    readonly together?: boolean | undefined;
    readonly search?: string | undefined;
  };
}

interface Found {
  readonly file_id: number;
  readonly number: string;
  readonly company: string;
  readonly display_name: string;
  readonly workflow_code: string;
  readonly step: number;
  readonly channel: string;
  readonly template_code: string;
  readonly due_on: PlainDate;
  readonly verdict: string;
  readonly state: string;
  readonly reasons: unknown;
  readonly open_cents: number;
  readonly cost_cents: number;
  readonly together: number;
  readonly error: unknown;
  readonly attempts: number;
  readonly document_id: number | null;
  readonly done_at: Date | null;
}

function conditions(ctx: Ctx, runId: number, { filter }: RowQuery): RawBuilder<SqlBool> {
  const all = [sql<SqlBool>`r.run_id = ${runId}`, visibleFiles(ctx.user)];
  const equal: readonly (readonly [string, string | number | undefined])[] = [
    ["r.verdict", filter.verdict],
    ["r.state", filter.state],
    ["r.step", filter.step],
    ["r.workflow_code", filter.workflow],
    ["r.channel", filter.channel],
  ];
  for (const [column, value] of equal) if (value !== undefined) all.push(sql<SqlBool>`${sql.ref(column)} = ${value}`);
  if (filter.rule !== undefined) all.push(sql<SqlBool>`r.reasons @> ${JSON.stringify([{ rule: filter.rule }])}::jsonb`);
  if (filter.together) all.push(sql<SqlBool>`r.together > 0`);
  if (filter.search !== undefined) {
    const words = containing(filter.search);
    all.push(sql<SqlBool>`(case_file.number ilike ${words} or ${isNamed(filter.search, "d")})`);
  }
  return sql<SqlBool>`${sql.join(all, sql` and `)}`;
}

const orders: Readonly<Record<string, string>> = {
  fileNumber: "case_file.number",
  dueOn: "r.due_on",
  openCents: "r.open_cents",
  costCents: "r.cost_cents",
  doneAt: "r.done_at",
};

const from = sql`run_row r join case_file on case_file.id = r.file_id join client c on c.id = case_file.client_id
  join debtor d on d.id = case_file.debtor_id`;

export async function rowPage(ctx: Ctx, runId: number, query: RowQuery) {
  await requireRun(ctx, runId);
  const where = conditions(ctx, runId, query);
  const direction = query.order?.direction === "desc" ? sql`desc nulls last` : sql`asc nulls last`;
  // The default order: by verdict and step, as in the index.
  const order = query.order
    ? sql`${sql.ref(orders[query.order.field] ?? "r.file_id")} ${direction}, r.file_id`
    : sql`r.verdict, r.step, r.file_id`;
  const found = await sql<Found>`
    select r.file_id, case_file.number, c.company, d.display_name, r.workflow_code, r.step, r.channel, r.template_code,
      r.due_on, r.verdict, r.state, r.reasons, r.open_cents, r.cost_cents, r.together, r.error, r.attempts, r.document_id, r.done_at
    from ${from} where ${where} order by ${order}
    limit ${query.limit} offset ${query.offset}`.execute(ctx.db);
  const total = await cappedCount(ctx.db, sql`${from} where ${where}`);
  return toPage(
    found.rows.map((row) => shown(ctx, row)),
    total,
    query.limit,
  );
}

const shown = (ctx: Ctx, row: Found): RunRow => ({
  fileId: row.file_id,
  fileNumber: row.number,
  clientName: row.company,
  debtorName: row.display_name,
  workflow: row.workflow_code,
  step: row.step,
  stepName: stepName(ctx, row.template_code),
  channel: stepChannels.find((known) => known === row.channel) ?? "task",
  template: row.template_code,
  dueOn: row.due_on,
  verdict: verdicts.find((known) => known === row.verdict) ?? "wait",
  state: rowStates.find((known) => known === row.state) ?? "planned",
  ...translateRefusals(ctx, row.reasons),
  openCents: row.open_cents,
  costCents: row.cost_cents,
  together: row.together,
  error: translateRowError(ctx, row.error),
  attempts: row.attempts,
  documentId: row.document_id,
  doneAt: row.done_at?.toISOString() ?? null,
});
