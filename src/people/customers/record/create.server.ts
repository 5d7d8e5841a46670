/** Making a client. */
import { sql } from "kysely";
import { allChecked, FieldProblems, fieldError } from "../../../ground/kernel/errors.ts";
import { parsePhone } from "../../../ground/kernel/phones.server.ts";
import { clientGroupRows } from "../../../ground/lists/lists.server.ts";
import type { Db } from "../../../ground/platform/server/http/module.ts";
import { asSystem } from "../../../ground/platform/server/postgres/guarded.ts";
import type { Clock } from "../../../ground/platform/server/process/clock.ts";
import { hasDuty, teams } from "../../employees/employees.server.ts";
import { type ClientChanges, type NewClientValues, storedPostcode } from "../customers.ts";
import { isCountry } from "./countries.ts";

/** A phone number as it is kept, E.164. @throws {VorderError} validation beside the field. */
export const phone = (field: string, text: string | null, country: string): string | null => {
  if (text === null) return null;
  const parsed = parsePhone(text, country);
  if (!parsed) throw fieldError(field, "customers.errorPhone");
  return parsed.e164;
};

/** Where client numbers start when nobody gives one. */
const firstNumber = 10_001;

/** The next number that nobody has: one above the highest whole number in use. The caller holds the lock. */
async function nextNumber(db: Db): Promise<string> {
  const { rows } = await sql<{ highest: number | null }>`
    select max(number::bigint) as highest from client where number ~ '^[0-9]{1,9}$'`.execute(
    asSystem(db, "a number is taken whoever may see whose it is"),
  );
  return String(Math.max(firstNumber, (rows[0]?.highest ?? 0) + 1));
}

interface Chosen {
  readonly clientGroupId: number | null;
  readonly accountManagerId: number | null;
  readonly caseManagerId: number | null;
  readonly teamId: number | null;
}

/** Who is put in charge must be active staff with that duty, a group one of the list; what was chosen before may stay. @throws {VorderError} validation. */
export async function requireChosen(db: Db, values: Chosen, before?: Chosen): Promise<void> {
  const { clientGroupId, accountManagerId, caseManagerId, teamId } = changedOf(values, before);
  const problems = new FieldProblems();
  if (accountManagerId !== null && !(await hasDuty(db, accountManagerId, "accountManager"))) {
    problems.add("accountManagerId", "customers.errorPerson");
  }
  if (caseManagerId !== null && !(await hasDuty(db, caseManagerId, "caseManager"))) {
    problems.add("caseManagerId", "customers.errorPerson");
  }
  if (teamId !== null && !(await teams(db)).some((team) => team.id === teamId)) {
    problems.add("teamId", "customers.errorTeam");
  }
  if (clientGroupId !== null && !(await clientGroupRows(db)).some((group) => group.id === clientGroupId)) {
    problems.add("clientGroupId", "customers.errorClientGroup");
  }
  problems.throwIfAny();
}

const changedOf = (values: Chosen, before?: Chosen): Chosen => ({
  clientGroupId: values.clientGroupId === before?.clientGroupId ? null : values.clientGroupId,
  accountManagerId: values.accountManagerId === before?.accountManagerId ? null : values.accountManagerId,
  caseManagerId: values.caseManagerId === before?.caseManagerId ? null : values.caseManagerId,
  teamId: values.teamId === before?.teamId ? null : values.teamId,
});

/** @throws {VorderError} validation: somebody has this number. */
export async function requireFreeNumber(db: Db, number: string): Promise<void> {
  const taken = await asSystem(db, "a number is taken whoever may see whose it is")
    .selectFrom("client")
    .select("id")
    .where("number", "=", number)
    .executeTakeFirst();
  if (taken) throw fieldError("number", "customers.errorNumberTaken");
}

/** The columns that a form of a client fills, at the making and later. @throws {VorderError} validation. */
export function storedClient(values: Omit<ClientChanges, "version">) {
  if (!isCountry(values.country)) throw fieldError("country", "customers.errorCountry");
  return {
    company: values.company,
    legal_form: values.legalForm,
    kvk: values.kvk,
    vat_number: values.vatNumber,
    can_reclaim_vat: values.canReclaimVat,
    is_public_body: values.isPublicBody,
    client_group_id: values.clientGroupId,
    street: values.street,
    house_number: values.houseNumber,
    addition: values.addition,
    postcode: storedPostcode(values.postcode, values.country),
    city: values.city,
    country: values.country,
    phone: phone("phone", values.phone, values.country),
    email: values.email,
    website: values.website,
    language: values.language,
    day_count: values.dayCount,
    write_off_tolerance_cents: values.writeOffToleranceCents,
    arrangement_grace_working_days: values.arrangementGraceWorkingDays,
    arrangement_broken_after_days: values.arrangementBrokenAfterDays,
    arrangement_allowed_misses: values.arrangementAllowedMisses,
    arrangement_min_term_cents: values.arrangementMinTermCents,
    arrangement_max_months: values.arrangementMaxMonths,
    arrangement_self_service_cents: values.arrangementSelfServiceCents,
    bik_instalment_rule: values.bikInstalmentRule,
    mandate_on: values.mandateOn,
    mandate_until: values.mandateUntil,
    setoff_consent: values.setoffConsent,
    account_manager_id: values.accountManagerId,
    case_manager_id: values.caseManagerId,
    team_id: values.teamId,
  };
}

/**
 * Makes a client from parsed values and returns its id and number.
 * @throws {VorderError} validation: the number is taken, a phone number does not exist, nobody such is in charge of anything.
 */
export async function createClient(
  db: Db,
  clock: Clock,
  values: NewClientValues,
  createdBy: number | null,
): Promise<{ id: number; number: string }> {
  // One at a time, so that two new clients never get the same number.
  await sql`select pg_advisory_xact_lock(hashtextextended('client.number', 0))`.execute(db);
  const number = values.number || (await nextNumber(db));
  const contactPhone = () => phone("contactPhone", values.contactPhone, values.country);
  await allChecked(
    () => storedClient(values),
    contactPhone,
    () => requireChosen(db, values),
    () => requireFreeNumber(db, number),
  );
  const { id } = await db
    .insertInto("client")
    .values({
      ...storedClient(values),
      number,
      iban: values.iban,
      account_holder: values.accountHolder,
      contact_salutation: values.contactSalutation,
      contact_name: values.contactName,
      contact_phone: contactPhone(),
      contact_email: values.contactEmail,
      workflow_consumer: values.workflowConsumer,
      workflow_business: values.workflowBusiness,
      created_at: clock.now(),
      created_by: createdBy,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (values.contactName !== null) await addMainContact(db, id);
  return { id, number };
}

/** Makes the contact that a new client's record names the first of its people. */
const addMainContact = (db: Db, clientId: number) =>
  sql`insert into client_contact (client_id, salutation, name, phone, email, is_main, created_at, created_by)
    select id, contact_salutation, contact_name, contact_phone, contact_email, true, created_at, created_by
    from client where id = ${clientId}`.execute(db);
