/** The frame of every page: who we are, languages, where help is (always in the same place), and how each part is written. */
import { homeZone } from "../../../ground/kernel/dates.ts";
import type { Message } from "../../../ground/kernel/errors.ts";
import type { TextKey } from "../../../ground/kernel/texts.ts";
import { type Language, languages } from "../../../ground/kernel/texts.ts";
import { type Ctx, type PageReply, pageReply } from "../../../ground/platform/server/http/module.ts";
import { providerSettings } from "../../../ground/settings/settings.server.ts";
import type { ProviderSettings } from "../../../ground/settings/settings.ts";
import { languageOf, type Visit } from "../access/visit.server.ts";
import type { debtorPageTexts } from "../debtor-page.texts.ts";
import { pageAddress } from "../debtor-page.ts";
import { filled, html, Markup, type Part, phoneLink } from "../markup.ts";
import { style } from "./style.ts";

export type Key = TextKey<typeof debtorPageTexts>;
export type TranslateText = (key: Key, values?: Readonly<Record<string, string | number>>) => string;

/** What writing a page takes. */
export interface View {
  readonly lang: Language;
  readonly t: TranslateText;
  /** A text of another module. */
  readonly translate: (message: Message) => string;
  readonly provider: ProviderSettings;
  /** What proves that a form is ours. */
  readonly token: string;
  /** The address of this page, without its query. */
  readonly self: string;
  readonly visit: Visit | undefined;
}

export async function viewOf(
  ctx: Ctx,
  self: string,
  asked?: Language | undefined,
  visit?: Visit | undefined,
): Promise<View> {
  const lang = languageOf(ctx, asked);
  return {
    lang,
    t: (key, values = {}) => ctx.translate({ key: `debtor-page.${key}`, values }, lang),
    translate: (message) => ctx.translate(message, lang),
    provider: await providerSettings(ctx.db),
    token: ctx.session.token(),
    self,
    visit,
  };
}

const languageNames: Readonly<Record<Language, string>> = {
  nl: "Nederlands",
  en: "English",
  fr: "Français",
  de: "Deutsch",
};

const header = ({ t, lang, provider, self }: View): Markup => html`<header>
<strong>${provider.tradeName}</strong>
<nav aria-label="${t("language")}"><ul>${languages.map(
  (each) =>
    html`<li><a href="${self}?lang=${each}" lang="${each}" hreflang="${each}" aria-label="${each.toUpperCase()}, ${languageNames[each]}"${
      each === lang ? new Markup(' aria-current="true"') : ""
    }>${each.toUpperCase()}</a></li>`,
)}</ul></nav></header>`;

/** How the house is reached: each way that it has, to be called or written to by a tap. */
function reach({ t, provider }: View): Part {
  const { phone, email } = provider;
  const key = phone === "" ? "helpMail" : email === "" ? "helpCall" : "helpReach";
  const sentence = t(key, { phone: "%phone%", email: "%email%" });
  return filled(sentence, { phone: phoneLink(phone), email: html`<a href="mailto:${email}">${email}</a>` });
}

const footer = (view: View): Markup => {
  const { t, provider } = view;
  return html`<footer>
<section aria-labelledby="help"><h2 id="help">${t("help")}</h2>
<p>${reach(view)}</p></section>
<p>${provider.registeredName}, ${[provider.street, provider.houseNumber, provider.addition].filter(Boolean).join(" ")}, ${provider.postcode} ${provider.city}<br>
${t("registered", { name: provider.registeredName, number: provider.wkiNumber, kvk: provider.kvk })}</p></footer>`;
};

const leave = ({ t, token, visit, lang }: View): Part =>
  visit &&
  html`<form class="leave" method="post" action="${pageAddress}/leave"><input type="hidden" name="_token" value="${token}">
<p class="mute">${t("stays", { time: new Intl.DateTimeFormat(lang, { timeZone: homeZone, hour: "2-digit", minute: "2-digit" }).format(visit.until) })}</p>
<button class="plain">${t("leave")}</button></form>`;

