/** The interest that a paper claims, in the words of its basis: no less than was agreed on. */
import { expect, test } from "vitest";
import { interestBasis } from "./values.ts";

const terms = (kind: string, rate = "0", per: "year" | "month" = "year", compounding = "yearly") => ({
  kind,
  rate,
  per,
  compounding,
  from: null,
});

test.each([
  ["statutory", terms("statutory"), "de wettelijke rente als bedoeld in artikel 6:119 BW"],
  [
    "statutory and two points",
    terms("statutory", "2"),
    "de wettelijke rente als bedoeld in artikel 6:119 BW vermeerderd met 2% per jaar",
  ],
  ["commercial", terms("commercial"), "de wettelijke handelsrente als bedoeld in artikel 6:119a BW"],
  [
    "commercial and one and a half points",
    terms("commercial", "1.5"),
    "de wettelijke handelsrente als bedoeld in artikel 6:119a BW vermeerderd met 1,5% per jaar",
  ],
  ["of a public body", terms("government"), "de wettelijke handelsrente als bedoeld in artikel 6:119b BW"],
  ["agreed, simple", terms("contractual", "12", "year", "none"), "de overeengekomen rente van 12% per jaar"],
  [
    "agreed, compounded by the month",
    terms("contractual", "1", "month", "monthly"),
    "de overeengekomen, maandelijks bij te schrijven rente van 1% per maand",
  ],
  [
    "agreed, compounded by the year",
    terms("contractual", "8", "year", "yearly"),
    "de overeengekomen, jaarlijks bij te schrijven rente van 8% per jaar",
  ],
  ["none", terms("none"), null],
])("%s", (_what, of, words) => expect(interestBasis(of)).toBe(words));
