import { filePhases, fileStatuses } from "../../../cases/files/files.ts";
import { wishedChannels } from "../../../cases/parties/parties.ts";
import { speakersOf } from "../../../cases/states/states.server.ts";
import type { StatesChange } from "../../../cases/states/states.ts";
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { VorderError } from "../../../ground/kernel/errors.ts";
import { isLanguage } from "../../../ground/kernel/texts.ts";
import type { Db } from "../../../ground/platform/server/http/module.ts";
import { batchedRows } from "../../../ground/platform/server/postgres/batched.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import { anyOf, prepared } from "../../../ground/platform/server/postgres/prepared-statements.ts";
import type { Limitation } from "../../../law/rules/rules.ts";
import { loadEvents } from "../../../money/claims/claims.server.ts";
import type { ClaimEvent } from "../../../money/claims/claims.ts";
import type { EventDays } from "./definition.ts";
import { eventDaysOf } from "./outside-events.server.ts";
import type { Place, Situation, SituationClient, SituationDebtor } from "./situation.ts";

const fileColumns = [
  "f.id",
  "f.number",
  "f.client_ref",
  "f.payment_reference",
  "f.version",
  "f.status",
  "f.phase",
  "f.closed_on",
  "f.claim_basis",
  "f.claim_title",
  "f.claim_description",
  "f.contract_date",
  "f.placed_on",
  "f.open_cents",
  "f.language",
  "m.name as manager",
  "l.limitation_months",
  "l.limitation_article",
  "l.consumer_months",
  "l.consumer_article",
] as const;
const debtorColumns = [
  "d.id as d_id",
  "d.version as d_version",
  "d.display_name",
  "d.file_type",
  "d.gender",
  "d.prefix",
  "d.last_name",
  "d.birth_date",
  "d.is_consumer",
  "d.is_natural_person",
  "d.street as d_street",
  "d.house_number as d_house_number",
  "d.addition as d_addition",
  "d.postcode as d_postcode",
  "d.city as d_city",
  "d.country as d_country",
  "d.address_verified_on",
  "d.email",
  "d.mobile",
  "d.phone",
  "wish.channel as wishes",
] as const;
const clientColumns = [
  "c.id as c_id",
  "c.version as c_version",
  "c.company",
  "c.street as c_street",
  "c.house_number as c_house_number",
  "c.addition as c_addition",
  "c.postcode as c_postcode",
  "c.city as c_city",
  "c.country as c_country",
  "c.write_off_tolerance_cents",
] as const;
const placeColumns = [
  "w.workflow_code",
  "w.definition_version",
  "w.position",
  "w.round",
  "w.started_on",
  "w.previous_done_on",
  "w.shift_days",
  "w.shift_before_notice",
  "w.stopped_on",
  "w.term_until",
  "w.kept_position",
  "w.kept_on",
  "w.version as w_version",
] as const;

const query = (db: Db, fileIds: readonly number[]) =>
  asSystem(db, "what comes next on a file is judged by all that stands in it")
    .selectFrom("case_file as f")
    .modifyFront(prepared)
    .innerJoin("debtor as d", "d.id", "f.debtor_id")
    .innerJoin("client as c", "c.id", "f.client_id")
    .leftJoin("app_user as m", "m.id", "f.case_manager_id")
    .leftJoin("legal_type as l", "l.id", "f.legal_type_id")
    .leftJoin("file_workflow as w", "w.file_id", "f.id")
    .leftJoin("debtor_wish as wish", "wish.debtor_id", "d.id")
    .where("f.id", "=", anyOf(fileIds))
    .select([...fileColumns, ...debtorColumns, ...clientColumns, ...placeColumns]);

type Row = Awaited<ReturnType<ReturnType<typeof query>["execute"]>>[number];

const situationRows = batchedRows(
  (db, fileIds: readonly number[]) => query(db, fileIds).execute(),
  ({ id }) => id,
);

/** A value that a check constraint keeps to a list. */
function listed<T extends string>(values: readonly T[], value: string): T {
  const found = values.find((known) => known === value);
  if (found === undefined) throw new VorderError("internal", { cause: `not in its list: ${value}` });
  return found;
}

const genders = ["male", "female", "unknown"] as const;

