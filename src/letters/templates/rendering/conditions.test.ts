import { describe, expect, test } from "vitest";
import { date } from "../../../ground/kernel/dates.ts";
import { type LintSubject, lintTemplate } from "../lint/lint.ts";
import type { TemplateBody } from "./body.ts";
import { withOwnTexts } from "./own-texts.ts";
import { plainText, renderTemplate } from "./render.ts";
import { sourceText, withPlaces } from "./source.ts";
import { bodyWords } from "./used-variables.ts";
import type { TemplateValues } from "./variables.ts";

const text = (words: string) => ({ type: "text" as const, text: words });
const variable = (name: string) => ({ type: "variable" as const, attrs: { name } });
const paragraph = (...content: (ReturnType<typeof text> | ReturnType<typeof variable>)[]) => ({
  type: "paragraph" as const,
  content,
});
const when = (
  name: string,
  filled: boolean,
  ...content: Extract<TemplateBody["content"][number], { type: "condition" }>["content"]
) => ({
  type: "condition" as const,
  attrs: { name, filled },
  content,
});
const each = (over: "invoices" | "payments" | "terms", ...content: ReturnType<typeof paragraph>[]) => ({
  type: "repeat" as const,
  attrs: { over },
  content,
});
const doc = (...content: TemplateBody["content"]): TemplateBody => ({ type: "doc", content });
const renderedText = (body: TemplateBody, values: TemplateValues): string =>
  plainText(renderTemplate(body, values, "nl"));

describe("a condition", () => {
  const body = doc(
    when("paid", true, paragraph(text("U betaalde al "), variable("paid"), text("."))),
    when("paid", false, paragraph(text("U betaalde nog niets."))),
  );

  test.each<[string, TemplateValues, string]>([
    ["an amount", { paid: 5000 }, "U betaalde al €\u00a050,00."],
    ["no amount", {}, "U betaalde nog niets."],
    ["an amount of zero, as if nothing was paid", { paid: 0 }, "U betaalde nog niets."],
  ])("shows the text of the condition that applies to %s", (_name, values, expected) =>
    expect(renderedText(body, values)).toBe(expected),
  );

  test("needs no values for the text it leaves out, and all for the text it shows", () => {
    const asks = doc(when("courtCosts", true, paragraph(variable("closingReason"))));
    expect(renderTemplate(asks, {}, "nl").missing).toEqual([]);
    expect(renderTemplate(asks, { courtCosts: 1 }, "nl").missing).toEqual(["closingReason"]);
  });

  test("on a list is true when the list has rows", () => {
    const body = doc(when("payments", false, paragraph(text("Wij ontvingen niets."))));
    expect(renderedText(body, { lists: { payments: [] } })).toBe("Wij ontvingen niets.");
    expect(renderedText(body, { lists: { payments: [{ paymentAmount: 1 }] } })).toBe("");
  });

  test("that is unknown is never true", () => {
    const made = (name: string) =>
      doc(when(name, true, paragraph(text("Ja."))), when(name, false, paragraph(text("Nee."))));
    for (const name of ["constructor", "toString", "lists", "nonsense"])
      expect(renderedText(made(name), { lists: {} })).toBe("Nee.");
  });
});

describe("a repeat", () => {
  const values: TemplateValues = {
    open: 70_000,
    lists: {
      invoices: [
        {
          invoiceNumber: "F-1",
          invoiceDate: date("2026-06-02"),
          invoiceDueOn: date("2026-07-02"),
          invoiceAmount: 64_900,
        },
        {
          invoiceNumber: "%open% {{open}} <b>",
          invoiceDescription: "Bel",
          invoiceDueOn: date("2026-08-01"),
          invoiceAmount: 510,
        },
      ],
    },
  };

  test("repeats its text for each row, in the reader's language; values of a row are plain text", () => {
    const body = doc(each("invoices", paragraph(variable("invoiceNumber"), text(": "), variable("invoiceAmount"))));
    expect(renderedText(body, values)).toBe("- F-1: €\u00a0649,00\n- %open% {{open}} <b>: €\u00a05,10");
    expect(plainText(renderTemplate(body, values, "en"))).toContain("- F-1: €649.00");
  });

  test("leaves out the paragraph of a row whose optional column is empty, and itself where there are no rows", () => {
    const body = doc(each("invoices", paragraph(variable("invoiceNumber")), paragraph(variable("invoiceDescription"))));
    expect(renderedText(body, values)).toBe("- F-1\n- %open% {{open}} <b>\n  Bel");
    expect(renderedText(body, {})).toBe("");
  });

  test("stops the message when a row lacks a named value", () => {
    const body = doc(each("invoices", paragraph(variable("invoiceDate"))));
    expect(renderTemplate(body, values, "nl").missing).toEqual(["invoiceDate"]);
  });

  test("may use the columns of its own list only", () => {
    const body = doc(each("invoices", paragraph(variable("termSum"))));
    expect(renderTemplate(body, { lists: { ...values.lists, terms: [{ termSum: 5 }] } }, "nl").missing).toEqual([
      "termSum",
    ]);
  });
});

