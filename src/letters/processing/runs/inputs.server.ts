/** The inputs of a plan, read for a thousand files with a few queries. */

import { createHash } from "node:crypto";
import { sql } from "kysely";
import { correspondenceOf } from "../../../cases/parties/parties.server.ts";
import type { PostalAddress, Recipient } from "../../../cases/parties/parties.ts";
import { activeHolds, closingAsPaid, endedGuardianships, speakersOf } from "../../../cases/states/states.server.ts";
import type { Speaker } from "../../../cases/states/states.ts";
import { date, type PlainDate } from "../../../ground/kernel/dates.ts";
import type { Language } from "../../../ground/kernel/texts.ts";
import { blockedNumbers } from "../../../ground/lists/lists.server.ts";
import type { Db, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { cachedByRows, cachedPerTransaction } from "../../../ground/platform/server/postgres/transaction-cache.ts";
import { globalSettings } from "../../../ground/settings/settings.server.ts";
import { type ProviderSettings, providerOf } from "../../../ground/settings/settings.ts";
import { loadTariffs } from "../../../ground/tariffs/tariffs.server.ts";
import { calendarOf } from "../../../ground/tariffs/tariffs.ts";
import { atInstant, defaultPolicy } from "../../../law/rules/rules.ts";
import { promisesMade } from "../../../money/claims/claims.server.ts";
import { receiptsInReview } from "../../../money/payments/payments.server.ts";
import { demandsSent, failingEmails, letterPosting } from "../../correspondence/correspondence.server.ts";
import { type LetterInput, providerAddress } from "../../correspondence/correspondence.ts";
import { templateMark as templateMarkNow } from "../../templates/templates.server.ts";
import { loadSituations, loadWorkflows } from "../../workflows/workflows.server.ts";
import type { Situation } from "../../workflows/workflows.ts";
import type { FileInputs, PlanEnvironment, PlannedRow } from "../processing.ts";
import { contactsOf } from "../steps/contacts.server.ts";

/** The data shared by all files, with the additional data for letters. */
export interface RunEnvironment extends PlanEnvironment {
  readonly letterhead: ProviderSettings;
  /** The treatment of the interest over the term of a 14-day letter that is paid in time; the letter states it. */
  readonly interestInTerm: "forgiven" | "owed";
  /** A fingerprint of the sender's details, which are in every letter. */
  readonly providerMark: string;
  /** All templates as of a mark: a run uses the templates of its plan. */
  readonly templateMark: number;
  /** Versions of the templates by channel and code, over all languages. */
  readonly templates: ReadonlyMap<string, string>;
  /** The base address of the debtors' pages. */
  readonly baseUrl: string;
  /** The languages of each template. */
  readonly written: ReadonlyMap<string, readonly Language[]>;
}

/** The languages of a template. */
export const writtenIn = ({ written }: RunEnvironment, channel: string, code: string): readonly Language[] =>
  written.get(`${channel}:${code}`) ?? [];

/** The person to be called, with the script in their language; if it has none, in the language of the caller rather than a third one. */
export function spokenTo(reach: Recipient, script: string, environment: RunEnvironment, caller: Language): Recipient {
  const written: readonly string[] = writtenIn(environment, "call", script);
  return { ...reach, language: [reach.language, caller].find((known) => written.includes(known)) ?? reach.language };
}

/** Versions and languages of all templates, by channel and code, as of a `template_mark`. */
const templatesAsOf = cachedByRows(["template", "template_revision"], async (db, mark) => {
  const { rows } = await sql<{ key: string; versions: string; written: Language[] }>`
    select channel || ':' || code as key, string_agg(language || version, ' ' order by language) as versions,
      array_agg(language) as written
    from (select t.channel, t.code, t.language, max(r.version) as version from template t
      join template_revision r on r.template_id = t.id and r.id <= ${Number(mark)} group by t.id) as stood
    group by channel, code`.execute(db);
  return {
    versions: new Map(rows.map(({ key, versions }) => [key, versions])),
    written: new Map(rows.map(({ key, written }) => [key, written])),
  };
});

const templatesNow = cachedPerTransaction(async (db: Db) => {
  const mark = await templateMarkNow(db);
  return { mark, ...(await templatesAsOf(db, String(mark))) };
});

const templatesOf = async (db: Db, asOf: number | null) =>
  asOf === null ? templatesNow(db) : { mark: asOf, ...(await templatesAsOf(db, String(asOf))) };

/** The same with the languages that templates had as of a `template_mark`: a message that is filled from earlier templates is in one of theirs. */
export async function withTemplatesAsOf(
  db: Db,
  environment: RunEnvironment,
  asOf: number | null,
): Promise<RunEnvironment> {
  const { mark: templateMark, versions: templates, written } = await templatesOf(db, asOf);
  return { ...environment, templateMark, templates, written };
}

/** Reads the shared data: settings, tariffs, workflows and templates; with `asOf` the templates as of that mark. */
export async function runEnvironment(
  ctx: Pick<WorkCtx, "db" | "clock" | "environment">,
  dueUntil: PlainDate | null,
  byHandNow = false,
  asOf: number | null = null,
): Promise<RunEnvironment> {
  const { db, clock } = ctx;
  const settings = await globalSettings(db);
  const tariffs = await loadTariffs(db);
  const letterhead = providerOf(settings);
  const { mark: templateMark, versions, written } = await templatesOf(db, asOf);
  return {
    workflows: await loadWorkflows(db),
    tariffs,
    at: atInstant(clock.now(), calendarOf(tariffs)),
    provider: {
      name: letterhead.registeredName,
      address: providerAddress(letterhead),
      kvk: letterhead.kvk,
      registrationNumber: letterhead.wkiNumber,
      // An empty string is no date; the settings accept only valid dates otherwise.
      registrationValidUntil: letterhead.wkiValidUntil === "" ? null : date(letterhead.wkiValidUntil),
    },
    policy: {
      ...defaultPolicy,
      callsPerDay: settings.callsPerDay,
      callsPerWeek: settings.callsPerWeek,
      visitsPerWeek: settings.visitsPerWeek,
      messagesPerWeek: settings.messagesPerWeek,
    },
    toleranceCents: settings.closeToleranceCents,
    interestInTerm: settings.forgiveTermInterest ? "forgiven" : "owed",
    dueUntil,
    byHandNow,
    letterhead,
    baseUrl: ctx.environment.baseUrl,
    providerMark: createHash("sha256").update(JSON.stringify(letterhead)).digest("base64url"),
    templateMark,
    templates: versions,
    written,
  };
}

/** The page of the recipient: the debtor, the debtor's representative, or another person who is liable. */
export function pageOf(
  { reach, speaker }: Pick<FileInputs, "reach" | "speaker">,
  { baseUrl }: RunEnvironment,
): LetterInput["page"] | undefined {
  const has = speaker ? speaker.to?.partyId === reach.partyId : reach.partyId === null || reach.liable;
  return has ? { baseUrl } : undefined;
}

export const numbersOf = ({ mobile, phone }: Recipient): string[] =>
  [...new Set([mobile, phone])].filter((number) => number !== null);

/** A recipient's blocked channels: blocked numbers, and an e-mail address without a mailbox. */
export async function blocksOf(
  db: Db,
  reaches: readonly Recipient[],
  today: PlainDate,
): Promise<(reach: Recipient) => FileInputs["blocked"]> {
  const numbers = await blockedNumbers(db, [...new Set(reaches.flatMap(numbersOf))], today);
  const emails = [...new Set(reaches.flatMap(({ email }) => email ?? []))];
  const failing = await failingEmails(db, emails, today);
  return (reach) => {
    const until = failing.get(reach.email ?? "");
    return [
      ...numbersOf(reach).flatMap((number) => numbers.get(number) ?? []),
      ...(until === undefined ? [] : [{ number: reach.email ?? "", channel: "email" as const, until }]),
    ];
  };
}

/** The debtor as recipient. */
const debtorAsRecipient = ({ debtor, language }: Situation, correspondence: PostalAddress | undefined): Recipient => ({
  partyId: null,
  role: "main",
  liable: true,
  displayName: debtor.displayName,
  fileType: debtor.fileType,
  gender: debtor.gender,
  prefix: debtor.prefix,
  lastName: debtor.lastName,
  address: correspondence ?? debtor.address,
  email: debtor.email,
  mobile: debtor.mobile,
  phone: debtor.phone,
  wishes: debtor.wishes,
  language,
});

/** The debtors of these files as recipients, even if they have representatives: by file. */
export async function debtorReaches(
  db: Db,
  situations: readonly Situation[],
  today: PlainDate,
): Promise<ReadonlyMap<number, Recipient>> {
  const debtors = situations.map(({ debtor }) => debtor.id);
  const places = await correspondenceOf(db, debtors, today);
  return new Map(situations.map((each) => [each.fileId, debtorAsRecipient(each, places.get(each.debtor.id))]));
}

/** The recipients of files, and the debtors' representatives. */
export async function addressesOf(
  db: Db,
  situations: readonly Situation[],
  today: PlainDate,
): Promise<ReadonlyMap<number, { readonly reach: Recipient; readonly speaker: Speaker | null }>> {
  const speakers = await speakersOf(
    db,
    situations.map(({ fileId }) => fileId),
    today,
  );
  const places = await correspondenceOf(
    db,
    situations.map(({ debtor }) => debtor.id),
    today,
  );
  return new Map(
    situations.map((situation) => {
      const speaker = speakers.get(situation.fileId) ?? null;
      const reach = speaker?.to ?? debtorAsRecipient(situation, places.get(situation.debtor.id));
      return [situation.fileId, { reach, speaker }];
    }),
  );
}

type Holders = (db: Db, fileIds: readonly number[]) => Promise<ReadonlySet<number>>;
const holders: Holders[] = [];
/** Registers a later module's lookup of files at a bailiff's office, called once for all files. */
export const addOfficeHoldReader = (holder: Holders): void => {
  holders.push(holder);
};

/** All inputs of `planFile`, by file, in order of id. */
export async function loadInputs(
  db: Db,
  fileIds: readonly number[],
  today: PlainDate,
): Promise<ReadonlyMap<number, FileInputs>> {
  // Sequential: a transaction has one connection.
  const situations = await loadSituations(db, fileIds);
  const all = [...situations.values()];
  const holds = await activeHolds(db, fileIds, today);
  const guardianships = await endedGuardianships(db, fileIds, today);
  const addressed = await addressesOf(db, all, today);
  const contacts = await contactsOf(
    db,
    all.map((situation) => ({
      situation,
      reach: addressed.get(situation.fileId)?.reach ?? debtorAsRecipient(situation, undefined),
    })),
    today,
  );
  const promises = await promisesMade(db, fileIds);
  const demands = await demandsSent(db, fileIds);
  const awaited = await letterPosting.awaited(db, fileIds);
  const inReview = await receiptsInReview(db, fileIds);
  const waived = await closingAsPaid.costsWaivedOn(db, fileIds);
  const blocked = await blocksOf(
    db,
    [...addressed.values()].map(({ reach }) => reach),
    today,
  );
  const held = new Set<number>();
  for (const holder of holders) for (const id of await holder(db, fileIds)) held.add(id);
  return new Map(
    all.map((situation) => {
      const { reach, speaker } = addressed.get(situation.fileId) ?? {
        reach: debtorAsRecipient(situation, undefined),
        speaker: null,
      };
      const inputs: FileInputs = {
        situation,
        reach,
        speaker,
        holds: (holds.get(situation.fileId) ?? []).map(({ kind, until, effect }) => ({
          kind,
          until,
          stops: effect !== "none",
        })),
        endedGuardianships: guardianships.get(situation.fileId) ?? [],
        contacts: contacts.get(situation.fileId) ?? [],
        interruptions: [...(promises.get(situation.fileId) ?? []), ...(demands.get(situation.fileId) ?? [])],
        blocked: blocked(reach),
        letterAwaited: awaited.get(situation.fileId),
        paymentInReview: inReview.get(situation.fileId),
        costsWaivedOn: waived.get(situation.fileId),
        withOffice: held.has(situation.fileId),
      };
      return [situation.fileId, inputs];
    }),
  );
}

/** Rows of the same person are grouped in a plan: the same client, name and address, over all files. */
export const personOf = ({ client, debtor }: Situation): string =>
  [
    client.id,
    debtor.displayName.toLowerCase(),
    debtor.address.postcode,
    debtor.address.houseNumber,
    debtor.address.addition,
  ]
    .join("|")
    .replaceAll(" ", "");

/** A fingerprint of a row's inputs: if any of them changes, the row is not made. */
export function fingerprint(
  { situation, reach, speaker, holds }: FileInputs,
  row: PlannedRow,
  environment: RunEnvironment,
): string {
  const { events, place } = situation;
  const inputs = [
    environment.at.today,
    environment.tariffs.version,
    environment.providerMark,
    environment.templates.get(`${row.channel}:${row.template}`),
    situation.fileVersion,
    situation.debtor.version,
    [reach, speaker?.elsewhere ? "elsewhere" : speaker?.kind],
    situation.client.version,
    place?.version,
    events.length,
    events.at(-1)?.id,
    holds,
    [row.workflowCode, row.round, row.position, row.verdict, row.openCents, row.costCents],
  ];
  return createHash("sha256").update(JSON.stringify(inputs)).digest("base64url").slice(0, 22);
}
