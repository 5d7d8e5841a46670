/** The record of address checks: asking for one, and what follows on the file when the answer comes. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { planAgendas } from "../../cases/agenda/agenda.server.ts";
import { lockFile, selectFiles } from "../../cases/files/files.server.ts";
import { writeLogs } from "../../cases/logs/logs.server.ts";
import { changeDebtor, recordAddressCheck } from "../../cases/parties/parties.server.ts";
import { type Source, sources } from "../../cases/parties/parties.ts";
import { debtorById } from "../../cases/persons/persons.server.ts";
import { placeKey } from "../../cases/persons/persons.ts";
import { activeHolds, liftHold, placeHold } from "../../cases/states/states.server.ts";
import { mourningMonths } from "../../cases/states/states.ts";
import { addMonths, dateInAmsterdam, type PlainDate } from "../../ground/kernel/dates.ts";
import { fieldError, notFound, VorderError } from "../../ground/kernel/errors.ts";
import type { Ctx, Db, WorkCtx } from "../../ground/platform/server/http/module.ts";
import { asSystem } from "../../ground/platform/server/postgres/guarded.ts";
import { noteAddressChecked } from "../../letters/processing/processing.server.ts";
import { type CheckRow, checkRow } from "./surveillance.contract.ts";
import { type CheckReason, type CheckResult, dueOn, effectOf } from "./surveillance.ts";

type Reader = Pick<Ctx, "db" | "user">;

/** Checks of files that the reader may see: every query of this module begins here. */
export const visibleChecks = ({ db, user }: Reader) =>
  selectFiles({ db, user })
    .innerJoin("address_check", "address_check.file_id", "case_file.id")
    .innerJoin("client", "client.id", "case_file.client_id")
    .innerJoin("debtor", "debtor.id", "case_file.debtor_id")
    .leftJoin("app_user as asker", "asker.id", "address_check.asked_by")
    .leftJoin("app_user as finder", "finder.id", "address_check.done_by");

export const checkColumns = [
  "address_check.id",
  "address_check.file_id",
  "address_check.reason",
  "address_check.state",
  "address_check.street",
  "address_check.house_number",
  "address_check.addition",
  "address_check.postcode",
  "address_check.city",
  "address_check.country",
  "address_check.note",
  "address_check.asked_at",
  "address_check.due_on",
  "address_check.sent_at",
  "address_check.result",
  "address_check.checked_on",
  "address_check.source",
  "address_check.version",
  "case_file.number as file_number",
  "client.company as client_name",
  "debtor.display_name as debtor_name",
  "debtor.birth_date as birth_date",
  "asker.name as asked_by",
  "finder.name as done_by",
] as const;

type Found = Awaited<ReturnType<typeof checksBy>>[number];

const checksBy = (ctx: Reader, where: RawBuilder<SqlBool>) =>
  visibleChecks(ctx).select(checkColumns).where(where).orderBy("address_check.id").execute();

export const toCheck = (row: Found): CheckRow =>
  checkRow.parse({
    id: row.id,
    fileId: row.file_id,
    fileNumber: row.file_number,
    clientName: row.client_name,
    debtorName: row.debtor_name,
    reason: row.reason,
    state: row.state,
    street: row.street,
    houseNumber: row.house_number,
    addition: row.addition,
    postcode: row.postcode,
    city: row.city,
    country: row.country,
    note: row.note,
    askedAt: row.asked_at.toISOString(),
    askedBy: row.asked_by,
    dueOn: row.due_on,
    sentAt: row.sent_at?.toISOString() ?? null,
    result: row.result,
    checkedOn: row.checked_on,
    source: row.source,
    doneBy: row.done_by,
    version: row.version,
  });

/** Checks that still run, of the chosen ones or of all, in the order in which they were asked for. */
export const runningChecks = (ctx: Reader, ids?: readonly number[]): Promise<Found[]> =>
  checksBy(
    ctx,
    ids
      ? sql<SqlBool>`address_check.state in ('open', 'sent') and address_check.id = any(${[...ids]}::bigint[])`
      : sql<SqlBool>`address_check.state = 'open'`,
  );

/** @throws notFound, also for a check of a file that the reader may not see. */
export async function requireCheck(ctx: Reader, id: number): Promise<CheckRow> {
  const [row] = await checksBy(ctx, sql<SqlBool>`address_check.id = ${id}`);
  if (!row) throw notFound();
  return toCheck(row);
}

