/** The pages that are read: all files of whoever is in, and one file with its amount, why, letters and what happened. */
import { selectFiles } from "../../../cases/files/files.server.ts";
import { addYears, dateInAmsterdam, type PlainDate, parsePlainDate } from "../../../ground/kernel/dates.ts";
import { blob, type Ctx, type Handler, handle } from "../../../ground/platform/server/http/module.ts";
import {
  formatLongDate,
  formatMoney,
  formatShortDate,
  groupIban,
  groupReference,
} from "../../../letters/templates/templates.ts";
import { fileBalance } from "../../../money/claims/claims.server.ts";
import { asVisitor, type Visit, visitOf } from "../access/visit.server.ts";
import { debtorClaim, debtorLetter, debtorOverview } from "../debtor-page.contract.ts";
import { type Act, actAddress, acts, claimAddress, pageAddress } from "../debtor-page.ts";
import { html, type Markup, type Part } from "../markup.ts";
import {
  type Claim,
  claimOf,
  claimsOf,
  dailyIncrease,
  happeningsOf,
  type Letter,
  lettersOf,
  type TimelineEntry,
} from "./claims.server.ts";
import { derivationOf } from "./derivation.server.ts";
import { visitOverPage } from "./entry.server.ts";
import { inputOf, type Key, pageOf, type View, viewOf } from "./layout.server.ts";

const long = (on: string, view: View): string =>
  formatLongDate(parsePlainDate(on) ?? dateInAmsterdam(new Date(on)), view.lang);

/** Where a file stands, in a sentence; nothing where it simply is to be paid. */
export function statusSentence(claim: Claim, view: View): string | null {
  const { t } = view;
  if (claim.closed) return t("closed");
  if (claim.holds.includes("dispute")) return t("disputed");
  if (claim.arrangement?.kind === "running" && claim.arrangement.next)
    return t("arranged", {
      amount: formatMoney(claim.arrangement.next.amount, view.lang),
      on: long(claim.arrangement.next.on, view),
    });
  if (claim.arrangement?.kind === "asked") return t("asked");
  if (claim.holds.some((kind) => kind !== "vulnerable" && kind !== "promise")) return t("paused");
  return claim.open === 0 ? t("nothingOpen") : null;
}

const card = (claim: Claim, view: View): Markup => html`<article class="card"><div class="row">
<h3>${view.t("claimOf", { client: claim.client })}</h3><strong class="num">${formatMoney(claim.open, view.lang)}</strong></div>
<p class="mute">${view.t("fileNumber", { number: claim.number })}</p>
${((text) => text && html`<p>${text}</p>`)(statusSentence(claim, view))}
<p><a href="${claimAddress(claim.id)}">${view.t(claim.closed ? "lookAt" : "look")}<span class="mute"> · ${claim.number}</span></a></p></article>`;

const overview = handle(debtorOverview, async (ctx, { query }) => {
  const visit = await visitOf(ctx);
  const view = await viewOf(ctx, pageAddress, query.lang, visit);
  if (!visit) return visitOverPage(view);
  const claims = await claimsOf(asVisitor(ctx, visit), visit);
  const total = claims.reduce((sum, { open }) => sum + open, 0);
  const on = view.t("onDay", { on: formatLongDate(ctx.clock.today(), view.lang) });
  return pageOf(
    view,
    view.t("hello", { name: visit.name }),
    html`<section aria-labelledby="owed"><h2 id="owed">${view.t("owedTitle")}</h2>
<p class="sum">${formatMoney(total, view.lang)}</p><p class="mute">${on}</p></section>
${claims.map((claim) => card(claim, view))}${visit.level === "letter" && html`<div class="note"><p>${view.t("moreByPhone")}</p></div>`}`,
  );
});

function payPart(claim: Claim, view: View): Part {
  const { provider, t } = view;
  if (claim.closed || claim.open === 0 || provider.iban === "") return null;
  const due = claim.arrangement?.kind === "running" ? claim.arrangement.next?.amount : undefined;
  const online =
    claim.online && html`<p><a class="button" href="${actAddress(claim.id, "pay")}">${t("payOnline")}</a></p>`;
  return html`<section aria-labelledby="pay"><h2 id="pay">${t("payTitle")}</h2>${online}<p>${t(claim.online ? "payOrTransfer" : "payText")}</p><dl>
<dt>${t("amount")}</dt><dd>${formatMoney(due ?? claim.open, view.lang)}</dd><dt>${t("account")}</dt><dd>${groupIban(provider.iban)}</dd>
<dt>${t("holder")}</dt><dd>${provider.accountHolder}</dd><dt>${t("reference")}</dt><dd>${groupReference(claim.reference)}</dd></dl></section>`;
}

