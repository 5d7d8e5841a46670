/** Lists about money: kinds of costs, what clients are charged, advances, and how payments are called (domain facts 3.3, 4.4 and 11). */
import { z } from "zod";
import {
  choice,
  choices,
  code,
  flag,
  lines,
  long,
  money,
  moneyOrNone,
  names,
  reference,
  settingList,
  text,
  whole,
} from "../engine/list.ts";

/** Dutch rates of VAT, in percent. */
const vatPercent = () =>
  ({
    input: "choice",
    schema: z.enum(["0", "9", "21"]),
    options: ["0", "9", "21"],
    initial: "21",
    required: true,
  }) as const;

export const costTypes = settingList({
  name: "cost-type",
  table: "cost_type",
  title: "name",
  unique: ["code"],
  ordered: true,
  fields: {
    name: names(),
    code: code(),
    costGroup: choice(["execution", "court", "bik", "other"], "other"),
    chargeTo: choice(["debtor", "client"], "debtor"),
    vatPercent: vatPercent(),
    countsAsCost: flag(true),
    needsDocument: flag(false),
    btagArticle: text(60, { optional: true }),
  },
});

/** What a client is charged, and at which occasion. */
export const clientCostTemplates = settingList({
  name: "client-cost-template",
  table: "client_cost_template",
  title: "name",
  unique: ["name"],
  fields: {
    name: text(120),
    lines: lines({
      table: "client_cost_line",
      owner: "template_id",
      fields: {
        costTypeId: reference("cost-type"),
        charged: choice(
          ["per_file", "per_letter", "per_email", "per_sms", "per_call", "per_month", "per_handover", "per_closing"],
          "per_file",
        ),
        amountCents: money(),
      },
    }),
    note: long(1000),
  },
});

/** Costs that people may book on a file beside those of the workflow. */
export const extraCosts = settingList({
  name: "extra-cost",
  table: "extra_cost",
  title: "name",
  unique: ["name"],
  fields: {
    name: names(),
    costTypeId: reference("cost-type"),
    standardCents: money(),
    maximumCents: moneyOrNone(),
    roles: choices(["ROLE_EMPLOYEE", "ROLE_FINANCE", "ROLE_LEGAL", "ROLE_SETTINGS"], ["ROLE_EMPLOYEE"], {
      plain: true,
    }),
    needsApproval: flag(false),
  },
  rule: ({ standardCents, maximumCents }) =>
    maximumCents !== null && maximumCents < standardCents
      ? ["maximumCents", "lists.extra-cost.belowStandard"]
      : undefined,
});

/** What a client pays in advance before a step that costs money. */
export const advanceDefinitions = settingList({
  name: "advance-definition",
  table: "advance_definition",
  title: "name",
  unique: ["name"],
  fields: {
    name: names(),
    occasion: choice(
      ["summons", "handover", "defence", "appeal", "seizure", "bankruptcy_petition", "register_check", "other"],
      "summons",
    ),
    basis: choice(["tariff", "fixed"], "tariff"),
    amountCents: moneyOrNone(),
    vatPercent: vatPercent(),
    dueDays: whole(0, 365, 14),
    blocksStep: flag(true),
  },
  rule: ({ basis, amountCents }) =>
    basis === "fixed" && (amountCents === null || amountCents === 0)
      ? ["amountCents", "lists.advance-definition.amountNeeded"]
      : basis === "tariff" && amountCents !== null
        ? ["amountCents", "lists.advance-definition.amountOfTariff"]
        : undefined,
});

/** How payments are called, of which kind of receipt they are and what they do to the balance (domain facts 3.3). */
export const paymentDescriptions = settingList({
  name: "payment-description",
  table: "payment_description",
  title: "name",
  unique: ["code"],
  ordered: true,
  fixedMayRest: true,
  fields: {
    name: names(),
    code: code(),
    kind: choice(
      ["agency", "direct", "bailiff", "credit_note", "reversal", "advance", "refund", "write_off"],
      "agency",
    ),
    effect: choice(["allocates", "lowers_principal", "takes_back", "none"], "allocates"),
  },
  rule: ({ kind, effect }) =>
    effectsOf[kind]?.includes(effect) ? undefined : ["effect", "lists.payment-description.effectWrong"],
});

/** What each kind of receipt can do to a balance (domain facts 3.3). */
const effectsOf: Readonly<Record<string, readonly string[]>> = {
  agency: ["allocates"],
  direct: ["allocates"],
  bailiff: ["allocates"],
  credit_note: ["lowers_principal"],
  reversal: ["takes_back"],
  advance: ["none"],
  refund: ["none"],
  write_off: ["allocates"],
};
