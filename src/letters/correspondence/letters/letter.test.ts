import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { date } from "../../../ground/kernel/dates.ts";
import { sumCents } from "../../../ground/kernel/money.ts";
import type { TemplateBody } from "../../templates/rendering/body.ts";
import { formatShortDate, renderTemplate } from "../../templates/templates.ts";
import { sampleBalance, sampleLetterInput, sampleProvider } from "../correspondence.factory.ts";
import { mailFrame } from "../messages/mail.ts";
import { epcText, matrixSvg } from "./epc.ts";
import { addressLines, closingSentence, letterModel, salutation } from "./letter.ts";
import { footerLines, letterPage } from "./letter-page.ts";
import { letterPdf } from "./letter-pdf.server.ts";

/** What pdf.js tells of a piece of the structure: a role with children, or content. */
const structNode = z.looseObject({ role: z.string().optional(), children: z.array(z.unknown()).default([]) });

const debtor = sampleLetterInput().debtor;
const draw = { payment: () => "<svg/>", page: () => "<svg/>" };
const body: TemplateBody = {
  type: "doc",
  content: [
    { type: "paragraph", content: [{ type: "variable", attrs: { name: "salutation" } }] },
    { type: "paymentBlock" },
    { type: "claimSpecification" },
  ],
};

describe("the salutation", () => {
  test.each([
    ["nl", {}, "Geachte heer Van den Berg"],
    ["nl", { gender: "female", prefix: null, lastName: "Yıldız" }, "Geachte mevrouw Yıldız"],
    ["nl", { gender: "unknown" }, "Beste J.A. van den Berg"],
    ["nl", { lastName: null, prefix: null }, "Geachte heer of mevrouw"],
    ["nl", { fileType: "company" }, "Geachte heer of mevrouw"],
    ["en", {}, "Dear Mr Van den Berg"],
    ["de", { gender: "female" }, "Sehr geehrte Frau Van den Berg"],
    ["fr", { fileType: "company" }, "Madame, Monsieur"],
  ] as const)("in %s of %o", (language, over, expected) => {
    expect(salutation({ ...debtor, ...over }, language)).toBe(expected);
  });
});

test("an address is printed in postal format", () => {
  expect(addressLines({ ...debtor.address }, "nl")).toEqual(["Lindelaan 12\u00a0B", "3522 AB  UTRECHT"]);
  const brussels = {
    street: "Rue de l'Église",
    houseNumber: "7",
    addition: null,
    postcode: "1050",
    city: "Bruxelles",
    country: "BE",
  };
  expect(addressLines(brussels, "nl")).toEqual(["Rue de l'Église 7", "1050  BRUXELLES", "BELGIË"]);
  expect(addressLines(brussels, "en").at(-1)).toBe("BELGIUM");
});

test("every closing reason has a sentence, in every language", () => {
  expect(closingSentence("paid_in_full", "nl")).toBe("U hebt het hele bedrag betaald. Dank u wel.");
  expect(closingSentence("uneconomic", "en")).toBe("We stop collecting this amount.");
});

describe("the payment code (EPC069-12)", () => {
  const payment = {
    cents: 66_472,
    iban: "NL02 ABNA 0123 4567 89",
    bic: "ABNANL2A",
    holder: "Stichting Derdengelden\nVorder",
    reference: "3826000123",
  };
  test("holds its eleven lines in order", () => {
    expect(epcText(payment).split("\n")).toEqual([
      "BCD",
      "002",
      "1",
      "SCT",
      "ABNANL2A",
      "Stichting Derdengelden Vorder",
      "NL02ABNA0123456789",
      "EUR664.72",
      "",
      "",
      "3826000123",
    ]);
  });
  test("leaves out a zero amount", () => {
    expect(epcText({ ...payment, cents: 0 }).split("\n")[7]).toBe("");
  });
  test("is drawn with a quiet zone of four modules", () => {
    // A 2 × 2 matrix with a dark first row: one run of two modules at (4, 4) in a picture of 2 + 8.
    expect(matrixSvg(2, (row) => row === 0)).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" shape-rendering="crispEdges"><path d="M4 4h2v1h-2z"/></svg>',
    );
  });
});