/** What may be done on a file: nothing about one that is closed; who only answers beside others disputes and asks, and agrees to nothing. */
export function actsOn(claim: Claim, visit: Visit): readonly Act[] {
  if (claim.closed) return [];
  return acts.filter((act) => {
    if (act === "pay") return claim.online && claim.open > 0;
    if (act === "terms") return claim.open > 0 && claim.arrangement === null && claim.standing !== "answers";
    if (act === "change" || act === "contact") return visit.level === "full" && claim.standing === "owes";
    if (act === "budget") return claim.standing === "owes";
    return true;
  });
}

const actsPart = (claim: Claim, visit: Visit, view: View): Part => {
  // Paying has a place of its own.
  const possible = actsOn(claim, visit).filter((act) => act !== "pay");
  return (
    possible.length > 0 &&
    html`<section aria-labelledby="do"><h2 id="do">${view.t("doTitle")}</h2><ul class="acts">${possible.map(
      (act) => html`<li><a href="${actAddress(claim.id, act)}">${view.t(`act_${act}`)}</a></li>`,
    )}</ul></section>`
  );
};

/** What became of an instalment; nothing of one that is still to come. */
function termStanding({ status, received }: Claim["terms"][number], { t, lang }: View): string | null {
  if (status === "expected") return null;
  if (status === "partial") return t("term_partial", { amount: formatMoney(received, lang) });
  return t(status === "missed" ? "term_late" : `term_${status}`);
}

const termsPart = (claim: Claim, view: View): Part =>
  claim.terms.length > 0 &&
  html`<table><caption>${view.t("termsList")}</caption><thead><tr><th scope="col">${view.t("termsOn")}</th><th scope="col" class="num">${view.t("amount")}</th></tr></thead>
<tbody>${claim.terms.map(
    (term) =>
      html`<tr><td>${long(term.on, view)}${((text) => text && html`<br><span class="mute">${text}</span>`)(termStanding(term, view))}</td><td class="num">${formatMoney(term.amount, view.lang)}</td></tr>`,
  )}</tbody></table>`;

const lettersPart = (
  letters: readonly Letter[],
  claim: Claim,
  view: View,
): Part => html`<section aria-labelledby="letters"><h2 id="letters">${view.t("lettersTitle")}</h2>
${letters.length === 0 && html`<p class="mute">${view.t("noLetters")}</p>`}<ul class="acts">${letters.map(
  (letter) =>
    html`<li><a href="${claimAddress(claim.id)}/letter/${letter.id}">${view.t("letterOf", { on: long(letter.on, view) })}: ${letter.subject} (PDF)</a></li>`,
)}</ul></section>`;

const eventKeys = {
  post: "event_post",
  email: "event_email",
  sms: "event_sms",
  payment: "event_payment",
  placed: "event_placed",
  dispute: "event_dispute",
  terms: "event_terms",
  change: "event_change",
  contact: "event_contact",
  budget: "event_budget",
  help: "event_help",
  pay: "event_pay",
} as const satisfies Record<string, Key>;

const keyOf = (kind: string): Key | undefined => Object.entries(eventKeys).find(([known]) => known === kind)?.[1];

const happeningsPart = (events: readonly TimelineEntry[], claim: Claim, view: View): Part =>
  html`<section aria-labelledby="past"><h2 id="past">${view.t("timelineTitle")}</h2><ol class="events">${events.map(
    ({ at, kind, amount }) => {
      const key = keyOf(kind);
      const on = dateInAmsterdam(new Date(at));
      return (
        key &&
        html`<li><time datetime="${on}">${long(on, view)}</time>${view.t(key, { client: claim.client, amount: formatMoney(amount ?? 0, view.lang) })}</li>`
      );
    },
  )}</ol></section>`;

/** The day that is asked for, from today to a year ahead. */
function dayOf(ctx: Ctx, asked: string | undefined): { readonly on: PlainDate; readonly wrong: boolean } {
  const today = ctx.clock.today();
  const day = asked === undefined ? today : parsePlainDate(asked);
  const fits = day !== undefined && day >= today && day <= addYears(today, 1);
  return { on: fits ? day : today, wrong: !fits };
}