/**
 * Asks for checks of files by a condition on `case_file` (aliased so) and `debtor`: one statement, whatever their number. Files that
 * are closed, or have a check running already, are left out. Returns what was asked.
 */
export async function openChecks(
  ctx: Pick<WorkCtx, "db" | "clock" | "user" | "translate">,
  reason: CheckReason,
  which: RawBuilder<SqlBool>,
  options: { readonly note?: string; readonly limit?: number } = {},
): Promise<readonly { readonly id: number; readonly file_id: number }[]> {
  const { rows } = await sql<{ id: number; file_id: number }>`
    insert into address_check (file_id, debtor_id, reason, street, house_number, addition, postcode, city, country,
      note, asked_at, asked_by, due_on)
    select case_file.id, debtor.id, ${reason}, debtor.street, debtor.house_number, debtor.addition, debtor.postcode,
      debtor.city, debtor.country, ${options.note || null}, ${ctx.clock.now()}, ${ctx.user.id || null},
      ${dueOn(ctx.clock.today())}
    from case_file join debtor on debtor.id = case_file.debtor_id
    where case_file.status <> 'closed' and ${which}
    order by case_file.id limit ${options.limit ?? 10_000}
    on conflict (file_id) where state in ('open', 'sent') do nothing
    returning id, file_id`.execute(ctx.db);
  await writeLogs(
    ctx,
    rows.map(({ id, file_id }) => ({
      fileId: file_id,
      type: "system" as const,
      subject: { key: "surveillance.logAsked", values: { why: { text: `surveillance.reason_${reason}` } } },
      content: options.note || null,
      ref: { kind: "address_check", id },
    })),
  );
  return rows;
}

export interface Finding {
  readonly result: CheckResult;
  readonly checkedOn: PlainDate;
  readonly source: string;
  readonly address?:
    | {
        readonly street: string;
        readonly houseNumber: string;
        readonly addition: string;
        readonly postcode: string;
        readonly city: string;
        readonly country: string;
      }
    | undefined;
}

