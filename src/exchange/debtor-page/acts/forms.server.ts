/** The forms of what can be done about a file, each a page by itself. */

import { budgetKinds, budgetSides } from "../../../cases/logs/logs.ts";
import { wishesOf } from "../../../cases/parties/parties.server.ts";
import { addDays } from "../../../ground/kernel/dates.ts";
import { languages } from "../../../ground/kernel/texts.ts";
import type { Ctx, PageReply } from "../../../ground/platform/server/http/module.ts";
import { formatMoney } from "../../../letters/templates/templates.ts";
import { arranging } from "../../../money/claims/claims.server.ts";
import { type Act, actAddress, claimAddress } from "../debtor-page.ts";
import { html, type Markup, type Part, phoneLink } from "../markup.ts";
import type { Claim } from "../pages/claims.server.ts";
import {
  areaOf,
  choiceOf,
  inputOf,
  type Key,
  type Problems,
  pageOf,
  problemList,
  tokenOf,
  type View,
} from "../pages/layout.server.ts";
import { helpPlaces, municipalitySite } from "./help-places.ts";

/** What was typed, by field, to be shown again beside what was wrong with it. */
export interface Typed {
  readonly values: Readonly<Record<string, string>>;
  readonly problems: Problems;
}
export const nothingTyped: Typed = { values: {}, problems: {} };

export const disputeKinds = ["paid", "notMine", "amount", "delivery", "other"] as const;
export const contactKinds = ["post", "email", "sms", "call"] as const;
export const changeFields = ["street", "houseNumber", "postcode", "city", "mobile", "email"] as const;
export const frequencies = ["week", "fourWeeks", "month"] as const;

const completes: Readonly<Partial<Record<(typeof changeFields)[number], string>>> = {
  street: "address-line1",
  postcode: "postal-code",
  city: "address-level2",
  mobile: "tel",
  email: "email",
};

const languageNames = { nl: "Nederlands", en: "English", fr: "Français", de: "Deutsch" } as const;

async function termsFields(ctx: Ctx, claim: Claim, view: View, { values, problems }: Typed): Promise<Part> {
  const { t, lang } = view;
  const { minimumTerm } = await arranging.rulesOf(ctx.db, claim.id);
  return html`<p>${t("termsIntro")}</p>${inputOf({
    name: "amount",
    label: t("termsAmount"),
    hint: t("termsAmountHint", { least: formatMoney(Math.min(minimumTerm, claim.open), lang) }),
    value: values.amount,
    problem: problems.amount,
    mode: "decimal",
    width: "short",
    max: 20,
  })}${choiceOf(
    { name: "frequency", label: t("termsEvery"), value: values.frequency ?? "month", problem: problems.frequency },
    frequencies.map((id) => ({ id, text: t(`every_${id}`) })),
  )}${inputOf({
    name: "first",
    label: t("termsFirst"),
    type: "date",
    value: values.first ?? addDays(ctx.clock.today(), 14),
    problem: problems.first,
    width: "short",
    max: 10,
  })}`;
}

/** What may be paid: the next term where terms are agreed, everything, or another amount. */
export const payKinds = ["term", "open", "other"] as const;

const payFields = (claim: Claim, { t, lang }: View, { values, problems }: Typed): Part => {
  const next = claim.arrangement?.kind === "running" ? claim.arrangement.next : null;
  const amounts = { term: next?.amount ?? 0, open: claim.open, other: 0 };
  const kinds = payKinds.filter((kind) => kind !== "term" || (next !== null && next.amount < claim.open));
  return html`${choiceOf(
    { name: "kind", label: t("payWhat"), value: values.kind || kinds[0], problem: problems.kind },
    kinds.map((id) => ({ id, text: t(`pay_${id}`, { amount: formatMoney(amounts[id], lang) }) })),
  )}${inputOf({
    name: "amount",
    label: `${t("payAmount")} ${t("optional")}`,
    value: values.amount,
    problem: problems.amount,
    mode: "decimal",
    width: "short",
    max: 20,
  })}`;
};

const disputeFields = ({ t }: View, { values, problems }: Typed): Part => html`<p>${t("disputeIntro")}</p>${choiceOf(
  { name: "kind", label: t("disputeKind"), value: values.kind, problem: problems.kind },
  disputeKinds.map((id) => ({ id, text: t(`dispute_${id}`) })),
)}${areaOf({ name: "text", label: t("disputeText"), value: values.text, problem: problems.text })}
<div class="field"><label for="files">${t("disputeFiles")} ${t("optional")}</label><p class="hint" id="files-hint">${t("disputeFilesHint")}</p>
${problems.files && html`<p class="error" id="files-error">${problems.files}</p>`}<input id="files" name="files" type="file" multiple accept="image/*,application/pdf" aria-describedby="files-hint${problems.files && " files-error"}"${problems.files && html` aria-invalid="true"`}></div>`;

