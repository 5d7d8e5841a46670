/** What the advice on files is given on, read for a page of them with a handful of queries, and the rows that show it. */
import { type Selectable, sql } from "kysely";
import { visibleFiles } from "../../cases/files/files.server.ts";
import { capacitiesOf } from "../../cases/logs/logs.server.ts";
import { readerOf, translateLogText } from "../../cases/logs/logs.ts";
import { activeHolds } from "../../cases/states/states.server.ts";
import type { PlainDate } from "../../ground/kernel/dates.ts";
import { VorderError } from "../../ground/kernel/errors.ts";
import { sumCents } from "../../ground/kernel/money.ts";
import type { Ctx, Db, WorkCtx } from "../../ground/platform/server/http/module.ts";
import type { LegalDecision } from "../../ground/platform/server/postgres/database.types.ts";
import { asSystem } from "../../ground/platform/server/postgres/guarded.ts";
import { type JudgedHandover, judgeHandovers } from "../../letters/processing/processing.server.ts";
import { clientsById } from "../../people/customers/customers.server.ts";
import { subDistrictFiles } from "../handover/handover.server.ts";
import { type AdviceFacts, type Judgement, judge } from "./advice.ts";
import type { DecisionRow, LegalQuestion } from "./decisions.contract.ts";
import { advices, clientAnswers } from "./decisions.ts";
import { type StageCosts, stageCosts } from "./stage-costs.ts";

/** One file with all that its decision is shown with. */
export interface FileToDecide {
  readonly judged: JudgedHandover;
  readonly judgement: Judgement;
  readonly costs: StageCosts | null;
  readonly row: DecisionRow;
}

type Former = AdviceFacts["former"];

/** Earlier handovers of these files and of other files of the same person that whoever asks may see: those that ended with something open. */
async function formerOf({ db, user }: WorkCtx, fileIds: readonly number[]): Promise<ReadonlyMap<number, Former>> {
  const { rows } = await sql<{ fileId: number; count: number; unpaid: number }>`
    with mine as (select id, debtor_id from case_file as own where id = any(${[...fileIds]}::bigint[])),
      records as (select id as file_id, debtor_id from mine
        union select mine.id, other.debtor_id from mine join debtor_person tied on tied.debtor_id = mine.debtor_id
          join debtor_person other on other.person_id = tied.person_id)
    select records.file_id as "fileId", count(distinct held.id) as count,
      count(distinct held.id) filter (where held.state = 'processed' and case_file.open_cents > 0) as unpaid
    from records join case_file on case_file.debtor_id = records.debtor_id
      join handover_batch_file held on held.file_id = case_file.id and held.exclusive
        and held.state in ('accepted', 'processed')
    where ${visibleFiles(user)} group by records.file_id`.execute(db);
  return new Map(rows.map(({ fileId, count, unpaid }) => [fileId, { count, unpaid }]));
}

/** Null where a tariff has no row for the day. */
function costsOf(
  { balance, tariffs }: JudgedHandover,
  {
    client,
    subDistrictMatter,
    on,
  }: { readonly client: Client; readonly subDistrictMatter: boolean; readonly on: PlainDate },
): StageCosts | null {
  const bik = sumCents(balance.ledger.costs.filter(({ group }) => group === "bik").map(({ open }) => open));
  try {
    return stageCosts(tariffs, {
      principal: balance.principal,
      interest: balance.interest,
      bik,
      // A sole trader sues in the own name; partnerships pay as legal persons do (Wgbz art. 1).
      claimant: client.legalForm === "eenmanszaak" ? "natural" : "legal",
      withVat: balance.ledger.terms.bik.vat,
      subDistrictMatter,
      on,
    });
  } catch (error) {
    if (error instanceof VorderError) return null;
    throw error;
  }
}

type Client = NonNullable<Awaited<ReturnType<typeof clientsById>> extends Map<number, infer Each> ? Each : never>;

/** States and the address have rules of their own; what is refused beside them is counted. */
const isLaw = ({ rule }: { readonly rule: string }): boolean =>
  !rule.startsWith("hold") && rule !== "summonsAddress" && rule !== "limitationNear" && !rule.startsWith("timeBarred");

export interface Stored extends Selectable<LegalDecision> {
  readonly asker: string | null;
  readonly answerer: string | null;
  readonly decider: string | null;
}

/** What was asked, answered and decided; files of which nothing was are not in the map. The caller has asked who may see them. */
export async function storedOf(db: Db, fileIds: readonly number[]): Promise<ReadonlyMap<number, Stored>> {
  const rows = await db
    .selectFrom("legal_decision as d")
    .leftJoin("app_user as asker", "asker.id", "d.asked_by")
    .leftJoin("app_user as answerer", "answerer.id", "d.answered_by")
    .leftJoin("app_user as decider", "decider.id", "d.decided_by")
    .selectAll("d")
    .select(["asker.name as asker", "answerer.name as answerer", "decider.name as decider"])
    .where("d.file_id", "in", [...fileIds, 0])
    .execute();
  return new Map(rows.map((row) => [row.file_id, row]));
}

const known = <T extends string>(values: readonly T[], value: string | null): T | null =>
  values.find((each) => each === value) ?? null;

