/** The lists of settings on the server: answers to their calls, and what other modules may ask of them. */
import { sql } from "kysely";
import type { PlainDate } from "../kernel/dates.ts";
import { VorderError } from "../kernel/errors.ts";
import { parsePhone } from "../kernel/phones.server.ts";
import type { Language } from "../kernel/texts.ts";
import { type Db, defineModule, type NamesOfIds, type WorkCtx } from "../platform/server/http/module.ts";
import { batchedRows } from "../platform/server/postgres/batched.ts";
import { anyOf, prepared } from "../platform/server/postgres/prepared-statements.ts";
import type { Stored } from "../platform/server/storage/storage.ts";
import { clientGroups, isDangerousName, mimeTypes, type UploadPurpose } from "./catalogue/contact-lists.ts";
import { agendaSubjects, closingReasonRows, fileStatusList, legalTypes } from "./catalogue/file-lists.ts";
import { costTypes, paymentDescriptions } from "./catalogue/money-lists.ts";
import { placeOf } from "./catalogue/routes.ts";
import { answersOf, historyOf } from "./engine/handlers.server.ts";
import { nameIn, namesOfRecords, readAll } from "./engine/list.server.ts";
import { fieldsOf, type RowOf, type SettingList } from "./engine/list.ts";
import { addAutoreply, editAutoreply, listScreens, showAutoreply } from "./lists.contract.ts";
import { listTexts } from "./lists.texts.ts";
import { settingLists } from "./lists.ts";

export { nameFrom, nameIn } from "./engine/list.server.ts";

export type LegalType = RowOf<typeof legalTypes>;
export type CostType = RowOf<typeof costTypes>;
export type ClosingReasonRow = RowOf<typeof closingReasonRows>;
export type AgendaSubject = RowOf<typeof agendaSubjects>;
export type PaymentDescription = RowOf<typeof paymentDescriptions>;

/** What can be chosen, archived ones not. With `all` those that were chosen before as well. */
export const legalTypeRows = (db: Db, archived: "no" | "all" = "no"): Promise<LegalType[]> =>
  readAll(db, legalTypes, { archived });
export const costTypeRows = (db: Db, archived: "no" | "all" = "no"): Promise<CostType[]> =>
  readAll(db, costTypes, { archived });
export const closingReasons = (db: Db, archived: "no" | "all" = "no"): Promise<ClosingReasonRow[]> =>
  readAll(db, closingReasonRows, { archived });
export const fileStatusRows = (db: Db, archived: "no" | "all" = "no"): Promise<RowOf<typeof fileStatusList>[]> =>
  readAll(db, fileStatusList, { archived });
export const agendaSubjectRows = (db: Db, archived: "no" | "all" = "no"): Promise<AgendaSubject[]> =>
  readAll(db, agendaSubjects, { archived });
export const paymentDescriptionRows = (db: Db, archived: "no" | "all" = "no"): Promise<PaymentDescription[]> =>
  readAll(db, paymentDescriptions, { archived });

export const clientGroupRows = (db: Db, archived: "no" | "all" = "no"): Promise<RowOf<typeof clientGroups>[]> =>
  readAll(db, clientGroups, { archived });

/** A record as a choice: its id and its name in the reader's language. */
export const choiceOf = (row: Pick<LegalType, "id" | "name">, language: Language) => ({
  id: row.id,
  text: nameIn(row.name, language),
});

/** Why a number must not be called or texted on a day; undefined where it may. An unreadable number is on no list. */
export async function isBlacklisted(
  db: Db,
  number: string,
  channel: "call" | "sms",
  on: PlainDate,
): Promise<{ readonly reason: string; readonly until: string | null } | undefined> {
  const phone = parsePhone(number);
  if (!phone) return undefined;
  return db
    .selectFrom("blacklist")
    .select(["reason", "until"])
    .where("number", "=", phone.e164)
    .where("archived_at", "is", null)
    .where(sql<boolean>`${channel} = any (channels)`)
    .where((eb) => eb.or([eb("until", "is", null), eb("until", ">=", on)]))
    .executeTakeFirst();
}

