/** A sample letter to a fictional debtor in a client's own style, to review before anything is sent. */
import { addDays, type PlainDate } from "../../../ground/kernel/dates.ts";
import type { Language } from "../../../ground/kernel/texts.ts";
import type { WorkCtx } from "../../../ground/platform/server/http/module.ts";
import type { Client } from "../../../people/customers/customers.server.ts";
import { pdfOf } from "../../correspondence/correspondence.server.ts";
import type { LetterHouse } from "../../correspondence/correspondence.ts";
import { messageOf } from "../letters/letter.server.ts";
import type { RecordSituation } from "../records/record.ts";
import { recordEnvironment } from "../records/situations.server.ts";
import type { sampleTemplates } from "./house.contract.ts";
import { textCode } from "./text-code.server.ts";

export interface Sample {
  readonly template: (typeof sampleTemplates)[number];
  readonly language: Language;
  /** A logo that is not stored yet; if absent, that of the client. */
  readonly logo?: LetterHouse["logo"];
}

const sampleDebtor = (lastName: string, language: Language): RecordSituation["debtor"] => ({
  fileType: "private",
  gender: "female",
  initials: "A.",
  firstName: null,
  prefix: null,
  lastName,
  companyName: null,
  legalForm: null,
  kvk: null,
  birthDate: null,
  street: "Kanaalstraat",
  houseNumber: "1",
  addition: null,
  postcode: "3531 CL",
  city: "Utrecht",
  country: "NL",
  phone: null,
  mobile: null,
  email: null,
  iban: null,
  language,
});

/** A fictional record with one invoice of a consumer, a fortnight overdue. */
function sampleSituation(
  translate: WorkCtx["translate"],
  client: Client,
  language: Language,
  today: PlainDate,
): RecordSituation {
  const number = translate({ key: "precasso.sampleInvoice" }, language);
  const lastName = translate({ key: "precasso.sampleName" }, language);
  return {
    id: 0,
    number: "P0000000",
    version: 1,
    creditor: {
      id: client.id,
      company: client.company,
      version: 1,
      canReclaimVat: client.canReclaimVat,
      addressComplete: true,
      iban: client.iban,
    },
    clientRef: number,
    debtor: sampleDebtor(lastName, language),
    debtorName: `A. ${lastName}`,
    claim: {
      basis: "contract",
      legalTypeId: null,
      title: translate({ key: "precasso.sampleClaim" }, language),
      description: null,
      contractDate: null,
      interest: null,
      canReclaimVat: null,
    },
    state: "open",
    holdUntil: null,
    endedOn: null,
    invoices: [{ number, date: addDays(today, -44), dueDate: addDays(today, -14), cents: 12_345, description: null }],
    payments: [],
    workflowCode: "W6",
    definitionVersion: 1,
    position: 0,
    round: 1,
    previousDoneOn: null,
    termUntil: null,
    notice14: null,
    addressWrongSince: null,
    unpostedSince: null,
    spokenFor: null,
    contacts: [],
    blocked: [],
  };
}

/** The letter as PDF. Reads only. */
export async function samplePdf(
  ctx: Pick<WorkCtx, "db" | "clock" | "storage" | "translate">,
  client: Client,
  { template, language, logo }: Sample,
): Promise<Uint8Array> {
  const environment = await recordEnvironment(ctx);
  const { today } = environment.at;
  const situation = sampleSituation(ctx.translate, client, language, today);
  const judged = {
    step: null,
    template,
    effect: template === "POST_PRE_WIK14" ? ("notice14" as const) : ("none" as const),
    dueOn: today,
    verdict: "do" as const,
    reasons: [],
    openCents: 12_345,
  };
  const { model } = await messageOf(ctx, situation, judged, environment, logo);
  return pdfOf.sample(ctx.db, await textCode(ctx.db, client.id, template, language), model);
}
