/**
 * The house plan (docs/architecture.md) held against the tree: every rule reads the sources as text and names what breaks it.
 * Each rule is also tried on a small tree that breaks it, so that a rule that has gone blind is noticed.
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { describe, expect, it } from "vitest";
import { rooms } from "./rooms.ts";

/** Path below src to text. */
type Tree = ReadonlyMap<string, string>;

const root = import.meta.dirname;
const tree: Tree = new Map(
  globSync("**/*.{ts,tsx,sql}", { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    // This file is full of examples of what should not be.
    .filter((path) => path !== "architecture.test.ts")
    .sort()
    .map((path) => [path, readFileSync(join(root, path), "utf8")]),
);

const isCode = (path: string): boolean => /\.tsx?$/.test(path);
const isTest = (path: string): boolean => /\.(test|factory)\.tsx?$/.test(path);
const isGenerated = (path: string): boolean => /\.types\.ts$/.test(path);
const roomOf = (path: string): string | undefined => (path.includes("/") ? path.split("/")[0] : undefined);
const orderOf = (room: string): number => ([...rooms] as string[]).indexOf(room);

// --- Layers -------------------------------------------------------------------------------------------------------

const layers = ["pure", "contract", "texts", "server", "web", "test"] as const;
type Layer = (typeof layers)[number];

function layerOf(path: string): Layer {
  if (isTest(path)) return "test";
  const suffix = /\.(contract|texts|server|web)\.tsx?$/.exec(path)?.[1];
  const named = layers.find((layer) => layer === suffix);
  if (named) return named;
  if (path.startsWith("platform/server/")) return "server";
  return path.startsWith("platform/web/") || path.endsWith(".tsx") ? "web" : "pure";
}

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

// --- Imports ------------------------------------------------------------------------------------------------------

interface Import {
  readonly from: string;
  /** Path below src, or the name of a package. */
  readonly to: string;
  readonly local: boolean;
  /** Of types only: gone when the code runs. */
  readonly typeOnly: boolean;
}

const importPattern = /(?:^\s*(?:import|export)\s+(type\s)?[^"';]*?\bfrom\s+|\bimport\s*\(\s*|^import\s+)"([^"]+)"/gm;

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");

const importsOf = (from: string, text: string): Import[] =>
  [...withoutComments(text).matchAll(importPattern)].map(([, type, target = ""]) => ({
    from,
    local: target.startsWith("."),
    to: target.startsWith(".") ? join(dirname(from), target) : target,
    typeOnly: type !== undefined,
  }));

const allImports = (of: Tree): Import[] =>
  [...of].filter(([path]) => isCode(path)).flatMap(([path, text]) => importsOf(path, text));

/**
 * Whether a file is one by which other rooms may enter: kernel and platform are open, the others have doors named like the room; that of
 * checks is for threads, and brings neither database nor calls with it.
 */
function isDoor(path: string): boolean {
  const room = roomOf(path) ?? "";
  if (room === "kernel" || room === "platform") return true;
  return [".ts", ".contract.ts", ".texts.ts", ".server.ts", ".checks.server.ts", ".web.tsx", ".factory.ts"].some(
    (ending) => path === `${room}/${room}${ending}`,
  );
}

// --- The rules ----------------------------------------------------------------------------------------------------

function foldersThatAreNoRooms(of: Tree): string[] {
  const folders = new Set([...of.keys()].map(roomOf).filter((room) => room !== undefined));
  return [...folders].filter((folder) => orderOf(folder) < 0);
}

function importsAgainstTheOrder(of: Tree): string[] {
  return allImports(of)
    .filter(({ from, local }) => local && layerOf(from) !== "test")
    .flatMap(({ from, to }) => {
      const [here, there] = [roomOf(from), roomOf(to)];
      if (here === undefined || there === undefined || here === there) return [];
      if (orderOf(there) > orderOf(here)) return [`${from} imports ${to}: ${there} comes after ${here} in rooms.ts`];
      return isDoor(to) ? [] : [`${from} imports ${to}, which is no door of ${there}`];
    });
}

function importsAgainstTheLayer(of: Tree): string[] {
  return allImports(of).flatMap(({ from, to, local }) => {
    const layer = layerOf(from);
    const wrong = local
      ? !mayImport[layer].includes(layerOf(to))
      : mayNotUse[layer].some((pattern) => pattern.test(to));
    return wrong ? [`${from} (${layer}) imports ${to}`] : [];
  });
}

/** Each circle once, by its files in order. Imports of types do not count: they are gone when the code runs. */
function importCircles(of: Tree): string[] {
  const next = new Map([...of.keys()].map((path) => [path, [] as string[]]));
  for (const { from, to, local, typeOnly } of allImports(of)) {
    if (local && !typeOnly && next.has(to)) next.get(from)?.push(to);
  }
  const found = new Set<string>();
  const state = new Map<string, "open" | "done">();
  const trail: string[] = [];
  const visit = (path: string): void => {
    state.set(path, "open");
    trail.push(path);
    for (const target of next.get(path) ?? []) {
      if (state.get(target) === "open") found.add([...trail.slice(trail.indexOf(target)), target].join(" → "));
      else if (!state.has(target)) visit(target);
    }
    trail.pop();
    state.set(path, "done");
  };
  for (const path of next.keys()) if (!state.has(path)) visit(path);
  return [...found];
}

const tablePattern = /create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(?:public\.)?"?(\w+)"?/gi;
const writePatterns = [
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*"(\w+)/g,
  /\binsert\s+into\s+"?(\w+)"?\s*(?:\(|select|values|default)/gi,
  /\bupdate\s+(?:only\s+)?"?(\w+)"?\s+(?:as\s+)?(?:\w+\s+)?set\b/gi,
  /\bdelete\s+from\s+(?:only\s+)?"?(\w+)"?/gi,
  /\btruncate\s+(?:table\s+)?"?(\w+)"?/gi,
  /\bcopy\s+"?(\w+)"?\s*(?:\([^)]*\)\s*)?from\b/gi,
];

/** Claim events are entered by one file, behind the law gate: whatever raises a debt is judged there (decision 0044). */
const eventRecord = "claims/record.server.ts";
const entersEvents = /insertInto\(\s*"claim_event|insert\s+into\s+claim_event\b/i;
const ungatedEvents = (of: Tree): string[] =>
  [...of]
    .filter(
      ([path, text]) =>
        isCode(path) && !isTest(path) && path !== eventRecord && entersEvents.test(withoutComments(text)),
    )
    .map(([path]) => `${path} enters claim events beside ${eventRecord}`);

function tableOwners(of: Tree): Map<string, string> {
  const owners = new Map<string, string>();
  for (const [path, text] of of) {
    if (!path.endsWith(".sql")) continue;
    for (const [, table = ""] of text.replace(/--.*$/gm, "").matchAll(tablePattern))
      owners.set(table, roomOf(path) ?? "");
  }
  return owners;
}

function foreignWrites(of: Tree): string[] {
  const owners = tableOwners(of);
  return [...of].flatMap(([path, text]) => {
    if (isTest(path) || isGenerated(path)) return [];
    const code = withoutComments(text).replace(/--.*$/gm, "");
    const tables = writePatterns.flatMap((pattern) => [...code.matchAll(pattern)].map(([, table = ""]) => table));
    return [...new Set(tables)].flatMap((table) => {
      const owner = owners.get(table);
      return owner === undefined || owner === roomOf(path)
        ? []
        : [`${path} writes ${table}, which belongs to ${owner}`];
    });
  });
}

// Code that reads these tables speaks for somebody, and that somebody may not see every row.
const guardedTables: Readonly<Record<string, RegExp>> = {
  case_file: /\b(visibleFiles|requireFile|lockFile|requireBatch)\b/,
  client: /\b(visibleClients|clientVisibleTo|findClients|visibleFiles|requireFile|requireClient)\b/,
};

/** Rule 5 as far as text can tell: a file that answers calls from a guarded table names the function that guards it. */
function unguardedReads(of: Tree): string[] {
  return [...of].flatMap(([path, text]) => {
    if (layerOf(path) !== "server" || !/\banswer\(/.test(text)) return [];
    const code = withoutComments(text);
    return Object.entries(guardedTables).flatMap(([table, guard]) =>
      new RegExp(`(?:selectFrom|innerJoin|leftJoin)\\(\\[?\\s*"${table}\\b`).test(code) && !guard.test(code)
        ? [`${path} reads ${table} without its visibility`]
        : [],
    );
  });
}

// What unpacks or parses content from outside. The bucket's own answers are no such content.
const heavyPackages = /^(read-excel-file|yauzl|csv-parse|fast-xml-parser)(\/|$)/;
const ownAnswers = "platform/server/s3.ts";

/** Packages that parse uploads, reached from what serves by imports that run; threads are handed a module's address and are no import. */
function parsedWhereServed(of: Tree): string[] {
  const running = allImports(of).filter(({ typeOnly }) => !typeOnly);
  const reached = new Set<string>(["app/main.server.ts"]);
  for (const path of reached) {
    for (const { from, to, local } of running) if (from === path && local && of.has(to)) reached.add(to);
  }
  return running
    .filter(({ from, to }) => reached.has(from) && heavyPackages.test(to) && from !== ownAnswers)
    .map(({ from, to }) => `${from} brings ${to} into what serves`);
}

const sheetPackages = /^(csv-stringify|write-excel-file)(\/|$)/;
const sheetWriter = "platform/server/sheets.ts";
// What a table shows is written by the browser, with the same rule for cells (`kernel/spreadsheet.ts`).
const browserWriter = "platform/web/table/export-run.web.tsx";

const sheetsWrittenElsewhere = (of: Tree): string[] =>
  allImports(of)
    .filter(
      ({ from, to }) =>
        sheetPackages.test(to) && ![sheetWriter, browserWriter].includes(from) && layerOf(from) !== "test",
    )
    .map(({ from, to }) => `${from} writes by ${to}, and not by ${sheetWriter}`);

const bannedNames = /(^|[./_-])(utils?|helpers?|index|common|misc|shared|stuff)([./_-]|$)/i;
const badNames = (of: Tree): string[] => [...of.keys()].filter((path) => bannedNames.test(path));

// "About 300": what grows beyond this wants a sub-folder or a file of its own.
const lineLimit = 350;
const tooLong = (of: Tree): string[] =>
  [...of].flatMap(([path, text]) => {
    const lines = text.trimEnd().split("\n").length;
    // Tests tell stories and texts stand in four languages.
    const exempt = isTest(path) || isGenerated(path) || layerOf(path) === "texts";
    return isCode(path) && !exempt && lines > lineLimit ? [`${path} has ${lines} lines`] : [];
  });

// Put together, so that this file and whoever searches the tree for them do not find them here.
const later = ["TO", "DO"].join("");
const skip = ["sk", "ip"].join("");
const untypedWord = ["a", "ny"].join("");

const unfinished = new RegExp(`\\b(${later}|FIXME|XXX)\\b|[Cc]oming\\ssoon`);
const muted = new RegExp(`\\b(it|test|describe)\\.(${skip}|only|todo)\\b|@ts-(ignore|nocheck|expect-error)`);
const untyped = new RegExp(`\\bas ${untypedWord}\\b|[:<]\\s*${untypedWord}\\b(?!\\()`);

function wordsThatStayOut(of: Tree): string[] {
  return [...of].flatMap(([path, text]) => {
    if (isGenerated(path)) return [];
    return text.split("\n").flatMap((line, at) => {
      const code = line.replace(/^\s*(\*|\/\/|\/\*).*$/, "");
      const bad = unfinished.test(line) || muted.test(line) || (isCode(path) && untyped.test(code));
      return bad ? [`${path}:${at + 1} ${line.trim()}`] : [];
    });
  });
}

const thrownTexts = (of: Tree): string[] =>
  [...of].flatMap(([path, text]) => (/\bthrow\s+["'`]/.test(withoutComments(text)) ? [`${path} throws a text`] : []));

// Between two tags, or in an attribute that people read or hear.
const shownTexts = [
  />\s*([A-Za-zÀ-ÿ][^<>{}=;()]*[A-Za-zÀ-ÿ.!?])\s*<\//g,
  /\b(?:title|label|placeholder|aria-label|alt)="([^"]*\p{L}{2}[^"]*)"/gu,
];

// Names and keys that are the same in every language; "order" is what follows the V in our sign.
const sameEverywhere = /^(V?order|IBAN|BIC|KvK|PDF|CSV|XLSX|API|XML|https:\/\/|Ctrl K)$/;

/** Texts in components. The specimen page is for those who build: it names parts, not things. */
function hardTexts(of: Tree): string[] {
  return [...of].flatMap(([path, text]) => {
    if (layerOf(path) !== "web" || !path.endsWith(".tsx") || path.startsWith("app/specimen")) return [];
    return shownTexts
      .flatMap((pattern) => [...withoutComments(text).matchAll(pattern)].map(([, shown = ""]) => shown.trim()))
      .filter((shown) => !sameEverywhere.test(shown))
      .map((shown) => `${path} shows “${shown}”`);
  });
}

const migrationPattern = /^[a-z-]+\/(?:[a-z-]+\/)*(\d{4})-[a-z0-9-]+\.sql$/;
function misnamedMigrations(of: Tree): string[] {
  const seen = new Map<string, string>();
  return [...of.keys()].flatMap((path) => {
    if (!path.endsWith(".sql")) return [];
    const number = migrationPattern.exec(path)?.[1];
    if (number === undefined) return [`${path} is not named like 0060-merchant.sql`];
    const other = seen.get(number);
    seen.set(number, path);
    return other ? [`${path} and ${other} share a number`] : [];
  });
}

// How a connection begins, and the files that may begin it so. Besides the guard: what it hands its connection to, and what goes only
// where the environment says, which no user can set.
const connections: readonly (readonly [RegExp, readonly string[]])[] = [
  [/(?<![.\w])fetch\(/, ["platform/server/s3.ts"]],
  [/\bfrom "(?:node:)?undici"/, []],
  [/\bimport\b[^;]*\b(?:connect|createConnection)\b[^;]*from "node:(?:net|tls)"/, ["platform/server/virus-scan.ts"]],
  [
    /\bimport\b[^;]*\b(?:request|get)\b[^;]*from "node:https?"|\bhttps?\.(?:request|get)\(|\b(?:net|tls)\.connect\(/,
    [],
  ],
  [/\bcreateTransport\(|\bnew SMTPConnection\(/, ["platform/server/gateways.ts"]],
  [/\bnew SftpClient\(|\bfrom "ssh2"/, ["intake/places.server.ts"]],
];

/** What a user can steer goes out by `platform/server/outgoing.ts`, which looks at the address that a name stands for. */
function unguardedConnections(of: Tree): string[] {
  return [...of].flatMap(([path, text]) => {
    if (layerOf(path) !== "server" || path === "platform/server/outgoing.ts") return [];
    const code = withoutComments(text);
    const found = connections.filter(([pattern]) => pattern.test(code));
    const isGuarded = /\bopenSocket\(/.test(code);
    return found.flatMap(([pattern, allowed]) => {
      const needsSocket = /createTransport|SftpClient/.test(pattern.source);
      return allowed.includes(path) && (!needsSocket || isGuarded) ? [] : [`${path} connects without the guard`];
    });
  });
}

interface Rule {
  readonly says: string;
  readonly broken: (of: Tree) => string[];
  /** A tree that breaks it, and what is said then. */
  readonly example: Readonly<Record<string, string>>;
  readonly found: readonly string[];
}

const rules: readonly Rule[] = [
  {
    says: "1. A folder of src is a room and stands in rooms.ts",
    broken: foldersThatAreNoRooms,
    example: { "attic/attic.ts": "", "kernel/money.ts": "", "rooms.ts": "" },
    found: ["attic"],
  },
  {
    says: "1. A room imports only from earlier rooms, by their doors",
    broken: importsAgainstTheOrder,
    example: {
      "merchants/merchants.server.ts":
        'import { a } from "../files/files.server.ts";\nimport type { b } from "../customers/search.server.ts";',
      "merchants/merchants.test.ts": 'import { a } from "../app/world.factory.ts";',
      "files/files.server.ts": 'import { c } from "../customers/customers.server.ts";',
    },
    found: [
      "merchants/merchants.server.ts imports files/files.server.ts: files comes after merchants in rooms.ts",
      "merchants/merchants.server.ts imports customers/search.server.ts, which is no door of customers",
    ],
  },
  {
    says: "1. There are no import circles, inside a room either",
    broken: importCircles,
    example: {
      "kernel/a.ts": 'import { b } from "./b.ts";',
      "kernel/b.ts": 'import {\n  c,\n} from "./c.ts";',
      "kernel/c.ts": 'export { a } from "./a.ts";',
      "kernel/d.ts": 'import "./a.ts";\nimport { e } from "./e.ts";',
      "kernel/e.ts": 'import type { d } from "./d.ts";',
    },
    found: ["kernel/a.ts → kernel/b.ts → kernel/c.ts → kernel/a.ts"],
  },
  {
    says: "2. A file imports only what its suffix allows",
    broken: importsAgainstTheLayer,
    example: {
      "merchants/merchants.ts": 'import { readFile } from "node:fs/promises";\n// from "react" is only spoken of',
      "merchants/merchants.contract.ts": 'import { z } from "zod";\nimport { x } from "./merchants.server.ts";',
      "merchants/merchants.web.tsx": 'const x = await import("../platform/server/database.ts");',
      "merchants/merchants.server.ts": 'import { useState } from "react";',
    },
    found: [
      "merchants/merchants.ts (pure) imports node:fs/promises",
      "merchants/merchants.contract.ts (contract) imports merchants/merchants.server.ts",
      "merchants/merchants.web.tsx (web) imports platform/server/database.ts",
      "merchants/merchants.server.ts (server) imports react",
    ],
  },
  {
    says: "3. A table is written only by the room whose SQL made it",
    broken: foreignWrites,
    example: {
      "merchants/0060-merchant.sql": "create table merchant (id int);",
      "merchants/merchants.server.ts": 'db.insertInto("merchant"); db.selectFrom("client")',
      "files/files.server.ts": 'db.updateTable("merchant as m"); sql`delete from merchant`',
      "logs/logs.server.ts": "// delete from merchant\nsql`update merchant m set name = 1`",
      "files/files.factory.ts": 'db.insertInto("merchant")',
    },
    found: [
      "files/files.server.ts writes merchant, which belongs to merchants",
      "logs/logs.server.ts writes merchant, which belongs to merchants",
    ],
  },
  {
    says: "3a. Claim events are entered by one function, behind the law gate",
    broken: ungatedEvents,
    example: {
      "claims/record.server.ts": "sql`insert into claim_event (file_id) select 1`",
      "claims/other.server.ts": 'db.insertInto("claim_event")',
      "claims/file.factory.ts": 'db.insertInto("claim_event")',
    },
    found: ["claims/other.server.ts enters claim events beside claims/record.server.ts"],
  },
  {
    says: "5. Calls read files and clients through their visibility",
    broken: unguardedReads,
    example: {
      "logs/logs.server.ts": 'answer(x); db.selectFrom("case_file as f")',
      "files/files.server.ts": 'answer(x); db.selectFrom("case_file").where(visibleFiles(user))',
    },
    found: ["logs/logs.server.ts reads case_file without its visibility"],
  },
  {
    says: "CSV and XLSX are written in one place, where no cell is a formula",
    broken: sheetsWrittenElsewhere,
    example: {
      "platform/server/sheets.ts": 'import { stringify } from "csv-stringify/sync";',
      "files/answers.server.ts": 'import { stringify } from "csv-stringify/sync";',
    },
    found: ["files/answers.server.ts writes by csv-stringify/sync, and not by platform/server/sheets.ts"],
  },
  {
    says: "Uploads are read in threads only",
    broken: parsedWhereServed,
    example: {
      "app/main.server.ts": 'import { a } from "../intake/intake.server.ts";',
      "intake/intake.server.ts":
        'import type { r } from "./reading.server.ts";\nimport { b } from "./sniff.server.ts";\nnew URL("./reading.server.ts", import.meta.url)',
      "intake/sniff.server.ts": 'import { parse } from "csv-parse/sync";',
      "intake/reading.server.ts": 'import { open } from "yauzl";',
    },
    found: ["intake/sniff.server.ts brings csv-parse/sync into what serves"],
  },
  {
    says: "10. Texts never stand in a component",
    broken: hardTexts,
    example: {
      "files/files.web.tsx":
        'const a: Map<string, number> = b; <Text>Zoek een dossier</Text>; <i title="Sluiten" />; <b>{t("x")}</b>; <i>IBAN</i>',
    },
    found: ["files/files.web.tsx shows “Zoek een dossier”", "files/files.web.tsx shows “Sluiten”"],
  },
  {
    says: "11. Nothing throws texts",
    broken: thrownTexts,
    example: { "files/files.ts": 'throw "no";', "logs/logs.ts": 'throw new Error("no");' },
    found: ["files/files.ts throws a text"],
  },
  {
    says: "12. No drawers: utils, helpers, index, common",
    broken: badNames,
    example: { "files/utils.ts": "", "files/index.ts": "", "files/date-helpers.ts": "", "files/indexed.ts": "" },
    found: ["files/utils.ts", "files/index.ts", "files/date-helpers.ts"],
  },
  {
    says: `12. Files stay below ${lineLimit} lines`,
    broken: tooLong,
    example: {
      "files/files.ts": "a\n".repeat(lineLimit + 1),
      "files/files.test.ts": "a\n".repeat(lineLimit + 1),
      "logs/logs.ts": "a\n".repeat(lineLimit),
    },
    found: [`files/files.ts has ${lineLimit + 1} lines`],
  },
  {
    says: "Nothing is unfinished, muted or untyped",
    broken: wordsThatStayOut,
    example: {
      "files/files.ts": `// ${later} later\nconst a: ${untypedWord} = 1;\nany("ROLE_ADMIN"); const who: Access = any("X");`,
      "files/files.test.ts": `it.${skip}("x", f)`,
    },
    found: [
      `files/files.ts:1 // ${later} later`,
      `files/files.ts:2 const a: ${untypedWord} = 1;`,
      `files/files.test.ts:1 it.${skip}("x", f)`,
    ],
  },
  {
    says: "13. What a user can steer goes out by the guard",
    broken: unguardedConnections,
    example: {
      "platform/server/outgoing.ts": 'import { connect } from "node:net"; import { fetch } from "undici"; fetch(x);',
      "platform/server/s3.ts": "await fetch(url)",
      "platform/server/queue.ts": "this.#boss.fetch(name)",
      "intake/places.server.ts": "new SftpClient(x)",
      "files/files.server.ts": "await fetch(url)",
      "logs/logs.server.ts": 'import { connect } from "node:tls";',
      "payments/payments.server.ts": 'import { createServer } from "node:net"; nodemailer.createTransport({})',
    },
    found: [
      "intake/places.server.ts connects without the guard",
      "files/files.server.ts connects without the guard",
      "logs/logs.server.ts connects without the guard",
      "payments/payments.server.ts connects without the guard",
    ],
  },
  {
    says: "Migrations are named NNNN-name.sql and share no number",
    broken: misnamedMigrations,
    example: { "files/0070-files.sql": "", "logs/0070-logs.sql": "", "logs/logs.sql": "" },
    found: [
      "logs/0070-logs.sql and files/0070-files.sql share a number",
      "logs/logs.sql is not named like 0060-merchant.sql",
    ],
  },
];

describe.each(rules)("$says", ({ broken, example, found }) => {
  it("holds in the tree", () => {
    expect(broken(tree)).toEqual([]);
  });
  it("is noticed where it is broken", () => {
    expect(broken(new Map(Object.entries(example)))).toEqual(found);
  });
});

it("reads the whole tree", () => {
  expect(tree.size).toBeGreaterThan(rooms.length);
  expect(
    allImports(tree)
      .filter(({ local, to }) => local && !existsSync(join(root, to)))
      .map(({ from, to }) => `${from} imports ${to}`),
  ).toEqual([]);
});