interface BlockedNumber {
  readonly number: string;
  readonly channel: "call" | "sms";
  readonly until: PlainDate | null;
}

const blockedRows = batchedRows(
  (db, numbers: readonly string[], on: PlainDate) =>
    db
      .selectFrom("blacklist")
      .modifyFront(prepared)
      .select(["number", "channels", "until"])
      .where("number", "=", anyOf(numbers, "text"))
      .where("archived_at", "is", null)
      .where((eb) => eb.or([eb("until", "is", null), eb("until", ">=", on)]))
      .execute(),
  ({ number }) => number,
);

/** Which of these numbers (E.164) must not be called or texted on a day: the blocks by number, read in one query. */
export async function blockedNumbers(
  db: Db,
  numbers: readonly string[],
  on: PlainDate,
): Promise<ReadonlyMap<string, readonly BlockedNumber[]>> {
  const rows = await blockedRows(db, numbers, on);
  return new Map(
    rows.map(({ number, channels, until }) => [
      number,
      channels.flatMap((channel) => (channel === "call" || channel === "sms" ? [{ number, channel, until }] : [])),
    ]),
  );
}

/** What may be uploaded for a purpose: each kind of content with its endings and the largest size in bytes. */
export async function allowedUpload(db: Db, purpose: UploadPurpose) {
  const rows = await readAll(db, mimeTypes);
  return rows
    .filter(({ purposes }) => purposes.includes(purpose))
    .map(({ mime, extensions, maxMegabytes }) => ({ mime, extensions, maxBytes: maxMegabytes * 1024 * 1024 }));
}

/**
 * Refuses an upload that the list does not allow for its purpose. `mime` is what the storage found in the content, never what the sender claims.
 * @throws {VorderError} mediaType; tooLarge.
 */
export async function requireUpload(
  db: Db,
  purpose: UploadPurpose,
  file: { readonly mime: string; readonly size: number },
): Promise<void> {
  const allowed = (await allowedUpload(db, purpose)).find(({ mime }) => mime === file.mime);
  if (!allowed) throw new VorderError("mediaType");
  if (file.size > allowed.maxBytes) throw new VorderError("tooLarge");
}

/** Keeps an upload that the list allows; what it refuses is not kept. @throws {VorderError} mediaType; tooLarge. */
export async function storeUpload(
  ctx: Pick<WorkCtx, "db" | "storage">,
  purpose: UploadPurpose,
  bytes: Uint8Array,
  name: string,
): Promise<Stored> {
  if (isDangerousName(name)) throw new VorderError("mediaType");
  const stored = await ctx.storage.put(bytes, { name });
  try {
    await requireUpload(ctx.db, purpose, stored);
  } catch (error) {
    await ctx.storage.discard(stored.key);
    throw error;
  }
  return stored;
}

/** What the records are called that the fields of a list hold by their ids. */
function referencesOf(list: SettingList): Readonly<Record<string, NamesOfIds>> {
  const fields = fieldsOf(list).flatMap(([key, field]) => [
    [key, field] as const,
    ...Object.entries(field.lines?.fields ?? {}),
  ]);
  return Object.fromEntries(
    fields.flatMap(([key, { list: name }]) => {
      const known = settingLists.find((one) => one.name === name);
      return known === undefined ? [] : [[key, namesOfRecords(known)]];
    }),
  );
}

export const listsServer = defineModule({
  name: "lists",
  screens: [addAutoreply, editAutoreply, showAutoreply, ...Object.values(listScreens)],
  texts: [listTexts],
  handlers: settingLists.flatMap(answersOf),
  history: settingLists.map((list) => ({
    ...historyOf(list, placeOf(list.name).who),
    references: referencesOf(list),
  })),
});
