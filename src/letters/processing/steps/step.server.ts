/** One step of one file, started by a person: the same decision and the same effects as in a run. */

import { sql } from "kysely";
import { fileContacts, requireFile } from "../../../cases/files/files.server.ts";
import { recordAddressCheck } from "../../../cases/parties/parties.server.ts";
import { VorderError } from "../../../ground/kernel/errors.ts";
import { type Ctx, type Handler, handle, type WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { batched, batchedWrite } from "../../../ground/platform/server/postgres/batched.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { anyOf, prepared } from "../../../ground/platform/server/postgres/prepared-statements.ts";
import { cachedPerTransaction } from "../../../ground/platform/server/postgres/transaction-cache.ts";
import { translateRefusals } from "../../../law/rules/rules.server.ts";
import { callScript } from "../../correspondence/correspondence.server.ts";
import { completeStep, fileSteps } from "../../workflows/workflows.server.ts";
import { type HandOutcome, outcomesOf, type Step, stepChannels } from "../../workflows/workflows.ts";
import { type FileInputs, type PlannedRow, planFile, type Reason } from "../processing.ts";
import { type Composed, makeClosing, makeStep, prepareStep, stepModel } from "../runs/effects.server.ts";
import { loadInputs, type RunEnvironment, runEnvironment, spokenTo } from "../runs/inputs.server.ts";
import { doStep, readStep, type StepNow } from "../runs/runs.contract.ts";
import { stepName } from "../runs/runs.server.ts";
import { lockMessagesTo } from "./contacts.server.ts";
import { DecidedMessages } from "./decided-messages.ts";

interface Judged {
  readonly inputs: FileInputs;
  readonly row: PlannedRow;
  readonly environment: RunEnvironment;
}

const notJudged = (fileId: number): VorderError =>
  new VorderError("internal", { cause: `file ${fileId} cannot be judged` });

/** The possible step of a file now, whatever its due date: only a run waits for that, but the law gate always decides. */
async function judge(
  ctx: Pick<WorkCtx, "db" | "clock" | "environment">,
  fileId: number,
  decided = new DecidedMessages(),
): Promise<Judged> {
  const environment = await runEnvironment(ctx, null, true);
  const inputs = (await loadInputs(ctx.db, [fileId], environment.at.today)).get(fileId);
  const planned = inputs && decided.judge(inputs, environment);
  if (!inputs || planned?.kind !== "row") throw notJudged(fileId);
  // In the same instant, so that whoever is judged next counts it.
  decided.add(inputs, planned.row, environment);
  return { inputs, row: planned.row, environment };
}

const byHand = (row: PlannedRow): boolean => row.step?.byHand ?? false;

const outcomesOfRow = ({ step }: PlannedRow): HandOutcome[] => (step === null ? [] : outcomesOf(step));

function shown(ctx: Pick<Ctx, "translate" | "lang">, { row }: Judged): StepNow {
  const hasStep = row.step !== null || row.template !== "";
  return {
    fileId: row.fileId,
    verdict: row.verdict,
    position: row.position,
    name: hasStep ? stepName(ctx, row.template) : null,
    channel: hasStep ? (stepChannels.find((known) => known === row.channel) ?? null) : null,
    byHand: byHand(row),
    outcomes: outcomesOfRow(row),
    dueOn: hasStep ? row.dueOn : null,
    ...translateRefusals(ctx, row.reasons),
    openCents: row.openCents,
    costCents: row.costCents,
  };
}

/** The next step of a file with its verdict, independent of language: stored, and translated for each reader. */
export interface JudgedStep {
  readonly verdict: PlannedRow["verdict"];
  readonly position: number;
  /** The template that names the step; empty if there is none. */
  readonly template: string;
  readonly channel: string;
  readonly byHand: boolean;
  /** The outcomes that a person can choose for the step. */
  readonly outcomes: readonly HandOutcome[];
  readonly reasons: readonly Reason[];
}

const judgedRow = (row: PlannedRow): JudgedStep => {
  const { verdict, position, template, channel, reasons } = row;
  return { verdict, position, template, channel, byHand: byHand(row), outcomes: outcomesOfRow(row), reasons };
};

/** The next step of a file with its current verdict; the caller has checked visibility. */
export async function judgedStep(ctx: WorkCtx, fileId: number): Promise<JudgedStep> {
  const step = await stepOf(ctx.db, { ctx, fileId });
  if (!step) throw notJudged(fileId);
  return step;
}

const stepOf = batched(async (_db, asked: readonly { readonly ctx: WorkCtx; readonly fileId: number }[]) => {
  const [first] = asked;
  if (first === undefined) return [];
  const steps = await judgedSteps(
    first.ctx,
    asked.map(({ fileId }) => fileId),
  );
  return asked.map(({ fileId }) => steps.get(fileId));
});

interface JudgedAs {
  /** Each is judged as if this were applied. */
  readonly changed?: (situation: FileInputs["situation"]) => FileInputs["situation"];
  /** All are to be sent, after these: each is judged as if the messages of those before it had been written. */
  readonly sentAfter?: readonly number[];
}

/** The next steps of many files, from one read; see `judgedStep`. Files that cannot be judged are not in the map. */
export async function judgedSteps(
  ctx: WorkCtx,
  fileIds: readonly number[],
  { changed = (situation) => situation, sentAfter }: JudgedAs = {},
): Promise<ReadonlyMap<number, JudgedStep>> {
  const environment = await runEnvironment(ctx, null, true);
  const decided = new DecidedMessages();
  const decide = (inputs: FileInputs) => {
    const planned = decided.judge(inputs, environment);
    if (sentAfter && planned.kind === "row") decided.add(inputs, planned.row, environment);
    return planned;
  };
  if (sentAfter?.length)
    for (const inputs of (await loadInputs(ctx.db, sentAfter, environment.at.today)).values()) decide(inputs);
  const found = new Map<number, JudgedStep>();
  for (const [fileId, read] of await loadInputs(ctx.db, fileIds, environment.at.today)) {
    const planned = decide({ ...read, situation: changed(read.situation) });
    if (planned.kind === "row") found.set(fileId, judgedRow(planned.row));
  }
  return found;
}

/**
 * The call script, in the language of the person called, otherwise of the caller; null for other steps, and if the template or required data are
 * missing.
 */
async function scriptOf(ctx: Ctx, { inputs, row, environment }: Judged): Promise<string | null> {
  if (row.step?.channel !== "call") return null;
  try {
    const { template } = row.step;
    const called = { ...inputs, reach: spokenTo(inputs.reach, template, environment, ctx.lang) };
    return await callScript(ctx.db, template, stepModel(called, row.step, environment, ctx.translate).model);
  } catch (error) {
    if (error instanceof VorderError && error.code === "refused") return null;
    throw error;
  }
}

/** The refusal as an error that names each rule, its article and the first possible moment. */
export function refusal(ctx: Pick<Ctx, "translate" | "lang">, reasons: readonly Reason[]): VorderError {
  return new VorderError("refused", {
    fields: { common: reasons.map(({ textKey, values }) => ({ key: textKey, values })) },
    data: { refusals: translateRefusals(ctx, reasons).reasons },
  });
}

const refused = (key: string): VorderError => new VorderError("refused", { fields: { common: [{ key }] } });

export interface StepOrder {
  readonly fileId: number;
  /** The step that the person saw. */
  readonly position: number;
  readonly outcome?: HandOutcome | undefined;
}

/** Files and whom they may be written about, in the order of their ids: two who lock the same wait for each other and never lock each other out. */
const lockFiles = batchedWrite(async (db, fileIds: readonly number[]) => {
  const { rows } = await sql<{ debtor: number }>`${prepared}
    select debtor_id as debtor from case_file where id = ${anyOf(fileIds)} order by id for update`.execute(
    asSystem(db, "a file is locked before it is judged, for people and runs alike"),
  );
  await lockMessagesTo(db, { debtors: rows.map(({ debtor }) => debtor) });
});

/** What is decided on in a transaction: the works of a batch are judged before any of their messages is written. */
const decidedIn = cachedPerTransaction(async () => new DecidedMessages());

/**
 * Makes the next step of a file, and returns its message, or null. @throws notFound; conflict if it is not that step any more; refused with the law
 * gate's refusals; refused if a step by hand has no outcome, or an impossible one.
 */
export async function performStep(ctx: WorkCtx, order: StepOrder): Promise<Composed | null> {
  // Locked before it is judged, so that nothing changes between the judgement and the effects.
  await lockFiles(ctx.db, [order.fileId]);
  const judged = await judge(ctx, order.fileId, await decidedIn(ctx.db));
  const { row, inputs, environment } = judged;
  if (row.position !== order.position)
    throw new VorderError("conflict", {
      fields: { common: [{ key: "processing.stepChanged" }] },
      data: { current: shown(ctx, judged) },
    });
  if (row.verdict === "refuse" || (row.verdict === "wait" && !byHand(row))) throw refusal(ctx, row.reasons);
  if (row.verdict === "close") {
    await makeClosing(ctx, inputs, row, environment);
    return null;
  }
  const { step } = row;
  if (step === null) throw refusal(ctx, row.reasons);
  // While a bailiff's office has not answered, only its answer can complete the step.
  if (step.effect === "handover") await fileSteps.refuseInHand(ctx.db, row.fileId);
  if (step.byHand) return recordByHand(ctx, row, step, order.outcome);
  if (order.outcome !== undefined) throw refused("processing.noOutcome");
  const prepared = await prepareStep(ctx, inputs, { ...row, step }, environment, ctx.translate);
  return makeStep(ctx, prepared, environment);
}

async function recordByHand(
  ctx: WorkCtx,
  row: PlannedRow,
  step: Step,
  outcome: HandOutcome | undefined,
): Promise<null> {
  if (outcome === undefined) throw refused("processing.needsOutcome");
  if (!outcomesOf(step).includes(outcome)) throw refused("processing.wrongOutcome");
  await completeStep(ctx, {
    fileId: row.fileId,
    step,
    outcome,
    passed: row.passed,
    again: row.again,
    runId: null,
    termUntil: null,
  });
  // A summons requires this check: the law gate uses its date (domain facts 4.6).
  if (step.effect === "address_check" && outcome !== "not_reached")
    await recordAddressCheck(ctx.db, row.fileId, ctx.clock.today());
  if (step.channel === "call") await fileContacts.record(ctx.db, row.fileId, { at: ctx.clock.now(), channel: "call" });
  return null;
}

/** The address was verified elsewhere: completes the step if the workflow waits for it. Does nothing otherwise. */
export async function noteAddressChecked(ctx: WorkCtx, fileId: number): Promise<void> {
  const environment = await runEnvironment(ctx, null, true);
  const inputs = (await loadInputs(ctx.db, [fileId], environment.at.today)).get(fileId);
  const planned = inputs && planFile(inputs, environment);
  if (planned?.kind !== "row") return;
  const { row } = planned;
  const isOpen = row.verdict === "do" || row.verdict === "wait";
  if (isOpen && row.step?.byHand === true && row.step.effect === "address_check") {
    await recordByHand(ctx, row, row.step, "done");
  }
}

export const stepHandlers: readonly Handler[] = [
  handle(readStep, async (ctx, { params: { id } }) => {
    await requireFile(ctx, id);
    const judged = await judge(ctx, id);
    return { ...shown(ctx, judged), script: await scriptOf(ctx, judged) };
  }),
  handle(doStep, async (ctx, { params: { id }, body }) => {
    await requireFile(ctx, id);
    const made = await performStep(ctx, { fileId: id, ...body });
    return { ...shown(ctx, await judge(ctx, id)), documentId: made?.documentId ?? null };
  }),
];
