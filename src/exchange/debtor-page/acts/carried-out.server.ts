/** What the forms do: each once, by the house's own functions, in the name of whoever is in. */

import { planAgenda } from "../../../cases/agenda/agenda.server.ts";
import { recordIdsOf } from "../../../cases/debtors/debtors.server.ts";
import { attachUploads, requestChange, stateBudget, writeNote } from "../../../cases/logs/logs.server.ts";
import { type BudgetEntry, budgetKinds, budgetSides } from "../../../cases/logs/logs.ts";
import { noteLanguage, noteWish, personById } from "../../../cases/parties/parties.server.ts";
import { placeHold } from "../../../cases/states/states.server.ts";
import { cutText } from "../../../ground/kernel/cut-text.ts";
import { addDays, addMonths, type PlainDate, parsePlainDate } from "../../../ground/kernel/dates.ts";
import { fieldError, VorderError } from "../../../ground/kernel/errors.ts";
import { maskBsn } from "../../../ground/kernel/identifiers.ts";
import { isLanguage } from "../../../ground/kernel/texts.ts";
import { type Ctx, type PageReply, redirect, type UploadedFile } from "../../../ground/platform/server/http/module.ts";
import { formatLongDate, formatMoney } from "../../../letters/templates/templates.ts";
import { arranging } from "../../../money/claims/claims.server.ts";
import { beginPayment } from "../../../money/online-payments/online-payments.server.ts";
import { type Act, actAddress, centsTyped, claimAddress, paymentAddress } from "../debtor-page.ts";
import { html } from "../markup.ts";
import type { Claim } from "../pages/claims.server.ts";
import { pageOf, tokenOf, type View } from "../pages/layout.server.ts";
import { changeFields, contactKinds, disputeKinds, frequencies, helpPart, payKinds } from "./forms.server.ts";

export interface Sent {
  readonly once?: string | undefined;
  readonly text: string;
  readonly amount: string;
  readonly first: string;
  readonly frequency: string;
  readonly agreed: string;
  readonly kind: string;
  readonly wanted: Readonly<Record<string, string>>;
  readonly amounts: Readonly<Record<string, string>>;
  readonly files: readonly UploadedFile[];
}

export interface ActContext {
  /** In the name of whoever is in. */
  readonly ctx: Ctx;
  readonly view: View;
  readonly claim: Claim;
  readonly city: string;
  /** The record of whoever is in. */
  readonly debtorId: number;
  readonly sent: Sent;
}

/** What was wrong, by field; the form is shown again with it. */
export class InvalidForm {
  readonly problems: Readonly<Record<string, string>>;
  constructor(problems: Readonly<Record<string, string>>) {
    this.problems = problems;
  }
}

type Outcome = PageReply | ReturnType<typeof redirect> | InvalidForm;

const done = ({ claim }: ActContext, what: string) => redirect(`${claimAddress(claim.id)}?done=${what}`);

/** Terms may begin until so many months ahead. */
const latestFirst = (today: PlainDate): PlainDate => addMonths(today, 2);

async function terms(doing: ActContext): Promise<Outcome> {
  const { ctx, view, claim, sent } = doing;
  const { t, lang } = view;
  const today = ctx.clock.today();
  const amount = centsTyped(sent.amount);
  const first = parsePlainDate(sent.first);
  const frequency = frequencies.find((known) => known === sent.frequency);
  const last = latestFirst(today);
  const fits = first !== undefined && first > today && first <= last;
  if (amount === undefined || !fits || !frequency)
    return new InvalidForm({
      ...(amount === undefined && { amount: t("termsAmountWrong") }),
      ...(!frequency && { frequency: t("required") }),
      ...(!fits && { first: t("termsFirstWrong", { last: formatLongDate(last, lang) }) }),
    });
  const wanted = { first, frequency, interest: "runs", amount: Math.min(amount, claim.open) } as const;
  if (sent.agreed !== "yes") {
    const foreseen = await arranging.foresee(ctx, claim.id, wanted);
    return checkPage(doing, foreseen);
  }
  const note = ctx.translate({ key: "debtor-page.noteTerms" }, "nl");
  const { approved } = await arranging.ask(ctx, claim.id, { ...wanted, note });
  return done(doing, approved ? "terms" : "asked");
}

