/** Whether a file is ready to be handed to a bailiff, and what would be handed over. */
import { z } from "zod";
import { filePhases } from "../../cases/files/files.ts";
import { addressKinds, partyRoles } from "../../cases/parties/parties.ts";
import { fileTypes, genders, legalForms } from "../../cases/persons/persons.ts";
import { any } from "../../ground/kernel/access.ts";
import { call, idParam, rowVersion } from "../../ground/kernel/contract.ts";
import { maskBsn } from "../../ground/kernel/identifiers.ts";
import { calendarDate } from "../../ground/kernel/query.ts";
import { languages } from "../../ground/kernel/texts.ts";
import { documentKinds } from "../../letters/correspondence/correspondence.ts";
import { costGroups, receiptKinds } from "../../money/claims/claims.ts";
import { courtPlaces, courts } from "../courts/courts.ts";
import { paperKinds, paperSources } from "./papers/papers.ts";
import { checkStates, mandateScopes } from "./readiness/facts.ts";
import { fixes, handoverNeeds } from "./readiness/readiness.ts";

const who = any("ROLE_FILE_EDIT", "ROLE_PROCESSING");

const shownReason = z.object({
  rule: z.string(),
  article: z.string(),
  text: z.string(),
  possibleFrom: z.string().nullable(),
});

const mandate = z.strictObject({
  scope: z.enum(mandateScopes),
  on: calendarDate(),
  paper: z.strictObject({ source: z.enum(paperSources), id: idParam.shape.id }).nullable(),
});

/** What is told of a handover by hand. */
const choices = z.object({
  court: z.enum(courts).nullable(),
  /** Where the court sits. */
  place: z.enum(courtPlaces).nullable(),
  /** The client's order for this file alone, and the paper on which it stands. */
  mandate: mandate.nullable(),
  /** Null as long as nobody said. */
  advanceRequired: z.boolean().nullable(),
  advanceCents: z.number().int().nullable(),
  advanceReceivedOn: calendarDate().nullable(),
  /** 0 as long as nothing was told. */
  version: z.number().int(),
});
export type HandoverChoices = z.infer<typeof choices>;

export const readHandover = call({
  method: "GET",
  path: "/api/v4/file/{id}/handover",
  who,
  summary:
    "Whether a file could be handed to a bailiff now: each line of what is needed with its state, why, and where it is mended.",
  params: idParam,
  reply: z.object({
    /** Nothing is missing that was not let pass, and the law refuses nothing. */
    ready: z.boolean(),
    asOf: calendarDate(),
    clientId: z.number().int(),
    checks: z.array(
      z.object({
        need: z.enum(handoverNeeds),
        state: z.enum(checkStates),
        /** In the reader's language. */
        why: z.string(),
        reasons: z.array(shownReason),
        mend: z.enum(fixes).nullable(),
        /** Whether somebody may let it pass: what the law gate refuses is never let pass. */
        passable: z.boolean(),
        /** Who let it pass, when and why. */
        passed: z.object({ by: z.string(), on: calendarDate(), reason: z.string() }).nullable(),
      }),
    ),
    choices,
    /** Which court the address points to, and where it sits if that is sure. */
    courtProposed: z.enum(courts).nullable(),
    placeProposed: z.enum(courtPlaces).nullable(),
    /** Refusals of the law gate that no line is about. */
    reasons: z.array(shownReason),
    possibleFrom: z.string().nullable(),
  }),
});
export type Handover = z.infer<typeof readHandover.reply>;

export const chooseHandover = call({
  method: "PUT",
  path: "/api/v4/file/{id}/handover/choices",
  who: any("ROLE_FILE_EDIT"),
  summary: "Which court a file goes to and where it sits, whether an advance is needed, and when it came in.",
  params: idParam,
  body: z.strictObject({
    court: z.enum(courts).nullable(),
    place: z.enum(courtPlaces).nullable().default(null),
    advanceRequired: z.boolean().nullable(),
    advanceCents: z.number().int().min(1).max(100_000_000_000).nullable(),
    advanceReceivedOn: calendarDate().nullable(),
    version: rowVersion,
  }),
  reply: choices,
});

/** Beside the choices, so that of two people who tell each their own part neither undoes the other's. */
export const setMandate = call({
  method: "PUT",
  path: "/api/v4/file/{id}/handover/mandate",
  who: any("ROLE_FILE_EDIT"),
  summary:
    "How far the client's order for this file alone goes, since when, and on which paper it stands; null follows the client's.",
  params: idParam,
  body: z.strictObject({ mandate: mandate.nullable(), version: rowVersion }),
  reply: choices,
});

/** A line that the list does not have is no record. */
const lineParams = idParam.extend({ need: z.string().max(40) });

export const passLine = call({
  method: "PUT",
  path: "/api/v4/file/{id}/handover/pass/{need}",
  who: any("ROLE_FILE_EDIT"),
  summary: "Lets a line pass that is lacking, with a reason; what the law refuses is not let pass by it.",
  params: lineParams,
  body: z.strictObject({ reason: z.string().trim().min(1).max(1000).transform(maskBsn) }),
});

export const takeBackPass = call({
  method: "DELETE",
  path: "/api/v4/file/{id}/handover/pass/{need}",
  who: any("ROLE_FILE_EDIT"),
  summary: "A line that was let pass counts again.",
  params: lineParams,
});

const plainDate = calendarDate();
const decimal = z.string().describe('A decimal with two places, such as "1234.56".');
const text = z.string().nullable();

const address = z.object({
  street: z.string(),
  houseNumber: z.string(),
  suffix: text,
  postcode: z.string(),
  city: z.string(),
  country: z.string(),
});