describe("the page of a letter", () => {
  const input = sampleLetterInput({
    balance: sampleBalance(date("2026-09-14"), 3, "nl", { bikCents: 29_735, vatCents: 6244, paidCents: 10_000 }),
  });
  const model = letterModel(input);
  const page = letterPage(model, renderTemplate(body, model.values, "nl"), "Onderwerp", draw);

  test("has a specification with everything of Bki art. 3.1, whose amounts add up", () => {
    const spec = page.specification;
    expect(spec?.facts).toEqual([
      ["Schuldeiser", ["Fietsenhandel De Ketting B.V.", "Hoogstraat 88", "3011 PT  ROTTERDAM"]],
      ["Schuldenaar", ["J.A. van den Berg", "Lindelaan 12\u00a0B", "3522 AB  UTRECHT"]],
      ["Grondslag", ["Koop"]],
      ["Waarvoor", ["koop van een stadsfiets"]],
    ]);
    expect(spec?.parts.map(({ title, total }) => [title, total])).toEqual([
      // 649.00 + 661.15 + 673.30
      ["Hoofdsom", "€\u00a01.983,45"],
      // 15.72 + 15.00 + 14.24, see below
      ["Rente", "€\u00a044,96"],
      // 297.35 + 62.44
      ["Kosten", "€\u00a0359,79"],
      ["Betalingen", "€\u00a0-100,00"],
    ]);
    // 1,983.45 + 44.96 + 359.79 − 100.00
    expect(spec?.open).toEqual(["Nog te betalen", "€\u00a02.288,20"]);
    expect(spec?.parts[1]?.rows).toEqual([
      ["Grondslag: wettelijke rente, artikel 6:119 BW"],
      // 649.00 × 4 % × 221/365 = 15.718…
      ["F-2026-1041", "05-02-2026 – 14-09-2026", "221", "4% per jaar", "€\u00a0649,00", "€\u00a015,72"],
      // 661.15 × 4 % × 207/365 = 14.998…
      ["F-2026-1048", "19-02-2026 – 14-09-2026", "207", "4% per jaar", "€\u00a0661,15", "€\u00a015,00"],
      // 673.30 × 4 % × 193/365 = 14.240…
      ["F-2026-1055", "05-03-2026 – 14-09-2026", "193", "4% per jaar", "€\u00a0673,30", "€\u00a014,24"],
    ]);
    expect(sumCents(input.balance.interest.map((line) => line.cents))).toBe(4496);
    expect(spec?.parts[2]?.rows.at(-1)).toEqual(["", "Btw over de kosten (21%)", "€\u00a062,44"]);
  });

  test("still shows costs when there are none", () => {
    const without = letterModel(sampleLetterInput());
    const plain = letterPage(without, renderTemplate(body, without.values, "nl"), "Onderwerp", draw);
    expect(plain.specification?.parts.find(({ title }) => title === "Kosten")?.rows).toEqual([["Geen"]]);
  });

  test("carries the registered name, KvK and Wki number at the foot of every page (Wki art. 11)", () => {
    expect(page.footer.join("\n")).toContain("Vorder Incasso B.V. · Stationsplein 10, 3511 ED Utrecht · KvK 90001234");
    expect(page.footer.join("\n")).toContain(
      "ingeschreven in het register incassodienstverlening onder nummer IN-2025-0042",
    );
  });

  test("and below it the provider's own line, in the language of the letter", () => {
    const footer = { nl: "Bereikbaar van 9 tot 17 uur.", en: "", fr: "", de: "" };
    const lines = (language: "nl" | "en") => footerLines({ ...sampleProvider, footer }, language);
    expect(lines("nl").at(-1)).toBe("Bereikbaar van 9 tot 17 uur.");
    expect(lines("en")).toHaveLength(lines("nl").length - 1);
  });

  test("company details that are not filled in yet leave no separator behind", () => {
    const unknown = { registeredName: "", street: "", houseNumber: "", addition: "", postcode: "", city: "" };
    const nothing = { ...sampleProvider, ...unknown, kvk: "", wkiNumber: "", phone: "", email: "", website: "" };
    expect(footerLines(nothing, "nl")).toEqual([]);
    expect(footerLines({ ...nothing, registeredName: "Vorder Incasso B.V.", phone: "030 200 20 20" }, "nl")).toEqual([
      "Vorder Incasso B.V.",
      "030 200 20 20",
    ]);
  });

  test("is addressed to the debtor's representative by name, and says whose debt it is", () => {
    const to = {
      displayName: "Bewindkantoor Midden B.V.",
      fileType: "company" as const,
      gender: "unknown" as const,
      prefix: null,
      lastName: null,
      address: { ...debtor.address, street: "Postbus", houseNumber: "77", addition: null },
    };
    const other = letterModel({ ...input, to, concerns: debtor.displayName });
    expect(other.recipient).toEqual(["Bewindkantoor Midden B.V.", "Postbus 77", "3522 AB  UTRECHT"]);
    expect(other.values.salutation).toBe("Geachte heer of mevrouw");
    const paper = letterPage(other, renderTemplate(body, other.values, "nl"), "Onderwerp", draw);
    expect(paper.references.at(-1)).toEqual(["Schuldenaar", "J.A. van den Berg"]);
    expect(paper.specification?.facts[1]?.[1]).toEqual([
      "J.A. van den Berg",
      "Lindelaan 12\u00a0B",
      "3522 AB  UTRECHT",
    ]);
    expect(mailFrame(other, "Onderwerp").footer[0]).toBe(`Schuldenaar: J.A. van den Berg · ${input.file.number}`);
    expect(page.references.some(([name]) => name === "Schuldenaar")).toBe(false);
    expect(mailFrame(model, "Onderwerp").footer).toEqual(page.footer);
  });

  test("asks for one instalment only when the letter is about one", () => {
    const term = letterModel(sampleLetterInput({ payCents: 6000 }));
    expect(term.blocks.payment?.cents).toBe(6000);
    expect(model.blocks.payment?.cents).toBe(228_820);
  });

  test("states VAT only when the client cannot reclaim it (Besluit BIK art. 2(3))", () => {
    const owes = letterModel(
      sampleLetterInput({ bik: { principalCents: 64_900, cents: 9735, vatCents: 2044, vatRate: "21" } }),
    );
    // 97.35 + 21 % = 97.35 + 20.44
    expect(owes.values.bikTotal).toBe(11_779);
    expect(owes.values.vatStatement).toContain(
      "De incassokosten zijn €\u00a097,35 plus €\u00a020,44 btw (21%), samen €\u00a0117,79.",
    );
    expect(letterModel(sampleLetterInput()).values.vatStatement).toBeNull();
  });
});