/** All days and amounts, before anything is agreed. */
function checkPage(
  { view, claim, sent, ctx }: ActContext,
  { plan, closingTerm, approved }: Awaited<ReturnType<typeof arranging.foresee>>,
): PageReply {
  const { t, lang } = view;
  const hidden = {
    once: ctx.ids.uuid(),
    amount: sent.amount,
    first: sent.first,
    frequency: sent.frequency,
    agreed: "yes",
  };
  return pageOf(
    view,
    t("termsCheck"),
    html`<p>${approved ? t("termsAtOnce") : t("termsWaits")}</p>
<table><caption>${t("termsList")}</caption><thead><tr><th scope="col">${t("termsOn")}</th><th scope="col" class="num">${t("amount")}</th></tr></thead>
<tbody>${plan.terms.map(
      (term) =>
        html`<tr><td>${formatLongDate(term.on, lang)}</td><td class="num">${formatMoney(term.amount, lang)}</td></tr>`,
    )}</tbody></table>${closingTerm > 0 && html`<p class="mute">${t("termsLeft", { amount: formatMoney(closingTerm, lang) })}</p>`}
<form method="post" action="${actAddress(claim.id, "terms")}">${tokenOf(view)}${Object.entries(hidden).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
    )}<p><button>${t(approved ? "termsAgree" : "termsPropose")}</button></p></form>
<p><a href="${actAddress(claim.id, "terms")}">${t("termsOther")}</a></p>`,
  );
}

/** The least that a provider takes is a cent; below a euro its price is more than what comes in. */
const leastPaid = 100;

async function pay({ ctx, view, claim, sent }: ActContext): Promise<Outcome> {
  const next = claim.arrangement?.kind === "running" ? claim.arrangement.next?.amount : undefined;
  const least = Math.min(leastPaid, claim.open);
  const amounts = { term: next, open: claim.open, other: centsTyped(sent.amount) };
  const kind = payKinds.find((known) => known === sent.kind);
  const cents = kind && amounts[kind];
  if (!kind) return new InvalidForm({ kind: view.t("required") });
  // Without script nothing changes the choice when an amount is typed: whoever typed 50 must not be led to pay everything.
  if (kind !== "other" && sent.amount.trim() !== "") return new InvalidForm({ amount: view.t("payEither") });
  if (cents === undefined || cents < least || cents > claim.open)
    return new InvalidForm({ amount: view.t("payTooMuch", { most: formatMoney(claim.open, view.lang) }) });
  const returnPath = (key: string): string => `${paymentAddress(key)}?back=1`;
  return redirect(paymentAddress(await beginPayment(ctx, { fileId: claim.id, cents, lang: view.lang, returnPath })));
}

/** A proof that is of no accepted kind, or too large, is told beside its field: otherwise nobody would know that it is the proof. */
async function attachProofs(ctx: Ctx, logId: number, files: ActContext["sent"]["files"]): Promise<void> {
  try {
    await attachUploads(ctx, logId, files);
  } catch (error) {
    const isOfFile = error instanceof VorderError && (error.code === "mediaType" || error.code === "tooLarge");
    throw isOfFile ? fieldError("files", "debtor-page.disputeFilesWrong") : error;
  }
}

async function dispute(doing: ActContext): Promise<Outcome> {
  const { ctx, view, claim, sent } = doing;
  const kind = disputeKinds.find((known) => known === sent.kind);
  const text = sent.text.trim();
  if (!kind || text === "")
    return new InvalidForm({
      ...(!kind && { kind: view.t("required") }),
      ...(text === "" && { text: view.t("required") }),
    });
  const logId = await writeNote(ctx, {
    fileId: claim.id,
    type: "note",
    category: "contact",
    subject: { key: "debtor-page.logDispute", values: { what: { text: `debtor-page.dispute_${kind}` } } },
    content: maskBsn(text),
  });
  // A browser sends a field of files that were not chosen as one empty file.
  await attachProofs(
    ctx,
    logId,
    sent.files.filter(({ size }) => size > 0),
  );
  // Nobody is pressed over what they dispute until somebody has looked.
  if (!claim.holds.includes("dispute"))
    await placeHold(ctx, claim.id, {
      kind: "dispute",
      reason: ctx.translate({ key: `debtor-page.dispute_${kind}` }, "nl"),
    });
  await planAgenda(ctx, {
    fileId: claim.id,
    subject: "dispute_received",
    key: `debtor-page:${sent.once}`,
    urgent: true,
  });
  return done(doing, "dispute");
}

async function change(doing: ActContext): Promise<Outcome> {
  const { ctx, claim, sent } = doing;
  const wanted = Object.fromEntries(
    changeFields.flatMap((field) => {
      const value = sent.wanted[field]?.trim() ?? "";
      return value === "" ? [] : [[field, value]];
    }),
  );
  await requestChange(ctx, claim.id, { wanted, note: cutText(sent.text.trim(), 1000) });
  return done(doing, "change");
}

