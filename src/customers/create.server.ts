/** Making a client. */
import { sql } from "kysely";
import { hasDuty, teams } from "../employees/employees.server.ts";
import { fieldError } from "../kernel/errors.ts";
import { parsePhone } from "../kernel/phones.server.ts";
import type { Clock } from "../platform/server/clock.ts";
import type { Db } from "../platform/server/room.ts";
import { isCountry } from "./countries.ts";
import { type NewClientValues, storedPostcode } from "./customers.ts";

const phone = (field: string, text: string | null, country: string): string | null => {
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
    select max(number::bigint) as highest from client where number ~ '^[0-9]{1,9}$'`.execute(db);
  return String(Math.max(firstNumber, (rows[0]?.highest ?? 0) + 1));
}

async function requirePeople(db: Db, values: NewClientValues): Promise<void> {
  const { accountManagerId, caseManagerId, teamId } = values;
  if (accountManagerId !== null && !(await hasDuty(db, accountManagerId, "accountManager"))) {
    throw fieldError("accountManagerId", "customers.errorPerson");
  }
  if (caseManagerId !== null && !(await hasDuty(db, caseManagerId, "caseManager"))) {
    throw fieldError("caseManagerId", "customers.errorPerson");
  }
  if (teamId !== null && !(await teams(db)).some((team) => team.id === teamId)) {
    throw fieldError("teamId", "customers.errorTeam");
  }
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
  if (!isCountry(values.country)) throw fieldError("country", "customers.errorCountry");
  await requirePeople(db, values);
  // One at a time, so that two new clients never get the same number.
  await sql`select pg_advisory_xact_lock(hashtextextended('client.number', 0))`.execute(db);
  const number = values.number || (await nextNumber(db));
  const taken = await db.selectFrom("client").select("id").where("number", "=", number).executeTakeFirst();
  if (taken) throw fieldError("number", "customers.errorNumberTaken");
  const { id } = await db
    .insertInto("client")
    .values({
      number,
      company: values.company,
      legal_form: values.legalForm,
      kvk: values.kvk,
      vat_number: values.vatNumber,
      can_reclaim_vat: values.canReclaimVat,
      is_public_body: values.isPublicBody,
      iban: values.iban,
      account_holder: values.accountHolder,
      street: values.street,
      house_number: values.houseNumber,
      addition: values.addition,
      postcode: storedPostcode(values.postcode, values.country),
      city: values.city,
      country: values.country,
      phone: phone("phone", values.phone, values.country),
      email: values.email,
      website: values.website,
      contact_salutation: values.contactSalutation,
      contact_name: values.contactName,
      contact_phone: phone("contactPhone", values.contactPhone, values.country),
      contact_email: values.contactEmail,
      language: values.language,
      workflow_consumer: values.workflowConsumer,
      workflow_business: values.workflowBusiness,
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
      created_at: clock.now(),
      created_by: createdBy,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, number };
}
