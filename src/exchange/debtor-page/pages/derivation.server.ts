/** Why an amount is what it is: the derivation of the money engine, as a list that opens line by line without script. */
import type { PlainDate } from "../../../ground/kernel/dates.ts";
import { decimalFromRate } from "../../../ground/kernel/money.ts";
import { formatMoney, formatShortDate } from "../../../letters/templates/templates.ts";
import { type Balance, derive } from "../../../money/claims/claims.ts";
import { html, type Markup } from "../markup.ts";
import type { View } from "./layout.server.ts";

type Node = ReturnType<typeof derive>;

function value(of: Node["values"][string], view: View): string {
  switch (of.kind) {
    case "date":
      return formatShortDate(of.value, view.lang);
    case "money":
      return formatMoney(of.value, view.lang);
    case "rate":
      return view.lang === "en" ? decimalFromRate(of.value) : decimalFromRate(of.value).replace(".", ",");
    case "term":
      return view.translate({ key: `claims.${of.value}` });
    default:
      return String(of.value);
  }
}

const words = (node: Node, view: View): string =>
  view
    .translate({
      key: `claims.${node.label}`,
      values: Object.fromEntries(Object.entries(node.values).map(([name, each]) => [name, value(each, view)])),
    })
    .trim();

function line(node: Node, view: View): Markup {
  const law = node.article === "" ? "" : ` (${view.t("law", { article: node.article })})`;
  const text = html`<span>${words(node, view)}${law}</span><span class="num">${formatMoney(node.amount, view.lang)}</span>`;
  return node.children.length === 0
    ? html`<div class="leaf">${text}</div>`
    : html`<details><summary>${text}</summary>${node.children.map((child) => line(child, view))}</details>`;
}

/** The amount that is open, line by line, and its total. */
export function derivationOf(balance: Balance, view: View, on: PlainDate): Markup {
  const tree = derive(balance, "open");
  const total = view.t("onDay", { on: formatShortDate(on, view.lang) });
  return html`${tree.children.map((child) => line(child, view))}
<div class="leaf total"><span>${view.t("inAll")} ${total}</span><span class="num">${formatMoney(tree.amount, view.lang)}</span></div>`;
}