const confirmationKeys = {
  terms: "done_terms",
  asked: "done_asked",
  dispute: "done_dispute",
  change: "done_change",
  contact: "done_contact",
  call: "done_call",
} as const satisfies Record<string, Key>;

const confirmationPart = (done: string | undefined, view: View): Part => {
  const key = Object.entries(confirmationKeys).find(([known]) => known === done)?.[1];
  return (
    key &&
    html`<div class="note good" role="status"><p><strong>${view.t("doneTitle")}</strong></p><p>${view.t(key)}</p></div>`
  );
};

async function whyPart(ctx: Ctx, claim: Claim, view: View, asked: string | undefined): Promise<Part> {
  if (claim.closed) return null;
  const { t, lang } = view;
  const { on, wrong } = dayOf(ctx, asked);
  const balance = await fileBalance(ctx.db, claim.id, on);
  const adds = await dailyIncrease(ctx, claim.id, on);
  const short = formatShortDate(on, lang);
  return html`<section aria-labelledby="why"><h2 id="why">${t("whyTitle")}</h2><p>${t("whyIntro", { on: short })}</p>
${derivationOf(balance, view, on)}<p class="mute">${adds > 0 ? t("eachDay", { amount: formatMoney(adds, lang) }) : t("noDay")}</p>
<form method="get" action="${claimAddress(claim.id)}#why">${inputOf({
    name: "on",
    label: t("otherDay"),
    type: "date",
    value: on,
    width: "short",
    problem: wrong ? t("otherDayWrong") : undefined,
    max: 10,
  })}<button class="plain">${t("show")}</button></form></section>`;
}

const claim = handle(debtorClaim, async (ctx, { params, query }) => {
  const visit = await visitOf(ctx);
  const view = await viewOf(ctx, claimAddress(params.id), query.lang, visit);
  if (!visit?.files.has(params.id)) return visitOverPage(view);
  const mine = asVisitor(ctx, visit);
  const shown = await claimOf(mine, visit, params.id);
  const stand = statusSentence(shown, view);
  const isFull = visit.level === "full" && shown.standing !== "answers";
  return pageOf(
    view,
    view.t("claimOf", { client: shown.client }),
    html`<p><a href="${pageAddress}">${view.t("back")}</a></p>${confirmationPart(query.done, view)}
<p class="sum">${formatMoney(shown.open, view.lang)}</p>
<p class="mute">${view.t("onDay", { on: formatLongDate(ctx.clock.today(), view.lang) })} · <span class="whole">${view.t("fileNumber", { number: shown.number })}</span></p>
${stand && html`<div class="note"><p>${stand}</p></div>`}${termsPart(shown, view)}${payPart(shown, view)}${actsPart(shown, visit, view)}
${await whyPart(mine, shown, view, query.on)}${isFull && lettersPart(await lettersOf(mine, visit, shown.id), shown, view)}
${isFull && happeningsPart(await happeningsOf(mine, visit, shown), shown, view)}`,
  );
});

const letterGone = (view: View, fileId: number) =>
  pageOf(
    view,
    view.t("problem"),
    html`<p>${view.t("letterGone")}</p><p><a href="${claimAddress(fileId)}">${view.t("back")}</a></p>`,
    { status: 404 },
  );

const letter = handle(debtorLetter, async (ctx, { params }) => {
  const visit = await visitOf(ctx);
  const view = await viewOf(ctx, claimAddress(params.id), undefined, visit);
  if (!visit?.files.has(params.id)) return visitOverPage(view);
  const mine = asVisitor(ctx, visit);
  const known = (await lettersOf(mine, visit, params.id)).some(({ id }) => id === params.documentId);
  if (!known) return letterGone(view, params.id);
  const file = await selectFiles(mine)
    .innerJoin("document", "document.file_id", "case_file.id")
    .select(["document.storage_key", "document.mime", "document.name"])
    .where("document.id", "=", params.documentId)
    .executeTakeFirst();
  // What its term has taken away is gone for everybody.
  if (!file?.storage_key) return letterGone(view, params.id);
  return blob({ content: await ctx.storage.open(file.storage_key), mime: file.mime, name: file.name });
});

export const readingHandlers: readonly Handler[] = [overview, claim, letter];