/** Locks a check and gives it as it stands. */
async function lockCheck(db: Db, id: number) {
  const row = await db.selectFrom("address_check").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** @throws conflict with the present check, where somebody else was first. */
export async function requireRunning(ctx: Reader, id: number, version: number | undefined): Promise<void> {
  const check = await lockCheck(ctx.db, id);
  const isRunning = check.state === "open" || check.state === "sent";
  if (!isRunning || (version !== undefined && version !== check.version)) {
    throw new VorderError("conflict", { data: { current: await requireCheck(ctx, id) } });
  }
}

/**
 * Notes what was found and does what follows on the file: see `effectOf`.
 * @throws conflict where the check is over or was changed; validation on `address.…` and `checkedOn`; notFound.
 */
export async function answerOne(
  ctx: WorkCtx,
  id: number,
  finding: Finding,
  how: { readonly by: "hand" | "csv" | "adapter"; readonly version?: number | undefined },
): Promise<CheckRow> {
  const before = await requireCheck(ctx, id);
  // Locked, so that nobody enters another address between what is read of the debtor and what is written.
  await lockFile(ctx, before.fileId);
  await requireRunning(ctx, id, how.version);
  if (finding.checkedOn > ctx.clock.today()) throw fieldError("checkedOn", "surveillance.inFuture");
  if (finding.checkedOn < dateInAmsterdam(new Date(before.askedAt)))
    throw fieldError("checkedOn", "surveillance.beforeAsked");
  await ctx.db
    .updateTable("address_check")
    .set({
      state: "done",
      result: finding.result,
      checked_on: finding.checkedOn,
      source: finding.source || null,
      found_by: how.by,
      done_at: ctx.clock.now(),
      done_by: ctx.user.id || null,
      version: before.version + 1,
    })
    .where("id", "=", id)
    .execute();
  await writeLogs(ctx, [lineOf(before, finding)]);
  await follow(ctx, before, finding);
  await ctx.audit({ action: "address_check.answer", subject: "address_check", subjectId: id, before, after: finding });
  return requireCheck(ctx, id);
}

const lineOf = ({ id, fileId, street, houseNumber, postcode, city }: CheckRow, finding: Finding) => ({
  fileId,
  type: "system" as const,
  subject: {
    key: "surveillance.logAnswered",
    values: {
      result: { text: `surveillance.result_${finding.result}` },
      address: `${street} ${houseNumber}, ${postcode} ${city}`,
    },
  },
  content: finding.source || null,
  ref: { kind: "address_check", id },
});

/** Whether the debtor of a file lives at one of these places by now. */
async function livesAt(
  ctx: WorkCtx,
  fileId: number,
  places: readonly Parameters<typeof placeKey>[0][],
): Promise<boolean> {
  const now = placeKey(await debtorById(ctx.db, await debtorIdOf(ctx, fileId)));
  return places.some((place) => placeKey(place) === now);
}

/** Whether a check looked at the address that the debtor of its file has now. */
const isOfPresent = (ctx: WorkCtx, check: CheckRow): Promise<boolean> => livesAt(ctx, check.fileId, [check]);

/**
 * Of an address that somebody entered meanwhile and one that was found, a person says which is right. Whoever types in what a bureau told sees the
 * address that was checked, and not the one entered since.
 */
async function planChoice(
  ctx: WorkCtx,
  { id, fileId }: CheckRow,
  found: NonNullable<Finding["address"]>,
): Promise<void> {
  const { street, houseNumber, addition, postcode, city, country } = found;
  const address = `${street} ${houseNumber} ${addition}`.trim();
  const values = { address: `${address}, ${postcode} ${city} (${country})` };
  const note = ctx.translate({ key: "surveillance.planChoice", values }, "nl");
  await planAgendas(ctx, [{ fileId, subject: "address_check", note, key: `address-check-${id}` }]);
}

async function follow(ctx: WorkCtx, check: CheckRow, finding: Finding): Promise<void> {
  const { fileId } = check;
  const effect = effectOf(finding.result);
  const { address } = finding;
  if (finding.result === "moved") {
    if (address && !(await livesAt(ctx, fileId, [check, address]))) return planChoice(ctx, check, address);
    await moveDebtor(ctx, fileId, finding);
  }
  // What was found at an address says nothing of another one that was entered meanwhile; it stands on the timeline.
  else if (finding.result !== "deceased" && !(await isOfPresent(ctx, check))) return;
  else if (effect.verified) await recordAddressCheck(ctx.db, fileId, finding.checkedOn);
  if (effect.lifts) await liftReturnedMail(ctx, fileId);
  if (effect.holds !== null) await stopFile(ctx, fileId, effect.holds, finding);
  if (effect.verified) await noteAddressChecked(ctx, fileId);
}

async function debtorIdOf(ctx: WorkCtx, fileId: number): Promise<number> {
  const file = await asSystem(ctx.db, "the result of a check follows on its file, whoever enters or uploads it")
    .selectFrom("case_file")
    .select("debtor_id")
    .where("id", "=", fileId)
    .executeTakeFirst();
  if (!file) throw notFound();
  return file.debtor_id;
}

/** The source that a check names in words ("BRP"), as the address of a person knows it. */
const knownSource = (told: string): Source | null =>
  told === "" ? null : (sources.find((known) => known === told.trim().toLowerCase()) ?? "other");

async function moveDebtor(ctx: WorkCtx, fileId: number, { address, checkedOn, source }: Finding): Promise<void> {
  if (!address) throw fieldError("address.street", "surveillance.addressNeeded");
  const {
    id: _id,
    fileType: _type,
    isConsumer: _c,
    isNaturalPerson: _n,
    displayName: _d,
    ...rest
  } = await debtorById(ctx.db, await debtorIdOf(ctx, fileId));
  try {
    await changeDebtor(ctx, fileId, {
      ...rest,
      ...address,
      addition: address.addition || null,
      addressVerifiedOn: checkedOn,
      addressSource: knownSource(source),
    });
  } catch (error) {
    if (!(error instanceof VorderError) || error.code !== "validation") throw error;
    const fields = Object.entries(error.detail.fields ?? {}).map(([field, messages]) => [`address.${field}`, messages]);
    throw new VorderError("validation", { fields: Object.fromEntries(fields) });
  }
}

async function liftReturnedMail(ctx: WorkCtx, fileId: number): Promise<void> {
  const holds = (await activeHolds(ctx.db, [fileId], ctx.clock.today())).get(fileId) ?? [];
  for (const hold of holds) if (hold.kind === "returned_mail") await liftHold(ctx, fileId, hold.id);
}

async function stopFile(
  ctx: WorkCtx,
  fileId: number,
  kind: "returned_mail" | "deceased",
  finding: Finding,
): Promise<void> {
  const reason = ctx.translate({ key: `surveillance.result_${finding.result}` }, "nl");
  const until = kind === "deceased" ? addMonths(ctx.clock.today(), mourningMonths) : null;
  await placeHold(ctx, fileId, { kind, reason, until });
}
