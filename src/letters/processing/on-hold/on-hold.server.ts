/** Waiting files with the reason: files on hold, and due files that a rule or a person holds back. */

import { type RawBuilder, type SqlBool, sql } from "kysely";
import { visibleFiles } from "../../../cases/files/files.server.ts";
import { isNamed } from "../../../cases/persons/persons.server.ts";
import { toPage } from "../../../ground/kernel/query.ts";
import type { Ctx } from "../../../ground/platform/server/http/module.ts";
import { containing } from "../../../ground/platform/server/postgres/like-pattern.ts";
import { translateRefusals } from "../../../law/rules/rules.server.ts";
import { type FileInputs, type PlannedRow, planFile } from "../processing.ts";
import { loadInputs, type RunEnvironment, runEnvironment } from "../runs/inputs.server.ts";
import type { HeldRow } from "../runs/runs.contract.ts";
import { stepName } from "../runs/runs.server.ts";

type Cause = HeldRow["cause"];

interface HeldQuery {
  readonly offset: number;
  readonly limit: number;
  readonly filter: {
    readonly cause?: Cause | undefined;
    readonly client?: number | undefined;
    readonly search?: string | undefined;
  };
}

/** Files that may be waiting: suspended ones, and those whose date has come. Only the law gate decides whether and why. */
async function candidates(ctx: Ctx, { filter }: HeldQuery): Promise<number[]> {
  const conditions: RawBuilder<SqlBool>[] = [
    sql<SqlBool>`case_file.closed_on is null`,
    sql<SqlBool>`(case_file.status in ('paused', 'suspend', 'term_payment') or case_file.next_action_on <= ${ctx.clock.today()})`,
    visibleFiles(ctx.user),
  ];
  if (filter.client !== undefined) conditions.push(sql<SqlBool>`case_file.client_id = ${filter.client}`);
  if (filter.search !== undefined) {
    const words = containing(filter.search);
    conditions.push(sql<SqlBool>`(case_file.number ilike ${words} or ${isNamed(filter.search, "d")})`);
  }
  const { rows } = await sql<{ id: number }>`
    select case_file.id from case_file join debtor d on d.id = case_file.debtor_id
    where ${sql.join(conditions, sql` and `)}
    order by case_file.next_action_on nulls last, case_file.id limit ${mostCandidates}`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/** The maximum number judged for one page; the count then says "more than". */
const mostCandidates = 10_000;
const batch = 250;

function causeOf(row: PlannedRow, { situation, holds }: FileInputs): Cause {
  if (holds.length > 0 || row.reasons.some(({ rule }) => rule.startsWith("status_"))) return "hold";
  if (situation.status === "term_payment") return "arrangement";
  if (row.verdict === "refuse") return "refused";
  return row.reasons.some(({ rule }) => rule === "byHand") ? "byHand" : "other";
}

function heldRow(ctx: Ctx, inputs: FileInputs, environment: RunEnvironment): HeldRow | null {
  const planned = planFile(inputs, environment);
  if (planned.kind === "notDue" || planned.row.verdict === "do" || planned.row.verdict === "close") return null;
  const { row } = planned;
  const { situation } = inputs;
  return {
    fileId: situation.fileId,
    fileNumber: situation.number,
    clientName: situation.client.company,
    debtorName: situation.debtor.displayName,
    status: situation.status,
    cause: causeOf(row, inputs),
    stepName: row.step ? stepName(ctx, row.template) : null,
    dueOn: row.step ? row.dueOn : null,
    ...translateRefusals(ctx, row.reasons),
    openCents: row.openCents,
  };
}

/** A page of waiting files: judged from the longest overdue on, until the page is full and one more file is found. */
export async function heldPage(ctx: Ctx, query: HeldQuery) {
  const environment = await runEnvironment(ctx, null);
  const ids = await candidates(ctx, query);
  const found: HeldRow[] = [];
  const enough = query.offset + query.limit;
  let judged = 0;
  for (; judged < ids.length && found.length <= enough; judged += batch) {
    const inputs = await loadInputs(ctx.db, ids.slice(judged, judged + batch), environment.at.today);
    for (const each of inputs.values()) {
      const row = heldRow(ctx, each, environment);
      if (row && (query.filter.cause === undefined || row.cause === query.filter.cause)) found.push(row);
    }
  }
  // Unjudged files may be waiting too: they are counted as waiting, so that the next page can be requested.
  const total = found.length + Math.max(0, ids.length - judged);
  return toPage(found.slice(query.offset, enough), total, query.limit);
}