const changePart = ({ t }: View, { values, problems }: Typed): Part =>
  html`<p>${t("changeIntro")}</p>${changeFields.map((field) =>
    inputOf({
      name: `wanted[${field}]`,
      label: t(`field_${field}`),
      value: values[`wanted[${field}]`],
      problem: problems[`wanted[${field}]`],
      complete: completes[field],
      type: field === "email" ? "email" : field === "mobile" ? "tel" : "text",
    }),
  )}${areaOf({ name: "text", label: `${t("changeNote")} ${t("optional")}`, value: values.text, max: 1000 })}`;

const contactPart = (
  { t, lang }: View,
  { values, problems }: Typed,
  now: (typeof contactKinds)[number] | undefined,
): Part =>
  html`<p>${t("contactIntro")}</p>${now && html`<p>${t("contactNow", { channel: t(`contact_${now}`) })}</p>`}${choiceOf(
    { name: "kind", label: t("act_contact"), value: values.kind ?? now, problem: problems.kind },
    contactKinds.map((id) => ({ id, text: t(`contact_${id}`) })),
  )}${choiceOf(
    { name: "wanted[language]", label: t("contactLanguage"), value: values["wanted[language]"] ?? lang },
    languages.map((id) => ({ id, text: languageNames[id] })),
  )}`;

const budgetPart = (view: View, { values, problems }: Typed): Part =>
  html`<p>${view.t("budgetIntro")}</p>${budgetSides.map(
    (side) =>
      html`<fieldset><legend><h2>${view.t(`budget_${side}`)}</h2></legend>${budgetKinds[side]
        .filter((kind) => kind !== "protected")
        .map((kind) => {
          const name = `amounts[${side}-${kind}]`;
          const label = view.translate({ key: `log-work.budget_${kind}` });
          return inputOf({
            name,
            label,
            value: values[name],
            problem: problems[name],
            mode: "decimal",
            width: "short",
            max: 20,
          });
        })}</fieldset>`,
  )}`;

/** Where help is free: the municipality of the town, and the places for everybody. */
export const helpPart = ({ t }: View, city: string): Markup => {
  const { url, isKnown } = municipalitySite(city);
  return html`<section aria-labelledby="free"><h2 id="free">${t("helpFree")}</h2>
<p>${city === "" ? t("helpMunicipalityAny") : t("helpMunicipality", { city })}</p><ul>
<li><a href="${url}" rel="noreferrer">${isKnown ? t("helpSite", { city }) : t("helpAllSites")}</a></li>${helpPlaces.map(
    ({ name, phone, url: site }) =>
      html`<li><a href="${site}" rel="noreferrer">${name}</a>${phone && html` · ${phoneLink(phone)}`}</li>`,
  )}</ul></section>`;
};

const helpFields = (view: View, { values }: Typed, city: string): Part =>
  html`<p>${view.t("helpIntro")}</p>${areaOf({
    name: "text",
    label: `${view.t("helpText")} ${view.t("optional")}`,
    value: values.text,
  })}${helpPart(view, city)}`;

const buttons: Readonly<Partial<Record<Act, Key>>> = { pay: "payGoOn", terms: "check" };
const buttonOf = (act: Act): Key => buttons[act] ?? "send";

/** The page of a form, empty or with what was typed and what was wrong with it. */
export async function formPage(
  ctx: Ctx,
  view: View,
  act: Act,
  of: { readonly claim: Claim; readonly city: string; readonly debtorId: number; readonly typed?: Typed },
): Promise<PageReply> {
  const { claim, city, debtorId, typed = nothingTyped } = of;
  const fields: Readonly<Record<Act, () => Part | Promise<Part>>> = {
    pay: () => payFields(claim, view, typed),
    terms: () => termsFields(ctx, claim, view, typed),
    dispute: () => disputeFields(view, typed),
    change: () => changePart(view, typed),
    contact: async () => contactPart(view, typed, (await wishesOf(ctx.db, [debtorId])).get(debtorId)?.channel),
    budget: () => budgetPart(view, typed),
    help: () => helpFields(view, typed, city),
  };
  const wrong = Object.keys(typed.problems).length > 0;
  const enc = act === "dispute" && html` enctype="multipart/form-data"`;
  return pageOf(
    view,
    view.t(`act_${act}`),
    html`<p><a href="${claimAddress(claim.id)}">${view.t("back")}</a></p>${problemList(view, typed.problems)}
<p class="mute">${view.t("claimOf", { client: claim.client })} · ${claim.number}</p>
<form method="post" action="${actAddress(claim.id, act)}"${enc} novalidate>${tokenOf(view)}<input type="hidden" name="once" value="${ctx.ids.uuid()}">
${await fields[act]()}<button>${view.t(buttonOf(act))}</button></form>`,
    { status: wrong ? 400 : 200, wrong },
  );
}
