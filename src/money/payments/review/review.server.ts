/** The actions of the review list: assign, split, set aside, undo, and search files. */
import { z } from "zod";
import { filesFoundBy } from "../../../cases/file-search/file-search.server.ts";
import { requireFile, selectFiles } from "../../../cases/files/files.server.ts";
import { readerOf, translateLogValue } from "../../../cases/logs/logs.ts";
import { fieldError } from "../../../ground/kernel/errors.ts";
import type { Ctx } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { anyOf } from "../../../ground/platform/server/postgres/prepared-statements.ts";
import { bookEntry, type Part, paymentToReturn, reverseOriginal } from "../matching/booking.server.ts";
import { reverseStanding } from "../matching/ledger.server.ts";
import type { fileSuggestion } from "../payments.contract.ts";
import { decideEntry, lockEntry, matchData, shownEntry } from "./entries.server.ts";

type Suggestion = z.input<typeof fileSuggestion>;

const money = (ctx: Ctx, cents: number): string => String(translateLogValue({ cents }, readerOf(ctx)));

function checkParts(ctx: Ctx, amountCents: number, parts: readonly Part[]): void {
  const sum = parts.reduce((total, part) => total + part.amountCents, 0);
  if (sum !== Math.abs(amountCents)) {
    const values = { parts: money(ctx, sum), amount: money(ctx, Math.abs(amountCents)) };
    throw fieldError("parts", "payments.partsDiffer", values);
  }
  if (new Set(parts.map(({ fileId }) => fileId)).size !== parts.length)
    throw fieldError("parts", "payments.sameFileTwice");
}

/**
 * Books an entry on the files that a person chose; a returned one reverses a payment of one file.
 * @throws validation if the parts do not sum to the entry; notFound; conflict.
 */
export async function assign(ctx: Ctx, id: number, version: number, parts: readonly Part[]) {
  const row = await lockEntry(ctx, id, version);
  if (row.state !== "review" && row.state !== "unmatched") throw fieldError("common", "payments.notNow");
  checkParts(ctx, row.amount_cents, parts);
  const why = { key: "payments.by_person", values: {} };
  const match = { why, suggestions: [] };
  if (row.amount_cents < 0) {
    const [part] = parts;
    if (part === undefined || parts.length > 1) throw fieldError("parts", "payments.returnOneFile");
    const file = await requireFile(ctx, part.fileId);
    await reverseOriginal(ctx, row, await paymentToReturn(ctx, file.id, part.amountCents, file.number), match);
  } else {
    for (const part of parts) await requireFile(ctx, part.fileId);
    await bookEntry(ctx, row, parts, match);
  }
  await ctx.audit({ action: "bank_entry.assign", subject: "bank_entry", subjectId: id, after: { parts } });
  return shownEntry(ctx, id);
}

/** Sets an entry aside with a reason. @throws validation if it was decided already; notFound; conflict. */
export async function ignore(ctx: Ctx, id: number, version: number, reason: string) {
  const row = await lockEntry(ctx, id, version);
  if (row.state !== "review" && row.state !== "unmatched") throw fieldError("common", "payments.notNow");
  const { suggestions } = matchData.parse(row.match);
  const why = { key: "payments.whySetAside", values: { reason } };
  await decideEntry(ctx, row, { state: "ignored", match: { why, suggestions } });
  await ctx.audit({ action: "bank_entry.ignore", subject: "bank_entry", subjectId: id, after: { reason } });
  return shownEntry(ctx, id);
}

