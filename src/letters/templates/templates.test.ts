import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { date } from "../../ground/kernel/dates.ts";
import { type LintSubject, lintTemplate } from "./lint/lint.ts";
import { type TemplateBody, templateBody } from "./rendering/body.ts";
import { formatLongDate, formatMoney, formatRate, groupIban, groupReference } from "./rendering/format.ts";
import { htmlMail, textMail } from "./rendering/html.ts";
import { plainText, renderSubject, renderTemplate } from "./rendering/render.ts";
import { smsOf } from "./rendering/sms.ts";
import { exampleValues, isVariable, listOf, type TemplateValues, templateVariables } from "./rendering/variables.ts";

const text = (words: string, bold = false) => ({
  type: "text" as const,
  text: words,
  ...(bold && { marks: [{ type: "bold" as const }] }),
});
const variable = (name: string) => ({ type: "variable" as const, attrs: { name } });
const paragraph = (...content: (ReturnType<typeof text> | ReturnType<typeof variable> | { type: "hardBreak" })[]) => ({
  type: "paragraph" as const,
  content,
});
const doc = (...content: TemplateBody["content"]): TemplateBody => ({ type: "doc", content });
const frame = { subject: "Onderwerp", footer: ["Vorder Incasso B.V. · KvK 90001234"], insert: () => null };

describe("a template's body", () => {
  test("fills in variables in the reader's language", () => {
    const body = doc(
      paragraph(text("U moet "), variable("open"), text(" betalen vóór "), variable("payBefore"), text(".")),
    );
    const values: TemplateValues = { open: 123_456, payBefore: "2026-03-03" };
    // Intl parts the sign from the amount by a no-break space.
    expect(plainText(renderTemplate(body, values, "nl"))).toBe("U moet €\u00a01.234,56 betalen vóór 3 maart 2026.");
    expect(plainText(renderTemplate(body, values, "en"))).toBe("U moet €1,234.56 betalen vóór 3 March 2026.");
  });

  test("names what is missing and what is no variable at all", () => {
    const model = renderTemplate(doc(paragraph(variable("open"), variable("nonsense"))), {}, "nl");
    expect(model.missing).toEqual(["open"]);
    expect(model.unknown).toEqual(["nonsense"]);
  });

  test("leaves a paragraph or list item out when an optional variable in it is empty", () => {
    const body = doc(
      paragraph(text("Eerst.")),
      paragraph(text("Wij schatten die kosten op "), variable("courtCosts"), text(".")),
      {
        type: "bulletList",
        content: [
          { type: "listItem", content: [paragraph(text("Bel "), variable("caseManager"))] },
          { type: "listItem", content: [paragraph(text("Schrijf ons."))] },
        ],
      },
    );
    expect(plainText(renderTemplate(body, {}, "nl"))).toBe("Eerst.\n\n- Schrijf ons.");
    expect(plainText(renderTemplate(body, { courtCosts: 100, caseManager: "Sanne" }, "nl"))).toBe(
      "Eerst.\n\nWij schatten die kosten op €\u00a01,00.\n\n- Bel Sanne\n- Schrijf ons.",
    );
  });

  test("writes one period after a name that ends in one", () => {
    const body = doc(paragraph(text("Betaal aan "), variable("clientName"), text(". Dank u.")));
    expect(plainText(renderTemplate(body, { clientName: "De Ketting B.V." }, "nl"))).toBe(
      "Betaal aan De Ketting B.V. Dank u.",
    );
    expect(plainText(renderTemplate(body, { clientName: "De Ketting" }, "nl"))).toBe("Betaal aan De Ketting. Dank u.");
  });

  test("is refused on input when it contains anything that a letter does not need", () => {
    for (const hostile of [
      { type: "image", attrs: { src: "https://example.org/x.png" } },
      {
        type: "paragraph",
        content: [{ type: "text", text: "x", marks: [{ type: "link", attrs: { href: "javascript:1" } }] }],
      },
      { type: "paragraph", content: [{ type: "variable", attrs: { name: "__proto__" } }] },
      { type: "codeBlock", content: [{ type: "text", text: "#panic()" }] },
    ]) {
      expect(templateBody.safeParse({ type: "doc", content: [hostile] }).success).toBe(false);
    }
  });

  test("fills a subject in one line, whatever the values hold", () => {
    expect(
      renderSubject(
        "Dossier %fileNumber% van %clientName%",
        { fileNumber: "26-000123", clientName: "A\r\nBcc: x@y" },
        "nl",
      ),
    ).toBe("Dossier 26-000123 van A Bcc: x@y");
    expect(renderSubject("%nonsense% blijft", {}, "nl")).toBe("%nonsense% blijft");
    // No half of a sign is left where it ends.
    expect(renderSubject(`${"a".repeat(199)}\u{1F600}`, {}, "nl")).toBe("a".repeat(199));
  });
});