async function contact(doing: ActContext): Promise<Outcome> {
  const { ctx, view, claim, sent, debtorId } = doing;
  const kind = contactKinds.find((known) => known === sent.kind);
  if (!kind) return new InvalidForm({ kind: view.t("required") });
  const language = isLanguage(sent.wanted.language) ? sent.wanted.language : view.lang;
  const records = await recordIdsOf(ctx.db, debtorId);
  const people = await Promise.all(records.map((id) => personById(ctx.db, id)));
  if (kind === "email" && people.every(({ email }) => email === null))
    return new InvalidForm({ kind: view.t("contactNoEmail") });
  if (kind === "sms" && people.every(({ mobile }) => mobile === null))
    return new InvalidForm({ kind: view.t("contactNoMobile") });
  for (const id of records) {
    // Whoever wants to be called is called; it says nothing of letters and mails.
    if (kind !== "call") await noteWish(ctx, id, kind, "debtor");
    await noteLanguage(ctx, id, language);
  }
  await writeNote(ctx, {
    fileId: claim.id,
    type: "note",
    category: "contact",
    subject: {
      key: "debtor-page.logContact",
      values: { channel: { text: `debtor-page.contact_${kind}` }, language: language.toUpperCase() },
    },
  });
  if (kind === "call")
    await planAgenda(ctx, {
      fileId: claim.id,
      subject: "call_debtor",
      on: addDays(ctx.clock.today(), 1),
      key: `debtor-page:${sent.once}`,
    });
  return done(doing, kind === "call" ? "call" : "contact");
}

function entriesOf({ view, sent }: ActContext): readonly BudgetEntry[] | InvalidForm {
  const problems: Record<string, string> = {};
  const entries = budgetSides.flatMap((side) =>
    budgetKinds[side].flatMap((kind): BudgetEntry[] => {
      const typed = sent.amounts[`${side}-${kind}`]?.trim() ?? "";
      if (typed === "" || /^0+([.,]0*)?$/.test(typed)) return [];
      const cents = centsTyped(typed);
      if (cents === undefined) problems[`amounts[${side}-${kind}]`] = view.t("budgetWrong");
      return cents === undefined ? [] : [{ side, kind, cents }];
    }),
  );
  if (!entries.some(({ side }) => side === "income")) problems["amounts[income-wages]"] ??= view.t("budgetNeeded");
  return Object.keys(problems).length > 0 ? new InvalidForm(problems) : entries;
}

async function budget(doing: ActContext): Promise<Outcome> {
  const { ctx, view, claim } = doing;
  const entries = entriesOf(doing);
  if (entries instanceof InvalidForm) return entries;
  const { capacityCents } = await stateBudget(ctx, claim.id, { key: "debtor-page.logBudget" }, entries);
  const mayPropose = capacityCents > 0 && claim.arrangement === null;
  return pageOf(
    view,
    view.t("doneTitle"),
    html`<p role="status">${view.t("done_budget", { amount: formatMoney(capacityCents, view.lang) })}</p>
<p>${mayPropose && html`<a class="button" href="${actAddress(claim.id, "terms")}">${view.t("budgetToTerms")}</a> `}<a href="${claimAddress(claim.id)}">${view.t("back")}</a></p>
${capacityCents === 0 && helpPart(view, doing.city)}`,
  );
}

async function help(doing: ActContext): Promise<Outcome> {
  const { ctx, view, claim, sent } = doing;
  await writeNote(ctx, {
    fileId: claim.id,
    type: "note",
    category: "contact",
    subject: { key: "debtor-page.logHelp" },
    content: sent.text.trim() === "" ? null : maskBsn(sent.text.trim()),
  });
  const on = addDays(ctx.clock.today(), 1);
  await planAgenda(ctx, { fileId: claim.id, subject: "call_debtor", on, key: `debtor-page:${sent.once}` });
  return pageOf(
    view,
    view.t("doneTitle"),
    html`<p role="status">${view.t("done_help")}</p>${helpPart(view, doing.city)}<p><a href="${claimAddress(claim.id)}">${view.t("back")}</a></p>`,
  );
}

export const carryOut: Readonly<Record<Act, (doing: ActContext) => Promise<Outcome>>> = {
  pay,
  terms,
  dispute,
  change,
  contact,
  budget,
  help,
};
