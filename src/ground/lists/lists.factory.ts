/** A good record for each list of settings. */
import type { Visitor } from "../../app/testing/world.factory.ts";
import type { ListName } from "./catalogue/routes.ts";
import { callsOf } from "./engine/list.contract.ts";

export type Body = Record<string, unknown>;

/** A name in four languages. */
export const inFour = (nl: string, others: Partial<Record<"en" | "fr" | "de", string>> = {}) => ({
  nl,
  en: "",
  fr: "",
  de: "",
  ...others,
});

/** The id of the first fixed or seeded record of a list. */
async function firstOf(visitor: Visitor, name: ListName): Promise<number> {
  const { items } = await visitor.call(callsOf(name).list, { query: { limit: 1 } });
  const [first] = items;
  if (!first) throw new Error(`the list ${name} is empty`);
  return first.id;
}

/** What a new record of a list is made of; `tag` keeps names and codes apart. */
export async function sampleOf(visitor: Visitor, name: ListName, tag: string): Promise<Body> {
  const named = inFour(`Proef ${tag}`, { en: `Trial ${tag}` });
  const code = `trial_${tag}`;
  const costTypeId = () => firstOf(visitor, "cost-type");
  const samples: Readonly<Record<ListName, () => Promise<Body>>> = {
    "legal-type": async () => ({
      name: named,
      code,
      basis: "contract",
      limitationMonths: 60,
      limitationArticle: "BW 3:307",
      consumerMonths: 24,
      consumerArticle: "BW 7:28",
    }),
    "file-status": async () => ({
      name: named,
      code,
      parentId: await firstOf(visitor, "file-status"),
      explanation: inFour("Wij wachten op u."),
      colour: "amber",
      shownToClients: true,
    }),
    "closing-reason": async () => ({
      name: named,
      code,
      parentId: await firstOf(visitor, "closing-reason"),
      needsNote: true,
      tellsClient: true,
      countsAsCollected: false,
    }),
    "agenda-subject": async () => ({ name: named, code, workingDays: 3, exclusion: "state_of_affairs" }),
    "cost-type": async () => ({
      name: named,
      code,
      costGroup: "other",
      chargeTo: "client",
      vatPercent: "21",
      countsAsCost: false,
      needsDocument: true,
      btagArticle: "",
    }),
    "client-cost-template": async () => ({
      name: `Proef ${tag}`,
      lines: [
        { costTypeId: await costTypeId(), charged: "per_file", amountCents: 1500 },
        { costTypeId: await costTypeId(), charged: "per_letter", amountCents: 95 },
      ],
      note: "",
    }),
    "extra-cost": async () => ({
      name: named,
      costTypeId: await costTypeId(),
      standardCents: 1250,
      maximumCents: 2500,
      roles: ["ROLE_EMPLOYEE"],
      needsApproval: false,
    }),
    "advance-definition": async () => ({
      name: named,
      occasion: "summons",
      basis: "fixed",
      amountCents: 35000,
      vatPercent: "21",
      dueDays: 14,
      blocksStep: true,
    }),
    "payment-description": async () => ({ name: named, code, kind: "direct", effect: "allocates" }),
    "client-group": async () => ({ name: `Groep ${tag}`, note: "" }),
    partner: async () => ({
      name: `Proef ${tag}`,
      kind: "bailiff",
      kvk: "12345678",
      contactName: "R. Visser",
      email: "post@deurwaarder.example",
      phone: "+31201234567",
      street: "Keizersgracht 1",
      postcode: "1015 CC",
      city: "Amsterdam",
      iban: "NL91ABNA0417164300",
      ourNumber: "VOR-1",
      note: "",
    }),
    blacklist: async () => ({
      number: `+3161234${String([...tag].reduce((sum, letter) => sum + letter.charCodeAt(0), 1000)).slice(-4)}`,
      channels: ["call", "sms"],
      reason: `Wil niet gebeld worden ${tag}`,
      source: "debtor",
      until: null,
    }),
    "mime-type": async () => ({
      mime: "application/json",
      extensions: ["json"],
      maxMegabytes: 5,
      purposes: ["attachment"],
    }),
    "autoreply-label": async () => ({
      name: named,
      words: ["betalingsregeling", tag],
      looksIn: "both",
      subject: inFour("Uw bericht over %fileNumber%"),
      reply: inFour("Beste %name%, wij antwoorden snel."),
      active: true,
      quietHours: true,
    }),
    "sender-label": async () => ({
      sender: `${tag}@deurwaarder.example`,
      label: "Deurwaarder",
      kind: "bailiff",
      priority: "high",
      ignored: false,
    }),
  };
  return samples[name]();
}