describe("a mail", () => {
  test("shows what people wrote as text and never as markup", () => {
    const body = doc(
      paragraph(text("Beste "), variable("debtorName")),
      paragraph(text("Betaal: "), variable("paymentLink")),
    );
    const values = { debtorName: `<script>alert("x")</script>&'`, paymentLink: "https://betalen.example.nl/?a=1&b=2." };
    const html = htmlMail(renderTemplate(body, values, "nl"), frame);
    expect(html).toContain("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;&#39;");
    expect(html).not.toContain("<script");
    expect(html).toContain('<a href="https://betalen.example.nl/?a=1&amp;b=2"');
  });

  test("links only http addresses", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (anything) => {
        const html = htmlMail(
          renderTemplate(doc(paragraph(variable("debtorName"))), { debtorName: anything }, "nl"),
          frame,
        );
        for (const [, href = ""] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^https?:\/\//);
        // What Outlook for Windows alone reads is ours; of the values nothing may begin a tag.
        const shown = html.replaceAll(/<!--\[if mso\]>|<!\[endif\]-->/g, "");
        expect(shown.match(/<(?!\/?(a|p|div|table|tr|td|br|html|head|body|meta|title|!doctype)\b)/gi)).toBeNull();
      }),
    );
  });

  test("has a plain-text version with the same blocks, tables and sender", () => {
    const model = renderTemplate(doc(paragraph(text("Goedendag.")), { type: "paymentBlock" }), {}, "nl");
    const insert = () => ({
      title: "Zo betaalt u",
      facts: [["Bedrag", "€ 12,50"] as const],
      tables: [
        {
          title: "Rente",
          total: "€ 1,00",
          columns: ["Periode", "Bedrag"],
          rows: [["Grondslag: wet"], ["2026", "€ 1,00"]],
        },
      ],
      closing: ["Tot ziens"],
    });
    expect(textMail(model, { ...frame, insert })).toBe(
      "Goedendag.\n\nZo betaalt u\nBedrag: € 12,50\n\nRente: € 1,00\n- Grondslag: wet\n- 2026 | € 1,00\nTot ziens\n\n-- \nVorder Incasso B.V. · KvK 90001234\n",
    );
    expect(htmlMail(model, { ...frame, insert })).toContain('<td colspan="2"');
  });
});

describe("an SMS", () => {
  test.each([
    ["a".repeat(160), "gsm7", 160, 1],
    ["a".repeat(161), "gsm7", 161, 2],
    // Two segments hold 2 × 153 places; the euro sign takes two of them.
    [`€${"a".repeat(304)}`, "gsm7", 306, 2],
    [`€${"a".repeat(305)}`, "gsm7", 307, 3],
    // No character lies across two segments: where a euro sign or a sign of two units would, the place before it stays empty.
    [`${"a".repeat(152)}€${"a".repeat(152)}`, "gsm7", 306, 3],
    [`${"ş".repeat(66)}😀${"ş".repeat(66)}`, "ucs2", 134, 3],
    ["ş".repeat(70), "ucs2", 70, 1],
    ["ş".repeat(71), "ucs2", 71, 2],
  ])("%# counts its places and segments", (words, encoding, length, segments) => {
    expect(smsOf(words)).toMatchObject({ encoding, length, segments });
  });

  test("uses the GSM alphabet when only typographic characters prevent it", () => {
    expect(smsOf("Bel ‘ons’ – nu… voor 5\u00a0€")).toEqual({
      text: "Bel 'ons' - nu... voor 5 €",
      encoding: "gsm7",
      // 25 characters and the escape before the euro sign.
      length: 27,
      segments: 1,
    });
  });
});

describe("amounts and references", () => {
  test("are written as people of each language read them", () => {
    expect(formatMoney(-123_456, "nl")).toBe("€\u00a0-1.234,56");
    expect(formatMoney(5, "de")).toBe("0,05\u00a0€");
    expect(formatLongDate(date("2026-08-01"), "fr")).toBe("1 août 2026");
    expect(formatRate("10.4", "nl")).toBe("10,4%");
    expect(groupIban("NL02ABNA0123456789")).toBe("NL02 ABNA 0123 4567 89");
    // Domain facts 8.3 writes 16 digits in fours and 14 with the two first apart.
    expect(groupReference("5000056789012345")).toBe("5000 0567 8901 2345");
    expect(groupReference("12234534622567")).toBe("12 2345 3462 2567");
  });
});

