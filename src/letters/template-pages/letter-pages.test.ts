/** The number of pages of each letter of the product, in every language, with all optional content. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { startWorld, type World } from "../../app/testing/world.factory.ts";
import { languages } from "../../ground/kernel/texts.ts";
import { providerOf, settingsOf } from "../../ground/settings/settings.ts";
import { pdfOf } from "../correspondence/correspondence.server.ts";
import { templateBody } from "../templates/templates.contract.ts";
import { sampleModel } from "./sample.server.ts";

const rows = z.array(
  z.object({ code: z.string(), language: z.enum(languages), subject: z.string(), body: templateBody }),
);

let world: World;
let letters: z.infer<typeof rows>;

beforeAll(async () => {
  world = await startWorld();
  const found =
    await sql<unknown>`select code, language, subject, body from template where channel = 'post' order by id`.execute(
      world.db,
    );
  letters = rows.parse(found.rows);
});
afterAll(() => world.close());

/** A house with all its particulars, as long as they usually are. */
const provider = providerOf(
  settingsOf({
    registeredName: "Vorder Incasso en Gerechtsdeurwaarders B.V.",
    street: "Stationsplein",
    houseNumber: "10",
    postcode: "3511 ED",
    city: "Utrecht",
    phone: "030 200 10 10",
    email: "info@vorder.example",
    website: "https://www.vorder.example",
    iban: "NL02ABNA0123456789",
    bic: "ABNANL2A",
    kvk: "90001234",
    wkiNumber: "IN-2025-0042",
  }),
);
const page = {
  address: "https://vorder.example/d/3mJ8vTqYw0aRk5ZbNc7xLgAbCdEf",
  short: "vorder.example/d",
  code: "K7QF-2M9P-XC4T",
};

test("a letter is one page; the specification of the claim does not start another", async () => {
  const found: (readonly [string, number])[] = [];
  for (const { code, language, subject, body } of letters) {
    const model = sampleModel(language, world.clock.today(), provider, "6:119 BW");
    const pdf = await pdfOf.letter({ channel: "post", subject, body }, { ...model, blocks: { ...model.blocks, page } });
    const pages = Number(/\/Type \/Pages[^>]*\/Count (\d+)/.exec(Buffer.from(pdf).toString("latin1"))?.[1] ?? 0);
    const most = body.content.some(({ type }) => type === "claimSpecification") ? 2 : 1;
    if (pages !== most) found.push([`${code} ${language}`, pages]);
  }
  expect(found).toEqual([]);
});