/** Whether a return that stands took one of these payments back. */
async function isReturned({ db }: Ctx, bookingIds: readonly number[]): Promise<boolean> {
  const found = await db
    .selectFrom("bank_booking")
    .select("id")
    .where("reverses_id", "=", anyOf(bookingIds))
    .where("undone_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Undoes a decision: its bookings are reversed unless that happened on the file, and the entry is left for review again.
 * @throws validation for a payment that the bank took back; notFound; conflict.
 */
export async function undo(ctx: Ctx, id: number, version: number) {
  const row = await lockEntry(ctx, id, version);
  if (row.state !== "matched" && row.state !== "ignored") throw fieldError("common", "payments.nothingToUndo");
  const bookings = await ctx.db
    .selectFrom("bank_booking")
    .selectAll()
    .where("entry_id", "=", id)
    .where("undone_at", "is", null)
    // Their files are locked one by one.
    .orderBy("file_id")
    .orderBy("id")
    .execute();
  const ids = bookings.map((booking) => booking.id);
  if (await isReturned(ctx, ids)) throw fieldError("common", "payments.undoReturnFirst");
  const reason = ctx.translate({ key: "payments.undoneReason" }, "nl");
  for (const booking of bookings) {
    await requireFile(ctx, booking.file_id);
    const original = { fileId: booking.file_id, eventId: booking.claim_event_id };
    await reverseStanding(ctx, {
      ...original,
      on: ctx.clock.today(),
      reason,
      effectKey: `bank-booking:${booking.id}:undo`,
    });
    const undone = { undone_at: ctx.clock.now(), undone_by: ctx.user.id || null };
    await ctx.db.updateTable("bank_booking").set(undone).where("id", "=", booking.id).execute();
  }
  const why = { key: "payments.whyUndone", values: { name: ctx.user.name } };
  const before = matchData.parse(row.match);
  const files = [...new Set(bookings.map((booking) => booking.file_id))];
  const suggestions =
    before.suggestions.length > 0 ? before.suggestions : files.map((fileId) => ({ fileId, hints: [] }));
  await decideEntry(ctx, row, { state: "review", match: { why, suggestions } });
  await ctx.audit({
    action: "bank_entry.undo",
    subject: "bank_entry",
    subjectId: id,
    after: { bookings: ids },
  });
  return shownEntry(ctx, id);
}

const suggested = (ctx: Ctx) =>
  selectFiles(ctx)
    .innerJoin("debtor", "debtor.id", "case_file.debtor_id")
    .innerJoin("client", "client.id", "case_file.client_id")
    .select([
      "case_file.id",
      "case_file.number",
      "case_file.client_ref",
      "case_file.status",
      "case_file.open_cents",
      "debtor.display_name",
      "client.company",
    ]);
type SuggestedRow = Awaited<ReturnType<ReturnType<typeof suggested>["executeTakeFirstOrThrow"]>>;

const toSuggestion = (ctx: Ctx, row: SuggestedRow, hints: readonly string[]): Suggestion => ({
  fileId: row.id,
  number: row.number,
  debtor: row.display_name,
  client: row.company,
  clientRef: row.client_ref,
  status: row.status,
  openCents: row.open_cents,
  closed: row.status === "closed",
  why: hints.map((hint) => ctx.translate({ key: `payments.hint_${hint}` }, ctx.lang)),
});

/** The visible files with these ids, in the order of the ids. */
async function suggestedById(ctx: Ctx, ids: readonly number[]): Promise<SuggestedRow[]> {
  if (ids.length === 0) return [];
  const rows = await suggested(ctx).where("case_file.id", "in", ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The visible candidate files of an entry, strongest first. */
export async function suggestionsOf(ctx: Ctx, match: unknown): Promise<Suggestion[]> {
  const { suggestions } = matchData.parse(match);
  const hintsOf = new Map(suggestions.map(({ fileId, hints }) => [fileId, hints]));
  const rows = await suggestedById(ctx, [...hintsOf.keys()]);
  return rows.map((row) => toSuggestion(ctx, row, hintsOf.get(row.id) ?? []));
}

/** The maximum number of files examined for the choices. */
const mostLookedAt = 50;
const mostOffered = 10;

/** Files found as by the file list, open ones first. */
export async function findFiles(ctx: Ctx, keywords: string): Promise<Suggestion[]> {
  if (keywords === "") return [];
  const rows = await suggestedById(ctx, await filesFoundBy(ctx, keywords, mostLookedAt));
  const isClosed = ({ status }: SuggestedRow): boolean => status === "closed";
  const openFirst = [...rows.filter((row) => !isClosed(row)), ...rows.filter(isClosed)];
  return openFirst.slice(0, mostOffered).map((row) => toSuggestion(ctx, row, ["found"]));
}

/** The bookings of an entry, including undone ones. */
export async function bookingsOf(ctx: Ctx, entryId: number) {
  const rows = await asSystem(ctx.db, "an entry is there only for whoever sees every file that it is booked on")
    .selectFrom("bank_booking")
    .innerJoin("case_file", "case_file.id", "bank_booking.file_id")
    .leftJoin("app_user as booker", "booker.id", "bank_booking.booked_by")
    .leftJoin("app_user as undoer", "undoer.id", "bank_booking.undone_by")
    .selectAll("bank_booking")
    .select(["case_file.number", "booker.name as booker", "undoer.name as undoer"])
    .where("entry_id", "=", entryId)
    .orderBy("bank_booking.id")
    .execute();
  const system = ctx.translate({ key: "payments.system" }, ctx.lang);
  return rows.map((row) => ({
    id: row.id,
    kind: z.enum(["payment", "reversal"]).parse(row.kind),
    file: { id: row.file_id, number: row.number },
    amountCents: row.amount_cents,
    bookedBy: row.booker ?? system,
    bookedAt: row.booked_at.toISOString(),
    undoneBy: row.undone_at === null ? null : (row.undoer ?? system),
    undoneAt: row.undone_at?.toISOString() ?? null,
  }));
}