describe("the lint", () => {
  const fine: LintSubject = {
    channel: "email",
    code: "EM_TEST",
    language: "nl",
    category: "demand",
    subject: "Dossier %fileNumber%",
    body: doc(paragraph(text("Bel "), variable("providerPhone"))),
  };
  const rules = (over: Partial<LintSubject>) => lintTemplate({ ...fine, ...over }).map((finding) => finding.rule);

  test.each<[string, Partial<LintSubject>, string[]]>([
    ["nothing in a good template", {}, []],
    ["an unknown variable", { body: doc(paragraph(variable("providerPhone"), variable("foo"))) }, ["unknownVariable"]],
    ["an unknown variable in the subject", { subject: "%bar%" }, ["unknownVariable"]],
    ["no way to reach the sender (Bki 4.1)", { body: doc(paragraph(text("Betaal."))) }, ["reachMissing"]],
    ["an SMS without name and registration number (Wki 11)", { channel: "sms", subject: "" }, ["registrationMissing"]],
    [
      "name and number of an SMS that fall away with a link that is empty, or stand in a subject that no SMS has",
      {
        channel: "sms",
        subject: "%providerName% %providerRegistration%",
        body: doc(
          paragraph(variable("providerName"), variable("providerRegistration"), text(" "), variable("paymentLink")),
          paragraph(variable("providerPhone")),
        ),
      },
      ["registrationMissing"],
    ],
    [
      "a way to reach the sender that is told only for each payment",
      {
        body: doc(
          { type: "repeat", attrs: { over: "payments" }, content: [paragraph(variable("providerPhone"))] },
          paragraph(text("Betaal.")),
        ),
      },
      ["reachMissing"],
    ],
    [
      "a notice without specification (Bki 3.1)",
      { channel: "post", category: "notice" },
      ["specificationMissing", "paymentMissing"],
    ],
    ["an empty subject", { subject: "  " }, ["emptySubject"]],
    [
      "a long sentence",
      { body: doc(paragraph(variable("providerPhone"), text(" woord".repeat(26)))) },
      ["longSentence"],
    ],
    [
      "a formal word, in the text and in the subject",
      {
        subject: "Heden %fileNumber%",
        body: doc(paragraph(text("Gelieve ons te bellen inzake uw dossier: "), variable("providerPhone"))),
      },
      ["hardWord", "hardWord", "hardWord"],
    ],
    [
      "no formal word within another word",
      { body: doc(paragraph(text("Hedendaags. "), variable("providerPhone"))) },
      [],
    ],
    [
      "long words in short sentences",
      {
        body: doc(paragraph(variable("providerPhone"), text(" Betalingsverplichting en verschuldigdheid.".repeat(11)))),
      },
      ["hardText"],
    ],
    [
      "long words in a sentence that is not too long",
      {
        body: doc(
          paragraph(
            variable("providerPhone"),
            text(
              ". Overeenkomstig voornoemde betalingsverplichtingen verwachten ondergetekenden onmiddellijke voldoening van openstaande incassovergoedingen binnen eerdergenoemde termijn.".replace(
                "voornoemde ",
                "afgesproken ",
              ),
            ),
          ),
        ),
      },
      ["hardSentence"],
    ],
    [
      "a variable typed by hand instead of inserted",
      { body: doc(paragraph(variable("providerPhone"), text(" {{open}} [[naam]] %bik% {fileNumber}, 50% van 10%"))) },
      ["typedVariable", "typedVariable", "typedVariable", "typedVariable"],
    ],
    ["a variable typed by hand in the subject", { subject: "Dossier {fileNumber} %fileNumber%" }, ["typedVariable"]],
    ["the secret link to the reader's page in the subject", { subject: "Betaal: %paymentLink%" }, ["linkInSubject"]],
    [
      "an empty heading",
      { body: doc({ type: "heading", attrs: { level: 2 } }, ...fine.body.content) },
      ["emptyHeading"],
    ],
  ])("finds %s", (_name, over, expected) => {
    expect(rules(over)).toEqual(expected);
  });

  test("has an example of the right type for every variable", () => {
    const names = Object.keys(templateVariables);
    const body = doc(
      ...names.flatMap((name): TemplateBody["content"] => {
        const list = isVariable(name) ? listOf(name) : undefined;
        return [
          list
            ? { type: "repeat", attrs: { over: list }, content: [paragraph(variable(name))] }
            : paragraph(variable(name)),
        ];
      }),
    );
    expect(renderTemplate(body, exampleValues, "nl")).toMatchObject({ missing: [], unknown: [] });
    expect(names.length).toBeGreaterThan(30);
  });
});