export function questionOf(row: Stored): LegalQuestion | null {
  if (row.asked_at === null || row.answer_by === null) return null;
  return {
    askedAt: row.asked_at.toISOString(),
    askedBy: row.asker,
    note: row.ask_note ?? "",
    advanceCents: row.advance_cents,
    answerBy: row.answer_by,
    answer: known(clientAnswers, row.answer),
    answerNote: row.answer_note ?? "",
    answeredAt: row.answered_at?.toISOString() ?? null,
    answeredBy: row.answerer,
  };
}

function decidedOf(row: Stored): DecisionRow["decided"] {
  const decision = known(advices, row.decision);
  if (decision === null || row.decided_at === null) return null;
  return {
    decision,
    until: row.until_date,
    reason: row.reason ?? "",
    advice: known(advices, row.advice),
    at: row.decided_at.toISOString(),
    by: row.decider,
  };
}

/** How far the decision on a file is; `due` where its workflow has come to it. */
function stateOf(row: Stored | undefined, due: boolean, today: PlainDate): DecisionRow["state"] {
  if (row?.asked_at && row.decision === null) return row.answered_at === null ? "asked" : "answered";
  if (row?.decision && !(row.until_date !== null && row.until_date <= today)) return "decided";
  return due || row?.until_date ? "waiting" : null;
}

interface Named {
  readonly id: number;
  readonly debtor: string;
  readonly due: boolean;
}

/** The steps of a workflow at which somebody decides on going to court. */
export const decidingSteps = ["TASK_HANDOVER", "TASK_ADVICE", "TASK_LEGAL_REVIEW", "TASK_UNECONOMIC"].map(
  (code) => `workflows.step_${code}`,
);

const namesOf = async (ctx: WorkCtx, fileIds: readonly number[]): Promise<ReadonlyMap<number, Named>> => {
  const rows = await asSystem(ctx.db, "the debtors of files that whoever asks was found to see")
    .selectFrom("case_file")
    .innerJoin("debtor", "debtor.id", "case_file.debtor_id")
    .select(["case_file.id", "debtor.display_name as debtor"])
    .select(
      sql<boolean>`case_file.closed_on is null and coalesce(case_file.next_step = any(${decidingSteps}::text[])
        and case_file.next_action_on <= ${ctx.clock.today()}, false)`.as("due"),
    )
    .where("case_file.id", "in", [...fileIds, 0])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
};

/** The case in which a judge awarded what is open; null where none did. */
const awardedIn = ({ balance }: JudgedHandover): string | null =>
  balance.ledger.invoices.find(({ awarded, accrual }) => awarded && accrual.principal > 0)?.number ?? null;

/** Why the advice is what it is, in the reader's words; null where nothing speaks against suing. */
function whyOf(ctx: Pick<Ctx, "translate" | "lang">, { lines, by }: Judgement): string | null {
  const decisive = lines.find(({ rule }) => rule === by);
  return decisive ? translateLogText(decisive.why, readerOf(ctx)) : null;
}

/** The advice on files that the caller may see, in the order given. */
export async function filesToDecide(
  ctx: Pick<Ctx, "translate" | "lang"> & WorkCtx,
  fileIds: readonly number[],
): Promise<FileToDecide[]> {
  if (fileIds.length === 0) return [];
  const today = ctx.clock.today();
  const judged = await judgeHandovers(ctx, fileIds);
  const clients = await clientsById(
    ctx.db,
    [...judged.values()].map(({ situation }) => situation.client.id),
  );
  const subDistrict = await subDistrictFiles(ctx, judged.values());
  const holds = await activeHolds(ctx.db, fileIds, today);
  const capacities = await capacitiesOf(ctx.db, fileIds);
  const former = await formerOf(ctx, fileIds);
  const stored = await storedOf(ctx.db, fileIds);
  const names = await namesOf(ctx, fileIds);
  return fileIds.flatMap((id): FileToDecide[] => {
    const of = judged.get(id);
    const client = of && clients.get(of.situation.client.id);
    if (!of || !client) return [];
    const asked = { client, subDistrictMatter: subDistrict.has(id), on: today };
    const costs = of.balance.open > 0 ? costsOf(of, asked) : null;
    const judgement = judge({
      today,
      open: of.balance.open,
      awarded: awardedIn(of),
      barred: of.leftOut.length > 0,
      costs,
      holds: (holds.get(id) ?? []).map(({ kind }) => kind),
      refusals: of.refusals.filter(isLaw).length,
      addressVerifiedOn: of.situation.debtor.addressVerifiedOn,
      barredOn: of.barredOn,
      capacity: capacities.get(id)?.capacityCents ?? null,
      former: former.get(id) ?? { count: 0, unpaid: 0 },
    });
    const kept = stored.get(id);
    const row: DecisionRow = {
      id,
      fileId: id,
      fileNumber: of.situation.number,
      clientId: client.id,
      clientName: client.company,
      debtorName: names.get(id)?.debtor ?? "",
      openCents: of.balance.open,
      state: stateOf(kept, names.get(id)?.due ?? false, today),
      advice: judgement.advice,
      why: whyOf(ctx, judgement),
      awardCents: judgement.award,
      recoverableCents: judgement.recoverable,
      benefitCents: judgement.benefit,
      outlayCents: costs?.outlay ?? null,
      barredOn: of.barredOn,
      question: kept ? questionOf(kept) : null,
      decided: kept ? decidedOf(kept) : null,
      version: kept?.version ?? 0,
    };
    return [{ judged: of, judgement, costs, row }];
  });
}
