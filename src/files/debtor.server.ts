/** A debtor as it is written down: one set of checks for the form, the call and the import. */
import { type Selectable, sql } from "kysely";
import { type PlainDate, parsePlainDate } from "../kernel/dates.ts";
import { type Message, notFound, VorderError } from "../kernel/errors.ts";
import { containsBsn, isEmail, parseIban, parseKvk, parsePostcode, splitHouseNumber } from "../kernel/identifiers.ts";
import { parsePhone } from "../kernel/phones.server.ts";
import type { DB } from "../platform/server/database.types.ts";
import { kept } from "../platform/server/kept.ts";
import type { Db, WorkCtx } from "../platform/server/room.ts";
import { conflict } from "./conflict.server.ts";
import type { Debtor } from "./files.contract.ts";
import {
  debtorFlags,
  displayName,
  type FileType,
  fileTypes,
  type Gender,
  genders,
  type LegalForm,
  legalForms,
  searchName,
  sortName,
} from "./files.ts";
import { keepFormer } from "./former.server.ts";
import { listed, lockFile, type NewDebtor } from "./record.server.ts";
import { tellFollowers } from "./state.server.ts";

/** A debtor as it was typed. Empty texts are the same as null. */
export interface DebtorInput {
  readonly fileType: FileType;
  readonly gender: Gender;
  readonly initials: string | null;
  readonly firstName: string | null;
  readonly prefix: string | null;
  readonly lastName: string | null;
  readonly companyName: string | null;
  readonly legalForm: LegalForm | null;
  readonly kvk: string | null;
  readonly birthDate: string | null;
  readonly street: string;
  readonly houseNumber: string;
  readonly addition: string | null;
  readonly postcode: string;
  readonly city: string;
  readonly country: string;
  readonly phone: string | null;
  readonly mobile: string | null;
  readonly email: string | null;
  readonly iban: string | null;
  readonly language: string;
}

/** What is wrong with a field; the key is one of this room's texts. */
export interface FieldProblem {
  readonly field: string;
  readonly message: Message;
}

const textFields = [
  "initials",
  "firstName",
  "prefix",
  "lastName",
  "companyName",
  "street",
  "city",
  "addition",
] as const;

// The form of most Dutch mobile numbers, which need not be looked up in the number plans.
const dutchMobile = /^(?:\+31|0031|0)6([1-5]\d{7})$/;

function phoneOf(text: string, country: string): string | undefined {
  const bare = text.replace(/[\s().-]/g, "");
  const mobile = dutchMobile.exec(bare);
  return mobile ? `+316${mobile[1]}` : parsePhone(text, country)?.e164;
}

/**
 * Checks a debtor and puts it into the form in which it is kept: E.164, electronic IBAN, "1012 AB", number and addition apart.
 * A citizen service number is refused wherever it stands (domain facts 8.2).
 */
export function checkDebtor(
  input: DebtorInput,
  today: PlainDate,
): { readonly debtor: NewDebtor; readonly problems: readonly FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const refuse = (field: string, key: string): void => {
    problems.push({ field, message: { key } });
  };
  const parsed = (field: string, text: string | null, parse: (text: string) => string | undefined, key: string) => {
    if (text === null || text.trim() === "") return null;
    const value = parse(text.trim());
    if (value === undefined) refuse(field, key);
    return value ?? null;
  };
  const plain = (text: string | null): string | null => text?.trim() || null;
  for (const field of textFields) {
    const text = input[field];
    if (text !== null && containsBsn(text)) refuse(field, "files.bsnRefused");
  }
  if (input.fileType === "private" && !plain(input.lastName)) refuse("lastName", "files.lastNameRequired");
  if (input.fileType === "company" && !plain(input.companyName)) refuse("companyName", "files.companyNameRequired");
  const postcode =
    input.country === "NL"
      ? parsed("postcode", input.postcode, parsePostcode, "files.badPostcode")
      : plain(input.postcode);
  const house = splitHouseNumber(input.houseNumber);
  if (!house) refuse("houseNumber", "files.badHouseNumber");
  const birthDate = input.birthDate ? parsePlainDate(input.birthDate) : undefined;
  if (input.birthDate && (birthDate === undefined || birthDate > today || birthDate < "1880-01-01")) {
    refuse("birthDate", "files.badBirthDate");
  }
  const phone = (field: "phone" | "mobile") =>
    parsed(field, input[field], (text) => phoneOf(text, input.country), "files.badPhone");
  const debtor: NewDebtor = {
    fileType: input.fileType,
    gender: input.gender,
    initials: plain(input.initials),
    firstName: plain(input.firstName),
    prefix: plain(input.prefix),
    lastName: plain(input.lastName),
    companyName: input.fileType === "company" ? plain(input.companyName) : null,
    legalForm: input.fileType === "company" ? input.legalForm : null,
    kvk: input.fileType === "company" ? parsed("kvk", input.kvk, parseKvk, "files.badKvk") : null,
    birthDate: input.fileType === "private" ? (birthDate ?? null) : null,
    street: input.street.trim(),
    houseNumber: house?.number ?? "",
    addition: plain(input.addition) ?? (house?.addition || null),
    postcode: postcode ?? "",
    city: input.city.trim(),
    country: input.country,
    phone: phone("phone"),
    mobile: phone("mobile"),
    email: parsed("email", input.email, (text) => (isEmail(text) ? text.toLowerCase() : undefined), "files.badEmail"),
    iban: parsed("iban", input.iban, parseIban, "files.badIban"),
    language: input.language,
  };
  return { debtor, problems };
}

