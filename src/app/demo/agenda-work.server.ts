/** The agenda of the demo's people: what is due is dealt with as an office does, most of it in its week; the rest waits for the next one. */
import { archiveAgenda, createAgendaItem, planAgain } from "../../cases/agenda/agenda.contract.ts";
import type { ClosingReason, FilePhase } from "../../cases/files/files.ts";
import { changeStatus, closeFileByHand } from "../../cases/states/states.contract.ts";
import { addDays, type PlainDate } from "../../ground/kernel/dates.ts";
import { decimalFromCents } from "../../ground/kernel/money.ts";
import { changeFileWorkflow } from "../../letters/workflows/workflows.contract.ts";
import { bookRefundCall } from "../../money/claims/claims.contract.ts";
import { fileBalance } from "../../money/claims/claims.server.ts";
import type { Engine } from "./engine.server.ts";
import type { Chance } from "./seeded-random.ts";
import type { Cast } from "./setup.server.ts";

export type PhaseWorkflow = "W5B" | "W5J" | "W5M" | "W5S";

interface Due {
  readonly id: number;
  readonly version: number;
  readonly file_id: number;
  readonly subject: string;
}

/** So little is not worth a procedure. */
const uneconomicBelow = 5_000;

/** So long a file that is watched, or at the bailiff's, is left alone before somebody looks at it again. */
const reviewAfterDays = 42;

/** So many items somebody has before them on the day on which the story ends. */
const aDaysWork = 12;

const dueBy = (engine: Engine, day: PlainDate): Promise<readonly Due[]> =>
  engine.db
    .selectFrom("agenda_item")
    .innerJoin("agenda_subject", "agenda_subject.id", "agenda_item.subject_id")
    .select(["agenda_item.id", "agenda_item.version", "file_id", "agenda_subject.code as subject"])
    .where("state", "=", "open")
    .where("on_date", "<=", day)
    .orderBy("on_date")
    .orderBy("agenda_item.id")
    .execute();

/** Deals with what is due by tomorrow: of every ten items about nine. */
export async function workAgenda(engine: Engine, cast: Cast, chance: Chance, day: PlainDate): Promise<void> {
  for (const item of await dueBy(engine, addDays(day, 1)))
    if (chance.hit(0.9)) await engine.unlessRefused(() => deal(engine, cast, chance, day, item));
}

/** On the last day before the story ends: what is due by its end is dealt with, but for a day's work. */
export async function clearAgenda(
  engine: Engine,
  cast: Cast,
  chance: Chance,
  day: PlainDate,
  end: PlainDate,
): Promise<void> {
  for (const item of (await dueBy(engine, end)).slice(0, -aDaysWork))
    await engine.unlessRefused(() => deal(engine, cast, chance, day, item));
}

async function deal(engine: Engine, cast: Cast, chance: Chance, day: PlainDate, item: Due): Promise<void> {
  if (item.subject === "workflow_ended") return decide(engine, cast, chance, day, item);
  if (item.subject === "overpayment") return refund(engine, cast, day, item);
  if (item.subject === "review" || item.subject === "bailiff_status") return lookAgain(engine, cast, chance, day, item);
  const outcome = chance.pick(["Afgehandeld.", "Besproken met de opdrachtgever.", "Gebeld en beantwoord."]);
  await engine.call(cast.actor("employee"), archiveAgenda, { body: { ids: [item.id], outcome } });
}

interface Standing {
  readonly version: number;
  readonly phase: string;
  readonly status: string;
}

const standingOf = (engine: Engine, fileId: number): Promise<Standing> =>
  engine.db
    .selectFrom("case_file")
    .select(["version", "phase", "status"])
    .where("id", "=", fileId)
    .executeTakeFirstOrThrow();

