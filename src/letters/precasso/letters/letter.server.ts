/** The text of a message in a client's own name: only the client's details and the principal due. */
import { VorderError } from "../../../ground/kernel/errors.ts";
import { paymentReference } from "../../../ground/kernel/identifiers.ts";
import { decimalFromRate, sumCents } from "../../../ground/kernel/money.ts";
import type { Language } from "../../../ground/kernel/texts.ts";
import type { Db, JobCtx, WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { globalSettings, mailFromOf } from "../../../ground/settings/settings.server.ts";
import { type ProviderSettings, providerOf } from "../../../ground/settings/settings.ts";
import { type Client, clientById } from "../../../people/customers/customers.server.ts";
import {
  type LetterHouse,
  type LetterInput,
  type LetterModel,
  type LetterProvider,
  letterModel,
  providerAddress,
} from "../../correspondence/correspondence.ts";
import { formatMoney, formatRate } from "../../templates/templates.ts";
import { announcedCosts, type Judged, type RecordEnvironment } from "../records/judge.ts";
import { dueInvoices, type RecordSituation } from "../records/record.ts";

type Says = Pick<JobCtx | WorkCtx, "translate">;

/** The style of a client's letters, with the client's record as default. */
export async function houseRow(db: Db, clientId: number) {
  return db.selectFrom("precasso_house").selectAll().where("client_id", "=", clientId).executeTakeFirst();
}
export type HouseRow = Awaited<ReturnType<typeof houseRow>>;

/** The client's own line below messages in a language; empty if there is none. */
export const closingLine = (house: HouseRow, language: Language): string => {
  const lines: unknown = house?.closing_line;
  const line: unknown =
    typeof lines === "object" && lines !== null ? Object.entries(lines).find(([key]) => key === language)?.[1] : "";
  return typeof line === "string" ? line : "";
};

/** The footer of letters and mails: who the client is, and who sends them for it (Wki art. 11; a setting of the client, on by default). */
function footerOf(
  sender: Omit<ProviderSettings, "footer">,
  agency: ProviderSettings,
  house: HouseRow,
  language: Language,
  says: Says,
): string[] {
  const address = providerAddress({ ...sender, footer: agency.footer });
  const reach = [sender.phone, sender.email, sender.website.replace(/^https?:\/\//, "").replace(/\/$/, "")];
  const own = closingLine(house, language);
  const values = { client: sender.registeredName, agency: agency.registeredName, number: agency.wkiNumber };
  return [
    [sender.registeredName, address, ...(sender.kvk === "" ? [] : [`KvK ${sender.kvk}`])].join(" · "),
    reach.filter((part) => part !== "").join(" · "),
    ...((house?.names_agency ?? true) ? [says.translate({ key: "precasso.sentFor", values }, language)] : []),
    own,
  ].filter((line) => line !== "");
}

async function logoOf(storage: WorkCtx["storage"], house: HouseRow): Promise<LetterHouse["logo"]> {
  if (!house?.logo_storage_key) return null;
  const format = house.logo_mime === "image/png" ? "png" : "jpg";
  return { format, bytes: [...(await storage.get(house.logo_storage_key))] };
}

/** Fills the missing details of a sender from another one. */
const lacking = (sender: ProviderSettings | Omit<ProviderSettings, "footer">, other: ProviderSettings) =>
  Object.fromEntries(
    (["phone", "email", "iban", "kvk", "street", "houseNumber", "postcode", "city"] as const).flatMap((field) =>
      sender[field] === "" ? [[field, other[field]]] : [],
    ),
  );

/**
 * A client as sender of messages in its own name, optionally with a logo that is not stored yet; the registration number is the provider's, who
 * sends for the client.
 */
export async function senderOf(
  ctx: Pick<WorkCtx, "db" | "storage" | "translate">,
  client: Client,
  language: Language,
  newLogo?: LetterHouse["logo"],
): Promise<LetterProvider> {
  const agency = providerOf(await globalSettings(ctx.db));
  const house = await houseRow(ctx.db, client.id);
  const name = house?.sender_name || client.company;
  const sender = {
    ...agency,
    registeredName: name,
    tradeName: name,
    street: client.street,
    houseNumber: client.houseNumber,
    addition: client.addition ?? "",
    postcode: client.postcode,
    city: client.city,
    country: client.country,
    phone: house?.phone || client.phone || "",
    email: house?.email || client.email || client.contactEmail || "",
    website: house?.website || client.website || "",
    linkedin: "",
    iban: client.iban ?? "",
    bic: "",
    accountHolder: client.accountHolder ?? client.company,
    kvk: client.kvk ?? "",
    vatNumber: client.vatNumber ?? "",
  };
  // A new logo is validated even if the client's record lacks other details.
  const filled = newLogo === undefined ? sender : { ...sender, ...lacking(sender, agency) };
  return {
    ...filled,
    replyTo: sender.email,
    house: {
      footer: footerOf(sender, agency, house, language, ctx),
      logo: newLogo ?? (await logoOf(ctx.storage, house)),
    },
  };
}

/** The due invoices with the payments on them; without interest and costs (domain facts 9, W6). */
function balanceOf({ invoices, payments }: RecordSituation, today: LetterInput["date"]): LetterInput["balance"] {
  const due = dueInvoices(invoices, payments, today);
  const last = due.at(-1)?.dueDate ?? today;
  const asked = invoices.filter(({ dueDate }) => dueDate <= last);
  const principalCents = sumCents(asked.map(({ cents }) => cents));
  return {
    asOf: today,
    invoices: asked.map(({ number, date, dueDate, cents, description }) => ({
      number,
      invoiceDate: date,
      dueDate,
      description: description ?? "",
      cents,
    })),
    credits: [],
    interest: [],
    costs: [],
    vat: null,
    payments: payments.map(({ on, cents, reference }) => ({ label: reference, on, cents })),
    principalCents,
    interestCents: 0,
    costsCents: 0,
    paidCents: sumCents(payments.map(({ cents }) => cents)),
    openCents: sumCents(due.map(({ openCents }) => openCents)),
  };
}

/** The payment reference for the client, with the check digit that banks validate. */
const referenceOf = ({ id }: RecordSituation): string => paymentReference(`9${String(id).padStart(8, "0")}`);

function claimTextOf(situation: RecordSituation, language: Language, says: Says): string {
  const { claim, invoices } = situation;
  if (claim.description) return claim.description;
  const numbers = invoices.map(({ number }) => number).join(", ");
  return says.translate({ key: "precasso.invoicesOf", values: { numbers, count: invoices.length } }, language);
}

function bikOf(situation: RecordSituation, judged: Judged, environment: RecordEnvironment): Pick<LetterInput, "bik"> {
  if (judged.effect !== "notice14") return {};
  const { principalCents, cents, vatCents, vatRate } = announcedCosts(situation, environment);
  return { bik: { principalCents, cents, vatCents, vatRate: vatRate === 0 ? null : decimalFromRate(vatRate) } };
}

/** Besluit BIK art. 2(3), from the client's point of view: "we" is the client. */
function vatStatement(bik: NonNullable<LetterInput["bik"]>, language: Language, says: Says): string | null {
  if (bik.vatRate === null) return null;
  const money = (cents: number): string => formatMoney(cents, language);
  const values = {
    costs: money(bik.cents),
    vat: money(bik.vatCents),
    total: money(bik.cents + bik.vatCents),
    rate: formatRate(bik.vatRate, language),
  };
  return says.translate({ key: "precasso.vatStatement", values }, language);
}

export interface Message {
  readonly model: LetterModel;
  /** The From line of its mails: the client's name with the provider's address, which is authorised to send. */
  readonly from: string;
}

/** All template variables of a step's message. */
export async function messageOf(
  ctx: Pick<WorkCtx, "db" | "storage" | "translate">,
  situation: RecordSituation,
  judged: Judged,
  environment: RecordEnvironment,
  newLogo?: LetterHouse["logo"],
): Promise<Message> {
  const client = await clientById(ctx.db, situation.creditor.id);
  if (!client) throw new VorderError("notFound");
  const { language } = situation.debtor;
  const { debtor } = situation;
  const provider = await senderOf(ctx, client, language, newLogo);
  const date = environment.at.today;
  const description = claimTextOf(situation, language, ctx);
  const address = {
    street: debtor.street,
    houseNumber: debtor.houseNumber,
    addition: debtor.addition,
    postcode: debtor.postcode,
    city: debtor.city,
    country: debtor.country,
  };
  const bik = bikOf(situation, judged, environment);
  const model = letterModel({
    language,
    date,
    provider,
    file: {
      number: situation.number,
      clientRef: situation.clientRef,
      paymentReference: referenceOf(situation),
      claimTitle: situation.claim.title ?? description,
      claimDescription: description,
      contractDate: situation.claim.contractDate,
    },
    client: {
      company: client.company,
      address: {
        street: client.street,
        houseNumber: client.houseNumber,
        addition: client.addition,
        postcode: client.postcode,
        city: client.city,
        country: client.country,
      },
    },
    debtor: { ...debtor, displayName: situation.debtorName, address },
    balance: balanceOf(situation, date),
    payCents: judged.openCents,
    ...bik,
  });
  const statement = bik.bik ? vatStatement(bik.bik, language, ctx) : null;
  const settings = await globalSettings(ctx.db);
  return {
    model: { ...model, values: { ...model.values, vatStatement: statement } },
    from: mailFromOf({ ...settings, tradeName: provider.registeredName }),
  };
}