/** A validation error from problems, one message list per field, under a prefix such as `debtor.`. */
export function problemsError(problems: readonly FieldProblem[], prefix = ""): VorderError {
  const fields: Record<string, Message[]> = {};
  for (const { field, message } of problems) {
    const path = `${prefix}${field}`;
    fields[path] = [...(fields[path] ?? []), message];
  }
  return new VorderError("validation", { fields });
}

const rowsById = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom("debtor")
    .modifyFront(kept)
    .selectAll()
    .where("id", "=", sql<number>`any(${[...ids]}::bigint[])`)
    .execute();

/** The debtor of a file, as calls give it. */
export async function debtorById(db: Db, id: number): Promise<Debtor> {
  const [row] = await rowsById(db, [id]);
  if (!row) throw notFound();
  return debtorOf(row);
}

/** Debtors and parties with where their addresses come from, by id. */
export async function debtorsById(
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { readonly debtor: Debtor; readonly addressSource: string | null }>> {
  const rows = await rowsById(db, ids);
  return new Map(rows.map((row) => [row.id, { debtor: debtorOf(row), addressSource: row.address_source }]));
}

type DebtorRow = Selectable<DB["debtor"]>;

/** The debtor as one column of a statement that joins `debtor`; `debtorOf` reads it. */
export const debtorColumn = sql<DebtorRow>`to_jsonb(debtor)`;

/** A row of the table of debtors as calls give it. */
export function debtorOf(row: DebtorRow): Debtor {
  return {
    id: row.id,
    fileType: listed(fileTypes, row.file_type),
    isConsumer: row.is_consumer,
    isNaturalPerson: row.is_natural_person,
    displayName: row.display_name,
    gender: listed(genders, row.gender),
    initials: row.initials,
    firstName: row.first_name,
    prefix: row.prefix,
    lastName: row.last_name,
    companyName: row.company_name,
    legalForm: row.legal_form === null ? null : listed(legalForms, row.legal_form),
    kvk: row.kvk,
    birthDate: row.birth_date,
    street: row.street,
    houseNumber: row.house_number,
    addition: row.addition,
    postcode: row.postcode,
    city: row.city,
    country: row.country,
    phone: row.phone,
    mobile: row.mobile,
    email: row.email,
    iban: row.iban,
    language: listed(["nl", "en", "fr", "de"], row.language),
    addressVerifiedOn: row.address_verified_on,
    version: row.version,
  };
}

type DebtorChange = Omit<DebtorInput, "fileType"> & {
  readonly addressVerifiedOn: string | null;
  readonly version: number;
};

/** Changes a file's debtor. @throws validation by field; conflict with the present debtor; notFound. */
export async function changeDebtor(ctx: WorkCtx, fileId: number, change: DebtorChange): Promise<Debtor> {
  const file = await lockFile(ctx, fileId);
  const after = await changePerson(ctx, file.debtorId, change);
  await ctx.db.updateTable("case_file").set({ language: after.language }).where("id", "=", fileId).execute();
  await tellFollowers(ctx, file, { kind: "debtor" });
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
  await ctx.db
    .updateTable("debtor")
    .set({
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
      address_verified_on: change.addressVerifiedOn ? (parsePlainDate(change.addressVerifiedOn) ?? null) : null,
      display_name: displayName(debtor),
      sort_name: sortName(debtor),
      search_name: searchName(debtor),
      version: before.version + 1,
    })
    .where("id", "=", before.id)
    .execute();
  await keepFormer(ctx, before, debtor);
  const after = await debtorById(ctx.db, before.id);
  await ctx.audit({ action: "debtor.update", subject: "debtor", subjectId: before.id, before, after });
  return after;
}
