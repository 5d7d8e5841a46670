/** Rule 2: what a file may import by its suffix, and what is parsed and written where. */
import { allImports, hold, type Layer, layerOf, layers, type Tree } from "./tree.factory.ts";

const mayImport: Readonly<Record<Layer, readonly Layer[]>> = {
  pure: ["pure"],
  contract: ["pure", "contract"],
  texts: ["pure", "texts"],
  server: ["pure", "contract", "texts", "server"],
  web: ["pure", "contract", "texts", "web"],
  test: layers,
};

const serverPackages = /^(node:|pg$|pg-|kysely|fastify|@fastify\/|pino|nodemailer|imapflow|@myriaddreamin\/)/;
const webPackages = /^(react|@mantine\/|@tanstack\/|@tiptap\/|@tabler\/|recharts|dayjs)/;

const mayNotUse: Readonly<Record<Layer, readonly RegExp[]>> = {
  pure: [serverPackages, webPackages],
  contract: [serverPackages, webPackages],
  texts: [serverPackages, webPackages],
  server: [webPackages],
  web: [serverPackages],
  test: [],
};

function importsAgainstTheLayer(of: Tree): string[] {
  return allImports(of).flatMap(({ from, to, local }) => {
    const layer = layerOf(from);
    const wrong = local
      ? !mayImport[layer].includes(layerOf(to))
      : mayNotUse[layer].some((pattern) => pattern.test(to));
    return wrong ? [`${from} (${layer}) imports ${to}`] : [];
  });
}

// What unpacks or parses content from outside. The bucket's own replies are no such content.
const heavyPackages = /^(read-excel-file|yauzl|csv-parse|fast-xml-parser)(\/|$)/;
const ownReplies = "ground/platform/server/storage/s3.ts";

/** Packages that parse uploads, reached from what serves by imports that run; threads are handed a module's address and are no import. */
function parsedWhereServed(of: Tree): string[] {
  const running = allImports(of).filter(({ typeOnly }) => !typeOnly);
  const reached = new Set<string>(["app/main.server.ts"]);
  for (const path of reached) {
    for (const { from, to, local } of running) if (from === path && local && of.has(to)) reached.add(to);
  }
  return running
    .filter(({ from, to }) => reached.has(from) && heavyPackages.test(to) && from !== ownReplies)
    .map(({ from, to }) => `${from} brings ${to} into what serves`);
}

const sheetPackages = /^(csv-stringify|write-excel-file)(\/|$)/;
const sheetWriter = "ground/platform/server/storage/spreadsheets.ts";
// What a table shows is written by the browser, with the same rule for cells (`ground/kernel/spreadsheet.ts`).
const browserWriter = "ground/platform/web/table/export-run.web.tsx";

const sheetsWrittenElsewhere = (of: Tree): string[] =>
  allImports(of)
    .filter(
      ({ from, to }) =>
        sheetPackages.test(to) && ![sheetWriter, browserWriter].includes(from) && layerOf(from) !== "test",
    )
    .map(({ from, to }) => `${from} writes by ${to}, and not by ${sheetWriter}`);

hold([
  {
    says: "2. A file imports only what its suffix allows",
    broken: importsAgainstTheLayer,
    example: {
      "people/merchants/merchants.ts":
        'import { readFile } from "node:fs/promises";\n// from "react" is only spoken of',
      "people/merchants/merchants.contract.ts": 'import { z } from "zod";\nimport { x } from "./merchants.server.ts";',
      "people/merchants/merchants.web.tsx":
        'const x = await import("../../ground/platform/server/postgres/database.ts");',
      "people/merchants/merchants.server.ts": 'import { useState } from "react";',
    },
    found: [
      "people/merchants/merchants.ts (pure) imports node:fs/promises",
      "people/merchants/merchants.contract.ts (contract) imports people/merchants/merchants.server.ts",
      "people/merchants/merchants.web.tsx (web) imports ground/platform/server/postgres/database.ts",
      "people/merchants/merchants.server.ts (server) imports react",
    ],
  },
  {
    says: "CSV and XLSX are written in one place, where no cell is a formula",
    broken: sheetsWrittenElsewhere,
    example: {
      "ground/platform/server/storage/spreadsheets.ts": 'import { stringify } from "csv-stringify/sync";',
      "cases/files/record/handlers.server.ts": 'import { stringify } from "csv-stringify/sync";',
    },
    found: [
      "cases/files/record/handlers.server.ts writes by csv-stringify/sync, and not by ground/platform/server/storage/spreadsheets.ts",
    ],
  },
  {
    says: "Uploads are read in threads only",
    broken: parsedWhereServed,
    example: {
      "app/main.server.ts": 'import { a } from "../exchange/intake/intake.server.ts";',
      "exchange/intake/intake.server.ts":
        'import type { r } from "./reading.server.ts";\nimport { b } from "./sniff.server.ts";\nnew URL("./reading.server.ts", import.meta.url)',
      "exchange/intake/sniff.server.ts": 'import { parse } from "csv-parse/sync";',
      "exchange/intake/reading/reading.server.ts": 'import { open } from "yauzl";',
    },
    found: ["exchange/intake/sniff.server.ts brings csv-parse/sync into what serves"],
  },
]);
