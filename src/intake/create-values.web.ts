/** What the form for a new file holds, and what it becomes for the call. */
import { type fileTypes, genders, legalForms } from "../files/files.ts";
import type { BodyOf } from "../kernel/contract.ts";
import { decimalFromCents } from "../kernel/money.ts";
import type { createFile } from "./intake.contract.ts";

export const noInvoice = { number: "", date: null, dueDate: null, amount: null, paid: null, description: "" };

interface InvoiceValues {
  readonly number: string;
  readonly date: string | null;
  readonly dueDate: string | null;
  /** Whole cents. */
  readonly amount: number | null;
  readonly paid: number | null;
  readonly description: string;
}

export const emptyValues = {
  client: null as number | null,
  clientRef: "",
  fileType: "private" as (typeof fileTypes)[number],
  debtor: {
    gender: "unknown",
    initials: "",
    firstName: "",
    prefix: "",
    lastName: "",
    companyName: "",
    legalForm: null as string | null,
    kvk: "",
    birthDate: null as string | null,
    postcode: "",
    houseNumber: "",
    addition: "",
    street: "",
    city: "",
    country: "NL",
    phone: "",
    mobile: "",
    email: "",
    iban: "",
    language: "nl",
  },
  claim: {
    basis: "contract",
    legalType: null as string | null,
    title: "",
    description: "",
    contractDate: null as string | null,
  },
  interest: { kind: "legal", rate: "" },
  notice14: { sentOn: null as string | null, method: "post", announced: null as number | null, sameAddress: false },
  bikCharged: null as number | null,
  dispute: false,
  invoices: [noInvoice] as InvoiceValues[],
};
export type Values = typeof emptyValues;

const decimal = (cents: number | null): string => (cents === null ? "" : decimalFromCents(cents));
const orNull = (text: string): string | null => text.trim() || null;

/** What the call wants of what was typed; an empty choice travels as a value that the server refuses beside the field. */
export function bodyOf(values: Values): BodyOf<typeof createFile> {
  const { debtor, claim, interest, notice14 } = values;
  return {
    client: values.client ?? 0,
    clientRef: values.clientRef,
    fileType: values.fileType,
    debtor: {
      ...debtor,
      gender: genders.find((gender) => gender === debtor.gender) ?? "unknown",
      legalForm: legalForms.find((form) => form === debtor.legalForm) ?? null,
      language: (["nl", "en", "fr", "de"] as const).find((language) => language === debtor.language) ?? "nl",
    },
    claim: {
      basis: claim.basis === "other" ? "other" : "contract",
      legalType: claim.legalType === null ? null : Number(claim.legalType),
      title: orNull(claim.title),
      description: orNull(claim.description),
      contractDate: claim.contractDate,
    },
    interest:
      interest.kind === "contractual" || interest.kind === "none"
        ? { kind: interest.kind, rate: interest.rate.replace(",", ".").trim() || "0", per: "year" }
        : null,
    notice14:
      notice14.sentOn === null
        ? null
        : {
            sentOn: notice14.sentOn,
            method: notice14.method === "email" ? "email" : "post",
            ...(notice14.announced === null ? {} : { announced: decimal(notice14.announced) }),
            ...(notice14.sameAddress ? { sameAddress: true } : {}),
          },
    ...(values.bikCharged === null ? {} : { bikCharged: decimal(values.bikCharged) }),
    dispute: values.dispute,
    invoices: values.invoices.map(({ number, date, dueDate, amount, paid, description }) => ({
      number,
      date: date ?? "",
      dueDate: dueDate ?? "",
      amount: decimal(amount),
      ...(paid === null ? {} : { paid: decimal(paid) }),
      description: orNull(description),
    })),
  };
}