/** A whole page. `title` stands in its head and, with what went wrong before it, in the name of the tab. */
export function pageOf(
  view: View,
  title: string,
  main: Part,
  more: { status?: number; wrong?: boolean; refresh?: { readonly seconds: number; readonly to: string } } = {},
): PageReply {
  const { t, lang, provider } = view;
  const name = `${more.wrong ? `${t("problem")}: ` : ""}${title} · ${provider.tradeName}`;
  const body = html`<body><a class="skip" href="#content">${t("skip")}</a>${header(view)}
<main id="content"><h1>${title}</h1>${main}${leave(view)}</main>${footer(view)}</body></html>`;
  return pageReply(
    (nonce) =>
      html`<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer">${more.refresh && html`<meta http-equiv="refresh" content="${more.refresh.seconds}; url=${more.refresh.to}">`}<title>${name}</title><link rel="icon" href="/vorder.svg" type="image/svg+xml">
<style nonce="${nonce}">${new Markup(style)}</style></head>${body}`.text,
    more.status ?? 200,
  );
}

/** Errors by the name of their field. */
export type Problems = Readonly<Record<string, string>>;

/** What went wrong, on top, each leading to its field. */
export const problemList = (view: View, problems: Problems): Part =>
  Object.keys(problems).length > 0 &&
  html`<div class="bad" role="alert"><h2>${view.t("problem")}</h2><ul>${Object.entries(problems).map(([name, text]) =>
    name === "common" ? html`<li>${text}</li>` : html`<li><a href="#${idOf(name)}">${text}</a></li>`,
  )}</ul></div>`;

export const idOf = (name: string): string => name.replace(/[^\w]/g, "-");

/** A field with its label, hint and error, tied together for who hears the page. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value?: string | undefined;
  readonly problem?: string | undefined;
  readonly type?: "text" | "date" | "email" | "tel";
  readonly mode?: "numeric" | "decimal" | undefined;
  readonly complete?: string | undefined;
  readonly width?: "short" | "tiny" | undefined;
  readonly max?: number | undefined;
}

const described = ({ name, hint, problem }: Pick<Field, "name" | "hint" | "problem">): Part => {
  const ids = [hint && `${idOf(name)}-hint`, problem && `${idOf(name)}-error`].filter(Boolean).join(" ");
  return [ids !== "" && html` aria-describedby="${ids}"`, problem && html` aria-invalid="true"`];
};

const notes = ({ name, hint, problem }: Pick<Field, "name" | "hint" | "problem">): Part => [
  hint && html`<p class="hint" id="${idOf(name)}-hint">${hint}</p>`,
  problem && html`<p class="error" id="${idOf(name)}-error">${problem}</p>`,
];

export const inputOf = (
  field: Field,
): Markup => html`<div class="field"><label for="${idOf(field.name)}">${field.label}</label>${notes(field)}
<input id="${idOf(field.name)}" name="${field.name}" type="${field.type ?? "text"}" value="${field.value ?? ""}" maxlength="${field.max ?? 200}"${
  field.mode && html` inputmode="${field.mode}"`
}${field.complete && html` autocomplete="${field.complete}"`}${field.width && html` class="${field.width}"`}${described(field)}></div>`;

export const areaOf = (
  field: Field,
): Markup => html`<div class="field"><label for="${idOf(field.name)}">${field.label}</label>${notes(field)}
<textarea id="${idOf(field.name)}" name="${field.name}" rows="6" maxlength="${field.max ?? 4000}"${described(field)}>${field.value ?? ""}</textarea></div>`;

/** One of several, by round buttons. */
export const choiceOf = (
  { name, label, value, problem, hint }: Field,
  options: readonly { readonly id: string; readonly text: string }[],
): Markup =>
  html`<fieldset id="${idOf(name)}"${described({ name, hint, problem })}><legend>${label}</legend>${notes({ name, hint, problem })}${options.map(
    ({ id, text }) =>
      html`<div class="choice"><input type="radio" id="${idOf(name)}-${id}" name="${name}" value="${id}"${
        value === id ? new Markup(" checked") : ""
      }><label for="${idOf(name)}-${id}">${text}</label></div>`,
  )}</fieldset>`;

export const tokenOf = ({ token }: View): Markup => html`<input type="hidden" name="_token" value="${token}">`;
