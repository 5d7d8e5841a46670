/** What is told of files before and after work on them: read as they stand, shown in the reader's language. */
import { sql } from "kysely";
import { nextStepMessage } from "../../../cases/files/files.ts";
import { decimalFromCents } from "../../../ground/kernel/money.ts";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import type { BulkRow } from "../bulk.contract.ts";
import { changedFields, type Fact, type FactField, type Facts, stepFact } from "../bulk.ts";

export interface SeenFile {
  readonly version: number;
  readonly facts: Facts;
}

interface Read {
  readonly id: number;
  readonly version: number;
  readonly facts: Facts;
  readonly next_step: string | null;
  readonly next_step_values: unknown;
}

/** Files as they stand, by id, whoever may see them. */
export async function readFacts(db: Db, ids: readonly number[], today: string): Promise<ReadonlyMap<number, SeenFile>> {
  const { rows } = await sql<Read>`select case_file.id, case_file.version, jsonb_build_object(
      'status', case_file.status, 'phase', case_file.phase, 'caseManager', app_user.name,
      'place', file_workflow.workflow_code || ' · ' || file_workflow.position,
      'nextStep', null,
      'nextActionOn', case_file.next_action_on,
      'holds', array(select file_hold.kind from file_hold where file_hold.file_id = case_file.id
        and file_hold.lifted_at is null and (file_hold.until_date is null or file_hold.until_date >= ${today})
        order by file_hold.id),
      'agenda', (select count(*) from agenda_item where agenda_item.file_id = case_file.id
        and agenda_item.state = 'open'),
      'lines', (select count(*) from file_log where file_log.file_id = case_file.id and not file_log.is_system),
      'openCents', case_file.open_cents, 'interestCents', case_file.interest_cents,
      'costsCents', case_file.costs_cents) as facts, case_file.next_step, case_file.next_step_values
    from case_file left join app_user on app_user.id = case_file.case_manager_id
      left join file_workflow on file_workflow.file_id = case_file.id
    where case_file.id = any(${[...ids]}::bigint[])`.execute(
    asSystem(db, "files of a plan, which took only those that its maker may see"),
  );
  return new Map(
    rows.map(({ id, version, facts, next_step: key, next_step_values: values }) => {
      const nextStep = stepFact(key === null ? null : { key, values });
      return [id, { version, facts: { ...facts, nextStep } }];
    }),
  );
}

type Change = BulkRow["changes"][number];
type Speaker = Pick<WorkCtx, "translate" | "lang">;

const ways: Readonly<Record<FactField, Change["as"]>> = {
  status: "text",
  phase: "text",
  caseManager: "text",
  place: "text",
  nextStep: "text",
  nextActionOn: "date",
  holds: "text",
  agenda: "text",
  lines: "text",
  openCents: "money",
  interestCents: "money",
  costsCents: "money",
};

const words: Partial<Record<FactField, string>> = {
  status: "files.status_",
  phase: "files.phase_",
  holds: "files.hold_",
};

function stepWords(ctx: Speaker, fact: string): string {
  const stored: unknown = JSON.parse(fact);
  if (typeof stored !== "object" || stored === null || !("key" in stored) || !("values" in stored)) return "";
  const step = nextStepMessage(String(stored.key), stored.values);
  return step === null ? "" : ctx.translate(step, ctx.lang);
}

/** A fact in the reader's words. */
export function shown(ctx: Speaker, field: FactField, fact: Fact): string | null {
  if (fact === null) return null;
  if (typeof fact === "number") return ways[field] === "money" ? decimalFromCents(fact) : String(fact);
  const prefix = words[field];
  const translate = (word: string): string =>
    prefix === undefined ? word : ctx.translate({ key: `${prefix}${word}` }, ctx.lang);
  if (typeof fact !== "string") return fact.length === 0 ? null : fact.map(translate).join(", ");
  return field === "nextStep" ? stepWords(ctx, fact) : translate(fact);
}

/** What differs between two looks at a file, in the reader's words. That lines were written is told only where nothing else was done. */
export function shownChanges(ctx: Speaker, before: Facts, after: Facts): Change[] {
  const changed = changedFields(before, after);
  return changed
    .filter((field) => field !== "lines" || changed.length === 1)
    .map((field) => ({
      field,
      as: ways[field],
      before: shown(ctx, field, before[field]),
      after: shown(ctx, field, after[field]),
    }));
}
