/** Answers whether a file is ready to be handed over: nothing is kept of it, it is judged on what is known now. */

import { readerOf, translateLogText } from "../../../cases/logs/logs.ts";
import { debtorById } from "../../../cases/persons/persons.server.ts";
import { date, dateOfDay, parsePlainDate } from "../../../ground/kernel/dates.ts";
import { notFound } from "../../../ground/kernel/errors.ts";
import { sumCents } from "../../../ground/kernel/money.ts";
import { handle, type WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { translateRefusals } from "../../../law/rules/rules.server.ts";
import { fileMessages } from "../../../letters/correspondence/correspondence.server.ts";
import { type JudgedHandover, judgeHandover } from "../../../letters/processing/processing.server.ts";
import { type Balance, bikFor } from "../../../money/claims/claims.ts";
import { clientById } from "../../../people/customers/customers.server.ts";
import { courtPlaceKnown } from "../../courts/courts.server.ts";
import { courtFor, courtPlaceFor } from "../../courts/courts.ts";
import { type Handover, type HandoverChoices, readHandover, readHandoverSet } from "../handover.contract.ts";
import { requireOffice } from "../internal.server.ts";
import { filePapers } from "../papers/papers.server.ts";
import { choiceHandlers, choicesOf, waiversOf } from "./choices.server.ts";
import { handoverSetOf } from "./data-set.server.ts";
import type { HandoverFacts } from "./facts.ts";
import { checksOf, needOf } from "./readiness.ts";
import { claimTypesOf, isOfSubDistrict } from "./sub-district.server.ts";

type CostItem = Balance["ledger"]["costs"][number];

const openOf = (costs: readonly CostItem[]): number => sumCents(costs.map(({ open }) => open));

function moneyOf({ balance, notice, situation, tariffs }: JudgedHandover): HandoverFacts["open"] {
  const { ledger } = balance;
  const bik = ledger.costs.filter(({ group }) => group === "bik");
  const consumer = situation.debtor.isConsumer;
  // From a consumer they are due by a 14-day letter, which has a line of its own.
  const due =
    consumer || bik.length > 0 ? 0 : bikFor(situation.events, tariffs, balance.asOf, { ground: "default" }).total;
  return {
    principal: balance.principal,
    interest: balance.interest,
    bik: openOf(bik),
    otherCosts: balance.costs - openOf(bik),
    total: balance.open,
    bikNotCharged: consumer && notice === null ? 0 : due,
  };
}

function interestOf({ balance }: JudgedHandover): HandoverFacts["interest"] {
  const bearing = balance.ledger.invoices.filter(({ accrual }) => accrual.terms.kind !== "none");
  const [first] = bearing.map(({ accrual }) => accrual.startDay).sort((a, b) => a - b);
  return { kind: bearing[0]?.accrual.terms.kind ?? "none", from: first === undefined ? null : dateOfDay(first) };
}

async function isUnchecked({ db }: WorkCtx, place: HandoverChoices["place"]): Promise<boolean> {
  if (place === null) return false;
  const { street, checkedOn } = await courtPlaceKnown(db, place);
  return street !== null && checkedOn === null;
}

async function factsOf(ctx: WorkCtx, judged: JudgedHandover, choices: HandoverChoices): Promise<HandoverFacts> {
  const { situation, balance, notice, barredOn, leftOut } = judged;
  const debtor = await debtorById(ctx.db, situation.debtor.id);
  const client = await clientById(ctx.db, situation.client.id);
  if (!client) throw notFound();
  const papers = await filePapers(ctx, situation.fileId);
  const claimType = (await claimTypesOf(ctx, [judged])).get(situation.fileId) ?? "other";
  const { payments } = balance.ledger;
  return {
    today: balance.asOf,
    debtor: {
      ...debtor,
      company: debtor.fileType === "company",
      birthDate: debtor.birthDate === null ? null : (parsePlainDate(debtor.birthDate) ?? null),
      addressVerifiedOn: situation.debtor.addressVerifiedOn,
    },
    claim: { title: situation.claimTitle, description: situation.claimDescription },
    // What a judge awarded is no invoice, and has no document of its own among them.
    invoices: balance.ledger.invoices
      .filter(({ awarded }) => !awarded)
      .map(({ number, event }) => ({ number, amount: event.amount })),
    interest: interestOf(judged),
    notice: notice && {
      sentOn: notice.event.on,
      bikDueFrom: notice.event.data.bikDueFrom,
      documentId: notice.event.data.documentId ?? null,
    },
    open: moneyOf(judged),
    payments: { count: payments.length, cents: balance.paid },
    barredOn,
    leftOut,
    mandate: { on: client.mandateOn, until: client.mandateUntil },
    ownMandate: choices.mandate && { scope: choices.mandate.scope, on: date(choices.mandate.on) },
    canReclaimVat: !balance.ledger.terms.bik.vat,
    advance: {
      required: choices.advanceRequired,
      cents: choices.advanceCents,
      on: choices.advanceReceivedOn === null ? null : date(choices.advanceReceivedOn),
    },
    court: choices.court,
    place: choices.place,
    subDistrictMatter: isOfSubDistrict(judged, claimType),
    isRent: claimType === "rent",
    placeUnchecked: await isUnchecked(ctx, choices.place),
    papers: {
      received: papers.filter(({ ours }) => !ours),
      sent: await fileMessages.count(ctx.db, situation.fileId),
    },
  };
}

/** How each line of a file stands that was judged, in the words of whoever reads it. */
export async function handoverOf(ctx: WorkCtx, judged: JudgedHandover): Promise<Handover> {
  const { refusals, situation, balance } = judged;
  const { fileId } = situation;
  const reader = readerOf(ctx);
  const choices = await choicesOf(ctx.db, fileId);
  const passes = await waiversOf(ctx.db, fileId);
  const facts = await factsOf(ctx, judged, choices);
  const checks = checksOf(facts, refusals, new Set(passes.keys()));
  const shown = checks.map(({ need, state, why, refusals: against, mend }) => ({
    need,
    state,
    why: translateLogText(why, reader),
    reasons: translateRefusals(ctx, against).reasons,
    mend: state === "met" ? null : mend,
    passable: state === "missing" && against.length === 0,
    passed: state === "passed" ? (passes.get(need) ?? null) : null,
  }));
  const lines = new Set(checks.map(({ need }) => need));
  const others = refusals.filter((refusal) => {
    const need = needOf(refusal);
    return need === undefined || !lines.has(need);
  });
  return {
    ready: refusals.length === 0 && checks.every(({ state }) => state !== "missing"),
    asOf: balance.asOf,
    clientId: situation.client.id,
    checks: shown,
    choices,
    courtProposed: courtFor(facts.debtor),
    placeProposed: courtPlaceFor(facts.debtor),
    reasons: translateRefusals(ctx, others).reasons,
    possibleFrom: translateRefusals(ctx, refusals).possibleFrom,
  };
}

export const handoverHandlers = [
  handle(readHandover, async (ctx, { params }) => {
    requireOffice(ctx);
    return handoverOf(ctx, await judgeHandover(ctx, params.id));
  }),
  handle(readHandoverSet, async (ctx, { params }) => {
    requireOffice(ctx);
    const set = await handoverSetOf(ctx, await judgeHandover(ctx, params.id));
    await ctx.audit({ action: "file.handover-data", subject: "file", subjectId: params.id, after: { asOf: set.asOf } });
    return set;
  }),
  ...choiceHandlers,
];
