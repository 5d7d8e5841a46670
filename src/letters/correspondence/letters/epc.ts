/** The payment QR code of European banks (EPC069-12, version 2): its text, and a matrix as a picture. Pure. */
import { decimalFromCents } from "../../../ground/kernel/money.ts";
import type { PaymentDetails } from "../../templates/templates.ts";

const line = (text: string, max: number): string =>
  text
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, max);

/**
 * The text of a payment code: service tag, version, UTF-8, credit transfer, BIC, holder, IBAN, amount, and the payment reference as
 * unstructured text, because a betalingskenmerk is no ISO 11649 reference. An amount of nothing or of a thousand million is left out.
 */
export function epcText(payment: PaymentDetails): string {
  const { cents } = payment;
  const amount = cents >= 1 && cents <= 99_999_999_999 ? `EUR${decimalFromCents(cents)}` : "";
  const fields = [
    "BCD",
    "002",
    "1",
    "SCT",
    line(payment.bic, 11),
    line(payment.holder, 70),
    payment.iban.replace(/\s+/g, ""),
    amount,
    "",
    "",
    line(payment.reference, 140),
  ];
  return fields.join("\n");
}

/** A square matrix as an SVG of one path, with the quiet zone of four modules that readers need. */
export function matrixSvg(size: number, dark: (row: number, column: number) => boolean): string {
  const quiet = 4;
  const full = size + 2 * quiet;
  const runs: string[] = [];
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; ) {
      let end = column;
      while (end < size && dark(row, end)) end += 1;
      if (end > column) runs.push(`M${column + quiet} ${row + quiet}h${end - column}v1h-${end - column}z`);
      column = Math.max(end, column + 1);
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${full} ${full}" shape-rendering="crispEdges"><path d="${runs.join("")}"/></svg>`;
}
