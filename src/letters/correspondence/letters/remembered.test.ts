import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { expect, test } from "vitest";
import { date } from "../../../ground/kernel/dates.ts";
import type { TemplateBody } from "../../templates/rendering/body.ts";
import { renderTemplate } from "../../templates/templates.ts";
import { sampleBalance, sampleLetterInput, sampleProvider } from "../correspondence.factory.ts";
import { letterModel } from "./letter.ts";
import { letterPdf } from "./letter-pdf.server.ts";

const body: TemplateBody = {
  type: "doc",
  content: [
    { type: "paragraph", content: [{ type: "variable", attrs: { name: "salutation" } }] },
    { type: "paragraph", content: [{ type: "text", text: "Een alinea die in elke brief staat." }] },
    { type: "paymentBlock" },
    { type: "claimSpecification" },
  ],
};

/** Letters alike but for one thing or another: whom they go to, what they are about, who sends them, their language, their amounts. */
const letterOf = (at: number): Promise<Uint8Array> => {
  const sample = sampleLetterInput();
  const sender = at % 3 === 0 ? "Ander Kantoor B.V." : sampleProvider.registeredName;
  const model = letterModel({
    ...sample,
    language: at % 4 === 0 ? "en" : "nl",
    provider: { ...sampleProvider, registeredName: sender },
    file: { ...sample.file, number: `26-9000${10 + at}` },
    debtor: { ...sample.debtor, displayName: `Persoon ${10 + at}` },
    balance: sampleBalance(date("2026-09-14"), 1 + (at % 2), "nl", { bikCents: 4000 + (at % 5) }),
  });
  return letterPdf(model, renderTemplate(body, model.values, model.language), "Onderwerp");
};

/** What each page shows, and the title of the document. */
async function shown(pdf: Uint8Array): Promise<{ pages: string[]; title: unknown }> {
  const file = await getDocument({ data: pdf.slice(), useSystemFonts: true }).promise;
  const pages = await Promise.all(
    Array.from({ length: file.numPages }, async (_, at) => {
      const { items } = await (await file.getPage(at + 1)).getTextContent();
      return items.map((item) => ("str" in item ? item.str : "")).join("");
    }),
  );
  const { info } = await file.getMetadata();
  return { pages, title: "Title" in info ? info.Title : undefined };
}

test("a letter is the same whatever was set before it, and shows nothing of another in text, margins or title", async () => {
  const numbers = Array.from({ length: 24 }, (_, at) => at);
  const there = await Promise.all(numbers.map(letterOf));
  const back = (await Promise.all(numbers.toReversed().map(letterOf))).toReversed();
  for (const at of numbers) {
    const pdf = there[at] ?? new Uint8Array();
    expect(Buffer.compare(pdf, back[at] ?? new Uint8Array())).toBe(0);
    const { pages, title } = await shown(pdf);
    const file = `26-9000${10 + at}`;
    expect(title).toBe(`Onderwerp – ${file}`);
    expect(pages).toHaveLength(2);
    for (const page of pages) {
      expect([...new Set(page.match(/26-9000\d\d/g))]).toEqual([file]);
      expect(page.includes("Ander Kantoor B.V.")).toBe(at % 3 === 0);
      expect(page.includes(sampleProvider.registeredName)).toBe(at % 3 !== 0);
    }
    expect([...new Set(pages.join(" ").match(/Persoon \d\d/g))]).toEqual([`Persoon ${10 + at}`]);
  }
});
