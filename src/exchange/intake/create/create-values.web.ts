import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { decimalFromCents } from "../../../ground/kernel/money.ts";
import type { ValuesOf } from "../../../ground/platform/web/inputs/form.web.tsx";
import type { createFile } from "./create.contract.ts";

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

type Body = BodyOf<typeof createFile>;
/** Texts are empty and never missing while they are typed. */
type Typed<T> = { readonly [Key in keyof T]-?: string extends T[Key] ? string : Exclude<T[Key], undefined> };

export interface Values {
  readonly client: number | null;
  readonly clientRef: string;
  readonly fileType: Body["fileType"];
  readonly debtor: Typed<Omit<Body["debtor"], "birthDate">> & { readonly birthDate: string | null };
  readonly claim: {
    readonly basis: "contract" | "other";
    readonly legalType: number | null;
    readonly title: string;
    readonly description: string;
    readonly contractDate: string | null;
  };
  readonly interest: { readonly kind: "legal" | "contractual" | "none"; readonly rate: string };
  readonly notice14: {
    readonly sentOn: string | null;
    readonly method: "post" | "email";
    /** Whole cents. */
    readonly announced: number | null;
    readonly sameAddress: boolean;
    /** A copy of the letter, which is kept with the file once that is made. */
    readonly copy: File[];
  };
  /** Whole cents. */
  readonly bikCharged: number | null;
  readonly dispute: boolean;
  readonly doubleReason: string;
  readonly invoices: InvoiceValues[];
}

export const emptyValues: Values = {
  client: null,
  clientRef: "",
  fileType: "private",
  debtor: {
    gender: "unknown",
    initials: "",
    firstName: "",
    prefix: "",
    lastName: "",
    companyName: "",
    legalForm: null,
    kvk: "",
    birthDate: null,
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
    legalType: null,
    title: "",
    description: "",
    contractDate: null,
  },
  interest: { kind: "legal", rate: "" },
  notice14: {
    sentOn: null,
    method: "post",
    announced: null,
    sameAddress: false,
    copy: [],
  },
  bikCharged: null,
  dispute: false,
  doubleReason: "",
  invoices: [noInvoice],
};

const decimal = (cents: number | null): string => (cents === null ? "" : decimalFromCents(cents));
const orNull = (text: string): string | null => text.trim() || null;

/** What the call wants of what was typed; what is empty travels as null, which the server asks for beside the field. */
export function bodyOf(values: Values): ValuesOf<typeof createFile> {
  const { debtor, claim, interest, notice14 } = values;
  return {
    client: values.client,
    clientRef: values.clientRef,
    fileType: values.fileType,
    debtor,
    claim: {
      basis: claim.basis,
      legalType: claim.legalType,
      title: orNull(claim.title),
      description: orNull(claim.description),
      contractDate: claim.contractDate,
    },
    interest:
      interest.kind !== "legal"
        ? { kind: interest.kind, rate: interest.rate.replace(",", ".").trim() || "0", per: "year" }
        : null,
    notice14:
      notice14.sentOn === null
        ? null
        : {
            sentOn: notice14.sentOn,
            method: notice14.method,
            ...(notice14.announced === null ? {} : { announced: decimal(notice14.announced) }),
            ...(notice14.sameAddress ? { sameAddress: true } : {}),
          },
    ...(values.bikCharged === null ? {} : { bikCharged: decimal(values.bikCharged) }),
    dispute: values.dispute,
    ...(values.doubleReason.trim() === "" ? {} : { doubleReason: values.doubleReason.trim() }),
    invoices: values.invoices.map(({ number, date, dueDate, amount, paid, description }) => ({
      number,
      date,
      dueDate,
      amount: amount === null ? null : decimal(amount),
      ...(paid === null ? {} : { paid: decimal(paid) }),
      description: orNull(description),
    })),
  };
}