const checkedAddress = address.extend({ source: text, verifiedAt: plainDate.nullable() });

const debtorOut = z.object({
  role: z.enum(["main", ...partyRoles]),
  type: z.enum(fileTypes),
  gender: z.enum(genders),
  initials: text,
  firstNames: text,
  prefix: text,
  lastName: text,
  birthDate: plainDate.nullable(),
  companyName: text,
  legalForm: z.enum(legalForms).nullable(),
  kvk: text,
  address: checkedAddress,
  otherAddresses: z.array(checkedAddress.extend({ kind: z.enum(addressKinds), until: plainDate.nullable() })),
  phones: z.array(z.string()),
  emails: z.array(z.string()),
  iban: text,
  language: z.enum(languages),
  solidary: z.boolean(),
});

/** The canonical model of domain facts 4.6, as far as the file knows it: what is not known is null or absent, never made up. */
export const handoverSet = z.object({
  asOf: plainDate,
  file: z.object({
    fileNumber: z.string(),
    clientFileRef: z.string(),
    phase: z.enum(filePhases),
    language: z.enum(languages),
    client: z.object({
      number: z.string(),
      name: z.string(),
      legalForm: z.string(),
      kvk: text,
      vat: text,
      canReclaimVat: z.boolean(),
      iban: text,
      address,
      contact: z.object({ name: text, phone: text, email: text }),
    }),
    debtors: z.array(debtorOut),
    claim: z.object({
      basis: z.string(),
      title: z.string(),
      description: z.string(),
      currency: z.literal("EUR"),
      contractDate: plainDate.nullable(),
      dispute: text,
      invoices: z.array(
        z.object({
          number: z.string(),
          date: plainDate,
          dueDate: plainDate,
          amount: decimal,
          open: decimal,
          creditNotes: z.array(z.object({ number: z.string(), date: plainDate, amount: decimal })),
        }),
      ),
      /** Open invoices that are not handed over because they are time-barred; no amount of this set counts them. */
      leftOut: z.array(z.object({ number: z.string(), open: decimal, barredOn: plainDate, article: z.string() })),
      interest: z.object({
        type: z.string(),
        pct: z.string(),
        per: z.enum(["year", "month"]),
        compounding: z.string(),
        startDates: z.array(z.object({ invoice: z.string(), from: plainDate })),
        accruedUntil: plainDate,
        amount: decimal,
      }),
      bik: z.object({
        method: z.string(),
        amount: decimal,
        vat: decimal,
        letterDate: plainDate.nullable(),
        received: plainDate.nullable(),
        dueFrom: plainDate.nullable(),
      }),
      costs: z.array(
        z.object({ type: z.string(), group: z.enum(costGroups), date: plainDate, amount: decimal, vat: decimal }),
      ),
      payments: z.array(
        z.object({
          date: plainDate,
          amount: decimal,
          channel: z.enum(receiptKinds),
          allocated: z.object({ costs: decimal, interest: decimal, principal: decimal }),
        }),
      ),
      totals: z.object({ principal: decimal, interest: decimal, costs: decimal, paid: decimal, open: decimal }),
    }),
    /** Where the claim is brought; the sector follows from the amount, but for rent, consumer sale and consumer credit. */
    court: z
      .object({
        name: z.string(),
        sector: z.enum(["kanton", "civil"]),
        /** Where it sits, where that was chosen; the address where it is known. */
        place: z.object({ city: z.string(), street: text, postcode: text, checkedOn: plainDate.nullable() }).nullable(),
      })
      .nullable(),
    /** The judgment that is to be carried out; null where there is none. */
    title: z
      .object({
        court: text,
        caseNumber: z.string(),
        judgmentDate: plainDate,
        /** By default or after a defence; null where nobody told. */
        kind: z.enum(["verstek", "tegenspraak"]).nullable(),
        amounts: z.object({ principal: decimal, interest: decimal, bik: decimal, costs: decimal }),
        interestFrom: plainDate.nullable(),
        servedAt: plainDate.nullable(),
      })
      .nullable(),
    /** What the client ordered for this file alone. */
    mandate: z.object({ scope: z.enum(mandateScopes), date: plainDate }).nullable(),
    arrangement: z
      .object({
        status: z.string(),
        total: decimal,
        frequency: z.string(),
        terms: z.array(z.object({ on: plainDate, amount: decimal, status: z.string() })),
      })
      .nullable(),
    flags: z.object({
      shv: z.boolean(),
      wsnp: z.boolean(),
      bankrupt: z.boolean(),
      deceased: z.boolean(),
      vulnerable: z.boolean(),
      noCall: z.boolean(),
    }),
    documents: z.array(
      z.object({
        type: z.enum([...documentKinds, "log"]),
        /** What it is, where that is known. */
        kind: z.enum(paperKinds).nullable(),
        filename: z.string(),
        mime: z.string(),
        sizeBytes: z.number().int(),
        sha256: z.string(),
        date: plainDate,
        /** Where its bytes are read, by whoever may see the file. */
        url: z.string(),
      }),
    ),
  }),
});
export type HandoverSet = z.infer<typeof handoverSet>;

export const readHandoverSet = call({
  method: "GET",
  path: "/api/v4/file/{id}/handover/data",
  who,
  summary:
    "What would be handed to a bailiff, as far as the file knows it: the canonical data set, with no citizen number.",
  params: idParam,
  // Who took out a person's data is noted.
  writes: true,
  reply: handoverSet,
});

export { addPaper, type FilePaper, filePaper, listPapers } from "./papers/papers.contract.ts";