/** Plans the day on which somebody looks at a file again that goes on without steps. */
async function planReview(engine: Engine, cast: Cast, day: PlainDate, fileId: number, code: string): Promise<void> {
  const { id: subject } = await engine.db
    .selectFrom("agenda_subject")
    .select("id")
    .where("code", "=", code)
    .executeTakeFirstOrThrow();
  await engine.call(cast.actor("employee"), createAgendaItem, {
    params: { id: fileId },
    body: { subject, on: addDays(day, reviewAfterDays) },
  });
}

/** A file that was watched comes up again: it is given up, or left for some more weeks. */
async function lookAgain(engine: Engine, cast: Cast, chance: Chance, day: PlainDate, item: Due): Promise<void> {
  const file = await standingOf(engine, item.file_id);
  if (file.status === "monitoring" && chance.hit(0.7)) return giveUp(engine, cast, day, item.file_id, file.version);
  const outcome = "Bekeken; nog geen verhaal.";
  await engine.call(cast.actor("employee"), archiveAgenda, { body: { ids: [item.id], outcome } });
  if (file.status === "monitoring") await planReview(engine, cast, day, item.file_id, item.subject);
}

async function giveUp(engine: Engine, cast: Cast, day: PlainDate, fileId: number, version: number): Promise<void> {
  const { open } = await fileBalance(engine.db, fileId, day);
  const reason: ClosingReason = open <= uneconomicBelow ? "uneconomic" : "uncollectable";
  const note = "Besproken met de opdrachtgever: verder incasseren loont niet.";
  const body = { reason, note, version, waiveCosts: true };
  await engine.call(cast.actor("employee"), closeFileByHand, { params: { id: fileId }, body });
}

/** The file goes on in the workflow of the phase that it has come to. */
export async function moveToPhase(engine: Engine, cast: Cast, fileId: number, workflow: PhaseWorkflow): Promise<void> {
  const body = { workflow, reason: "Verder in de workflow van de fase." };
  await engine.call(cast.actor("employee"), changeFileWorkflow, { params: { id: fileId }, body });
}

/** The file goes on after all, or something stops it, which comes first. */
async function putOff(engine: Engine, cast: Cast, day: PlainDate, item: Due, status: string): Promise<void> {
  const employee = cast.actor("employee");
  if (status === "in_progress") {
    const body = { ids: [item.id], outcome: "Het dossier gaat verder." };
    await engine.call(employee, archiveAgenda, { body });
    return;
  }
  const { id, version } = item;
  await engine.call(employee, planAgain, { body: { items: [{ id, version, on: addDays(day, reviewAfterDays) }] } });
}

/** What becomes of a file at the end of its workflow: most are given up, some are watched for a while or go to the bailiff. */
async function decide(engine: Engine, cast: Cast, chance: Chance, day: PlainDate, item: Due): Promise<void> {
  const employee = cast.actor("employee");
  const { version, phase, status } = await standingOf(engine, item.file_id);
  if (status !== "no_more_steps") return putOff(engine, cast, day, item, status);
  const params = { id: item.file_id };
  const follow = async (to: FilePhase, subject: string): Promise<void> => {
    await engine.call(employee, changeStatus, { params, body: { status: "monitoring", phase: to, version } });
    await moveToPhase(engine, cast, item.file_id, to === "bailiff" ? "W5B" : "W5M");
    await planReview(engine, cast, day, item.file_id, subject);
  };
  if (phase === "judicial" && chance.hit(0.2)) return follow("bailiff", "bailiff_status");
  if (chance.hit(0.06)) return follow("monitoring", "review");
  await giveUp(engine, cast, day, item.file_id, version);
}

/** What was received too much goes back to whoever paid it; the file then closes by itself. */
async function refund(engine: Engine, cast: Cast, day: PlainDate, item: Due): Promise<void> {
  const { overpaid } = await fileBalance(engine.db, item.file_id, day);
  if (overpaid === 0) return;
  const body = { date: day, amount: decimalFromCents(overpaid), reference: "Te veel ontvangen, teruggestort" };
  await engine.call(cast.actor("finance"), bookRefundCall, { params: { id: item.file_id }, body });
}