test("text blocks are inserted within conditions and repeats, and never from the values of a row", () => {
  const body = doc(
    when(
      "open",
      true,
      paragraph(variable("hours")),
      each("invoices", paragraph(variable("invoiceNumber"), variable("hours"))),
    ),
  );
  const own = new Map([["hours", "9 tot 5"]]);
  const { body: whole } = withOwnTexts({ subject: "", body }, own);
  const values: TemplateValues = { open: 1, lists: { invoices: [{ invoiceNumber: "%hours% " }] } };
  expect(renderedText(whole, values)).toBe("9 tot 5\n\n- %hours% 9 tot 5");
});

test("a preview evaluates them and marks what is missing in the shown text", () => {
  const body = doc(
    when("paid", true, paragraph(variable("caseManager"), variable("closingReason"))),
    each("invoices", paragraph(variable("invoiceNumber"), variable("nonsense"))),
  );
  const label = (name: string) => name.toUpperCase();
  const nothing = withPlaces({ subject: "", body }, {}, "nl", label);
  expect([nothing.missing, nothing.body.content]).toEqual([[], []]);
  const values: TemplateValues = { paid: 1, caseManager: "Sanne", lists: { invoices: [{ invoiceNumber: "F-1" }] } };
  const shown = withPlaces({ subject: "", body }, values, "nl", label);
  expect(shown.missing).toEqual(["closingReason", "nonsense"]);
  expect(renderedText(shown.body, values)).toBe("Sanne[CLOSINGREASON]\n\n- F-1[NONSENSE]");
});

test("their text is compared and searched like other text, and their variables counted", () => {
  const body = doc(when("paid", false, each("terms", paragraph(text("Op "), variable("termOn")))));
  expect(sourceText(body)).toBe("[if not paid]\n\n[for each terms]\n\nOp {termOn}\n\n[end for]\n\n[end if]");
  expect(bodyWords.variables("", body)).toEqual(["termOn"]);
});

describe("the lint", () => {
  const subject = (body: TemplateBody, over: Partial<LintSubject> = {}): LintSubject => ({
    channel: "email",
    code: "EM_X",
    language: "nl",
    category: "demand",
    subject: "Over uw dossier",
    body,
    ...over,
  });
  const reach = paragraph(text("Bel ons op "), variable("providerPhone"));
  const rules = (of: LintSubject) =>
    lintTemplate(of)
      .filter(({ severity }) => severity === "error")
      .map(({ rule, value }) => (value === undefined ? rule : `${rule} ${value}`));

  test.each<[string, TemplateBody, string[]]>([
    ["an unknown condition", doc(reach, when("nonsense", true, paragraph(text("Ja.")))), ["unknownCondition nonsense"]],
    [
      "a condition on the provider's name, which is always present",
      doc(reach, when("providerName", true, paragraph(text("Ja.")))),
      ["unknownCondition providerName"],
    ],
    ["a column outside its repeat", doc(reach, paragraph(variable("termOn"))), ["outsideRepeat termOn"]],
    [
      "a column within another list",
      doc(reach, each("invoices", paragraph(variable("termOn")))),
      ["outsideRepeat termOn"],
    ],
    [
      "contact details only under a condition",
      doc(paragraph(text("Dag.")), when("paid", true, reach)),
      ["reachMissing"],
    ],
    [
      "a threat hidden under a condition",
      doc(reach, when("paid", false, paragraph(text("Anders komt de deurwaarder.")))),
      ["measureNotHeld deurwaarder"],
    ],
    [
      "a text with only conditional parts",
      doc(when("paid", true, reach), each("terms", paragraph(variable("termOn")))),
      ["reachMissing", "emptyBody"],
    ],
  ])("refuses %s", (_name, body, expected) => expect(rules(subject(body))).toEqual(expected));

  test("refuses a required specification inside a condition, and refuses conditions and repeats in an SMS", () => {
    const body = doc(reach, when("paid", true, { type: "claimSpecification" }), { type: "paymentBlock" });
    expect(rules(subject(body, { channel: "post", category: "notice" }))).toEqual(["specificationMissing"]);
    const sms = doc(
      paragraph(variable("providerName"), variable("providerRegistration"), variable("providerPhone")),
      each("terms", paragraph(variable("termOn"))),
    );
    expect(rules(subject(sms, { channel: "sms" }))).toEqual(["blockNotAllowed"]);
  });
});