const debtorOf = (row: Row): SituationDebtor => ({
  id: row.d_id,
  version: row.d_version,
  displayName: row.display_name,
  fileType: row.file_type === "company" ? "company" : "private",
  gender: listed(genders, row.gender),
  prefix: row.prefix,
  lastName: row.last_name,
  birthDate: row.birth_date,
  isConsumer: row.is_consumer,
  isNaturalPerson: row.is_natural_person,
  address: {
    street: row.d_street,
    houseNumber: row.d_house_number,
    addition: row.d_addition,
    postcode: row.d_postcode,
    city: row.d_city,
    country: row.d_country,
  },
  addressVerifiedOn: row.address_verified_on,
  email: row.email,
  mobile: row.mobile,
  phone: row.phone,
  wishes: wishedChannels.find((channel) => channel === row.wishes) ?? null,
});

const clientOf = (row: Row): SituationClient => ({
  id: row.c_id,
  version: row.c_version,
  company: row.company,
  address: {
    street: row.c_street,
    houseNumber: row.c_house_number,
    addition: row.c_addition,
    postcode: row.c_postcode,
    city: row.c_city,
    country: row.c_country,
  },
  toleranceCents: row.write_off_tolerance_cents,
});

const placeOf = (row: Row): Place | null =>
  row.workflow_code === null || row.started_on === null
    ? null
    : {
        workflowCode: row.workflow_code,
        definitionVersion: row.definition_version ?? 1,
        position: row.position ?? 0,
        round: row.round ?? 1,
        startedOn: row.started_on,
        previousDoneOn: row.previous_done_on,
        shiftDays: row.shift_days ?? 0,
        shiftBeforeNotice: row.shift_before_notice ?? 0,
        stoppedOn: row.stopped_on,
        termUntil: row.term_until,
        kept:
          row.kept_position === null || row.kept_on === null ? null : { position: row.kept_position, on: row.kept_on },
        version: row.w_version ?? 1,
      };

const limitationOf = (row: Row): Limitation | null =>
  row.limitation_months === null
    ? null
    : {
        months: row.limitation_months,
        article: row.limitation_article ?? "",
        consumer:
          row.consumer_months === null ? null : { months: row.consumer_months, article: row.consumer_article ?? "" },
      };

const situationOf = (row: Row, events: readonly ClaimEvent[], happened: EventDays): Situation => ({
  fileId: row.id,
  number: row.number,
  clientRef: row.client_ref,
  paymentReference: row.payment_reference,
  fileVersion: row.version,
  status: listed(fileStatuses, row.status),
  phase: listed(filePhases, row.phase),
  closedOn: row.closed_on,
  contractual: row.claim_basis === "contract",
  claimTitle: row.claim_title ?? "",
  limitation: limitationOf(row),
  claimDescription: row.claim_description ?? "",
  contractDate: row.contract_date,
  placedOn: row.placed_on,
  openCents: row.open_cents,
  language: isLanguage(row.language) ? row.language : "nl",
  caseManager: row.manager,
  debtor: debtorOf(row),
  reach: {
    email: row.email,
    mobile: row.mobile,
    phone: row.phone,
    wishes: wishedChannels.find((channel) => channel === row.wishes) ?? null,
  },
  client: clientOf(row),
  place: placeOf(row),
  events,
  happened,
});

/** The situations of these files, by file; the order of the map is that of the ids. */
export async function loadSituations(db: Db, fileIds: readonly number[]): Promise<ReadonlyMap<number, Situation>> {
  if (fileIds.length === 0) return new Map();
  const rows = await situationRows(db, fileIds, undefined);
  const events = await loadEvents(db, fileIds);
  const places = new Map(rows.map((row) => [row.id, placeOf(row)]));
  const happened = await eventDaysOf(db, places);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found = new Map<number, Situation>();
  for (const id of fileIds) {
    const row = byId.get(id);
    if (row) found.set(id, situationOf(row, events.get(id) ?? [], happened.get(id) ?? {}));
  }
  return found;
}

/** The same, with who speaks for the debtor on a day, or would where `change` came over its states: what the conditions of steps ask for. */
export async function reachedSituations(
  db: Db,
  fileIds: readonly number[],
  today: PlainDate,
  change?: StatesChange,
): Promise<ReadonlyMap<number, Situation>> {
  const situations = await loadSituations(db, fileIds);
  const speakers = await speakersOf(db, fileIds, today, change);
  return new Map(
    [...situations].map(([id, situation]) => {
      const to = speakers.get(id)?.to;
      return [
        id,
        to
          ? { ...situation, reach: { email: to.email, mobile: to.mobile, phone: to.phone, wishes: to.wishes } }
          : situation,
      ];
    }),
  );
}
