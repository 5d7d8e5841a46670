/** What is typed without accents finds what has them, and the other way round. */
import { expect, test } from "vitest";
import { foldText, holdsText } from "./fold-text.ts";

test.each([
  ["Yıldız Coöp", "yildiz coop"],
  ["İ. Østergård", "i. ostergard"],
  ["Weiß-Łęcki, Ævar", "weiss-lecki, aevar"],
])("%s is folded to %s", (text, folded) => expect(foldText(text)).toBe(folded));

test.each([
  ["Coöperatie Univé", " cooperatie ", true],
  ["Cooperatie Unive", "COÖP", true],
  ["Périodes de repos", "periodes", true],
  ["Coöperatie", "corporatie", false],
  ["Coöperatie", "  ", true],
])("%s holds “%s”: %s", (text, sought, holds) => expect(holdsText(text, sought)).toBe(holds));
