/** Changes debtors and parties. */
import { parsePlainDate } from "../../ground/kernel/dates.ts";
import type { WorkCtx } from "../../ground/platform/server/http/module.ts";
import { lockFile, notifyFollowers, recordLanguage } from "../files/files.server.ts";
import { checkDebtor, type DebtorInput } from "../persons/persons.checks.server.ts";
import type { Debtor } from "../persons/persons.contract.ts";
import { conflict, debtorById, problemsError, writePersons } from "../persons/persons.server.ts";
import { debtorFlags, displayName, placeKey, searchName, sortName } from "../persons/persons.ts";
import { recordFormer } from "./former-details.server.ts";
import type { Source } from "./parties.ts";

type DebtorChange = Omit<DebtorInput, "fileType"> & {
  readonly addressVerifiedOn: string | null;
  /**
   * Who told of an address that is new; not known where absent. Then it comes by a form, which sends back the day on which the former address was
   * checked: that day says nothing of the new one.
   */
  readonly addressSource?: Source | null;
  readonly version: number;
};

type Judge = (ctx: WorkCtx, debtorId: number) => Promise<void>;
const judges: Judge[] = [];

/** Lets a module above refuse that a natural person becomes a legal entity: by throwing the error of the field. */
export const beforeBecomingEntity = (judge: Judge): void => {
  judges.push(judge);
};

/** Changes a file's debtor. @throws validation by field; conflict with the present debtor; notFound. */
export async function changeDebtor(ctx: WorkCtx, fileId: number, change: DebtorChange): Promise<Debtor> {
  const file = await lockFile(ctx, fileId);
  const after = await changePerson(ctx, file.debtorId, change);
  await recordLanguage(ctx.db, [{ fileId, language: after.language }]);
  await notifyFollowers(ctx, file, { kind: "debtor" });
  return after;
}

/**
 * Changes a debtor or a party. An address that is left stays known as a former one, and so does a number or e-mail address.
 * @throws validation by field; conflict with the present one; notFound. The caller holds the lock of its file.
 */
export async function changePerson(ctx: WorkCtx, debtorId: number, change: DebtorChange): Promise<Debtor> {
  const before = await debtorById(ctx.db, debtorId);
  if (before.version !== change.version) throw await conflict(ctx, before, { subject: "debtor", id: debtorId });
  const { debtor, problems } = checkDebtor({ ...change, fileType: before.fileType }, ctx.clock.today());
  if (problems.length > 0) throw problemsError(problems);
  const flags = debtorFlags(before.fileType, debtor.legalForm);
  const becomesEntity = before.isNaturalPerson && !flags.isNaturalPerson;
  if (becomesEntity) for (const judge of judges) await judge(ctx, debtorId);
  const isMove = placeKey(before) !== placeKey(debtor);
  const isSentBack = change.addressSource === undefined && change.addressVerifiedOn === before.addressVerifiedOn;
  const verified =
    change.addressVerifiedOn && !(isMove && isSentBack) ? (parsePlainDate(change.addressVerifiedOn) ?? null) : null;
  await writePersons(ctx.db, [
    {
      id: before.id,
      is_consumer: flags.isConsumer,
      is_natural_person: flags.isNaturalPerson,
      gender: debtor.gender,
      initials: debtor.initials,
      first_name: debtor.firstName,
      prefix: debtor.prefix,
      last_name: debtor.lastName,
      company_name: debtor.companyName,
      legal_form: debtor.legalForm,
      kvk: debtor.kvk,
      birth_date: debtor.birthDate,
      street: debtor.street,
      house_number: debtor.houseNumber,
      addition: debtor.addition,
      postcode: debtor.postcode,
      city: debtor.city,
      country: debtor.country,
      phone: debtor.phone,
      mobile: debtor.mobile,
      email: debtor.email,
      iban: debtor.iban,
      language: debtor.language,
      address_verified_on: verified,
      display_name: displayName(debtor),
      sort_name: sortName(debtor),
      search_name: searchName(debtor),
      version: before.version + 1,
    },
  ]);
  await recordFormer(ctx, before, debtor, change.addressSource ?? null);
  const after = await debtorById(ctx.db, before.id);
  await ctx.audit({ action: "debtor.update", subject: "debtor", subjectId: before.id, before, after });
  return after;
}