describe("the interest of many invoices", () => {
  const balance = sampleBalance(date("2026-09-14"), 40, "nl");
  const model = letterModel(sampleLetterInput({ balance }));
  const { specification } = letterPage(model, renderTemplate(body, model.values, "nl"), "x", draw);
  const part = (kind: string) => specification?.parts.find((each) => each.kind === kind);

  test("is one line an invoice, and the rates stand once with period and basis (Bki art. 3.1)", () => {
    expect(part("interest")?.rows).toHaveLength(new Set(balance.interest.map(({ invoice }) => invoice)).size);
    expect(part("rates")?.rows.length).toBeGreaterThan(0);
    expect(part("rates")?.rows.length).toBeLessThan(balance.interest.length);
    expect(part("rates")?.rows.every(([period, rate]) => / – /.test(period ?? "") && /%/.test(rate ?? ""))).toBe(true);
  });
});

test.each([
  ["nl", "03-09-2026"],
  ["en", "03 Sep 2026"],
  ["fr", "03/09/2026"],
  ["de", "03.09.2026"],
] as const)("a date in a table of a letter in %s is %s", (language, written) => {
  expect(formatShortDate(date("2026-09-03"), language)).toBe(written);
});

describe("the PDF", () => {
  const of = (over: Parameters<typeof sampleLetterInput>[0] = {}) => {
    const model = letterModel(sampleLetterInput(over));
    return letterPdf(model, renderTemplate(body, model.values, model.language), "Betaal & <voorkom> #kosten");
  };
  const latin1 = (pdf: Uint8Array) => Buffer.from(pdf).toString("latin1");
  const pages = (pdf: Uint8Array) => Number(/\/Type \/Pages[^>]*\/Count (\d+)/.exec(latin1(pdf))?.[1] ?? 0);

  test("is PDF/A with title, language and every font inside", async () => {
    const pdf = latin1(await of());
    expect(pdf.startsWith("%PDF-1.7")).toBe(true);
    // A where the typesetter of the platform writes structure, B where it does not.
    expect(pdf).toMatch(/<pdfaid:part>2<\/pdfaid:part><pdfaid:conformance>[AB]<\/pdfaid:conformance>/);
    expect(pdf).toContain("Betaal &amp; &lt;voorkom&gt; #kosten – 26-000123".replace("–", "\u00e2\u0080\u0093"));
    expect(pdf).toMatch(/\/Lang \(nl/);
    expect(pdf).toMatch(/\/BaseFont \/[A-Z]{6}\+Inter-Regular/);
    expect(pdf).toContain("/FontFile2");
  });

  test.runIf(process.platform === "linux" && process.arch === "x64")(
    "has a structure that is read aloud in order: heading, paragraphs, tables with heads, a picture with its words",
    async () => {
      const file = await getDocument({ data: await of(), useSystemFonts: true }).promise;
      const [first, second] = await Promise.all([1, 2].map(async (page) => (await file.getPage(page)).getStructTree()));
      const rolesOf = (node: unknown): string[] => {
        const { role, children } = structNode.parse(node);
        return [...(role === undefined ? [] : [role]), ...children.flatMap(rolesOf)];
      };
      const roles = [...rolesOf(first), ...rolesOf(second)];
      expect(roles.filter((role) => /^H\d$/.test(role)).slice(0, 2)).toEqual(["H1", "H2"]);
      expect(roles).toEqual(expect.arrayContaining(["P", "Table", "TR", "TH", "TD", "Figure"]));
      expect(roles.indexOf("H1")).toBeLessThan(roles.indexOf("Table"));
      expect(JSON.stringify([first, second])).toContain('"alt":');
    },
  );

  test("keeps the heading of the specification with its first lines, wherever the page ends", async () => {
    const model = letterModel(sampleLetterInput());
    const line = { type: "paragraph" as const, content: [{ type: "text" as const, text: "Een regel van de brief." }] };
    const head = ["Specificatie van de vordering", "Rotterdam", "Waarvoor", "koop van een stadsfiets"];
    for (let count = 14; count <= 26; count++) {
      const filled: TemplateBody = {
        type: "doc",
        content: [...Array(count).fill(line), { type: "claimSpecification" }],
      };
      const pdf = await letterPdf(model, renderTemplate(filled, model.values, "nl"), "Onderwerp");
      const file = await getDocument({ data: pdf, useSystemFonts: true }).promise;
      const texts = await Promise.all(
        Array.from({ length: file.numPages }, async (_, at) => {
          const { items } = await (await file.getPage(at + 1)).getTextContent();
          return items
            .map((item) => ("str" in item ? item.str : ""))
            .join("")
            .toLowerCase();
        }),
      );
      const on = head.map((words) => texts.findIndex((text) => text.includes(words.toLowerCase())));
      expect([count, ...new Set(on)]).toEqual([count, on[0]]);
      expect(on[0]).toBeGreaterThanOrEqual(0);
    }
  });

  test("breaks a long specification over pages, and is reproducible byte for byte", async () => {
    const long = { balance: sampleBalance(date("2026-09-14"), 40, "nl") };
    const [short, first, second] = await Promise.all([of(), of(long), of(long)]);
    expect(pages(short)).toBe(2);
    // 40 invoices and their interest: letter, two pages of lists and what is left over.
    expect(pages(first)).toBeGreaterThan(2);
    expect(pages(first)).toBeLessThanOrEqual(4);
    expect(Buffer.compare(Buffer.from(first), Buffer.from(second))).toBe(0);
  });

  test("prints a name as it is, whatever it looks like to the typesetter", async () => {
    const pdf = await of({
      debtor: { ...debtor, lastName: '#panic("x") $1/0$ `y` *z*', displayName: '#read("/etc/passwd")' },
    });
    expect(pages(pdf)).toBe(2);
  });

  test("is refused when a name has characters that cannot be printed, naming them", async () => {
    await expect(of({ debtor: { ...debtor, displayName: "李小龙" } })).rejects.toMatchObject({
      code: "refused",
      detail: { fields: { common: [{ key: "correspondence.notPrintable", values: { sign: "李" } }] } },
    });
    expect(pages(await of())).toBe(2);
  });

  test.each([
    ["a direction override", "\u202Eexe.fdp"],
    ["direction marks", "\u2067abc.d\u2069\u202babc.def\u200f\u061c"],
    ["control characters", "J.\u0007 de\u0001 Vries\u001b[31m"],
    ["line ends", "J.\r\nde\u2028Vries"],
    ["half a surrogate pair", "J.\ud83d de Vries"],
    ["zero-width characters", "J\u200b\u200c\u200d\ufeff. de Vries"],
  ])("is made for a name with %s", async (_what, displayName) => {
    expect(pages(await of({ debtor: { ...debtor, displayName, lastName: displayName } }))).toBe(2);
  });

  test.each(["\u05dd", "\u0640", "\u0661", "\ufdfd", "\u{10900}", "\u{1e900}", "\ue000", "\u{f0000}"])(
    "reports the character %s: written from the right, or of private use",
    async (sign) => {
      await expect(of({ debtor: { ...debtor, displayName: `Jan.${sign} fi` } })).rejects.toMatchObject({
        detail: { fields: { common: [{ values: { sign } }] } },
      });
    },
  );

  test("is available in four languages", async () => {
    for (const language of ["nl", "en", "fr", "de"] as const) {
      expect(latin1(await of({ language }))).toMatch(new RegExp(`/Lang \\(${language}`));
    }
    expect(sampleProvider.wkiNumber).not.toBe("");
  });
});
