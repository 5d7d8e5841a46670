/** A person before it is stored. */
import type { PlainDate } from "../../ground/kernel/dates.ts";
import type { FileType, Gender, LegalForm } from "./persons.ts";

export interface NewDebtor {
  readonly fileType: FileType;
  readonly gender: Gender;
  readonly initials: string | null;
  readonly firstName: string | null;
  readonly prefix: string | null;
  readonly lastName: string | null;
  readonly companyName: string | null;
  readonly legalForm: LegalForm | null;
  readonly kvk: string | null;
  readonly birthDate: PlainDate | null;
  readonly street: string;
  readonly houseNumber: string;
  readonly addition: string | null;
  /** Dutch postcodes in the form "1012 AB". */
  readonly postcode: string;
  readonly city: string;
  readonly country: string;
  /** E.164, as is `mobile`. */
  readonly phone: string | null;
  readonly mobile: string | null;
  /** Lower case. */
  readonly email: string | null;
  /** Upper case, without spaces. */
  readonly iban: string | null;
  readonly language: string;
}
