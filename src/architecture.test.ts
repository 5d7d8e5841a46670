/**
 * The house plan (docs/architecture.md) held against the tree: every rule reads the sources as text and names what breaks it.
 * Each rule is also tried on a small tree that breaks it, so that a rule that has gone blind is noticed.
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { parseSync } from "vite";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { modules } from "./modules.ts";

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
/** Area and name of the module that a file lies in; what lies in `app` itself belongs to the module of that name. */
function moduleOf(path: string): string | undefined {
  const [area, name] = path.split("/");
  if (name === undefined) return undefined;
  const full = `${area}/${name}`;
  return area === "app" && orderOf(full) < 0 ? "app" : full;
}
const order: readonly string[] = modules;
const orderOf = (module: string): number => order.indexOf(module);

// --- Layers -------------------------------------------------------------------------------------------------------

const layers = ["pure", "contract", "texts", "server", "web", "test"] as const;
type Layer = (typeof layers)[number];

function layerOf(path: string): Layer {
  if (isTest(path)) return "test";
  const suffix = /\.(contract|texts|server|web)\.tsx?$/.exec(path)?.[1];
  const named = layers.find((layer) => layer === suffix);
  if (named) return named;
  if (path.startsWith("ground/platform/server/")) return "server";
  return path.startsWith("ground/platform/web/") || path.endsWith(".tsx") ? "web" : "pure";
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

// What the platform hands out, by folder: to every module, and beside that to `app`, which starts it. Whatever else lies there is its own.
const platformInterface: Readonly<Record<string, readonly string[]>> = {
  "": ["history.contract.ts", "mail-records.ts", "oidc-faults.ts", "platform.contract.ts", "rich-text.ts"],
  "server/audit": ["checks.ts", "sealed.ts"],
  "server/http": ["content-type.ts", "module.ts", "oidc.ts", "paged-list.ts", "read-trail.ts", "session.ts"],
  "server/jobs": [
    "queue.ts",
    "reasons.ts",
    "semaphore.ts",
    "stuck-rows.ts",
    "threads.ts",
    "work-context.ts",
    "works.ts",
  ],
  "server/outbox": ["gateways.ts", "mail-domain.ts", "outbox-delivery.ts", "outbox.ts", "outgoing.ts", "sftp.ts"],
  "server/postgres": [
    "batched.ts",
    "bulk-load.ts",
    "copy-rows.ts",
    "database.ts",
    "database.types.ts",
    "guarded.ts",
    "long-lists.ts",
    "machine-faults.ts",
    "new-rows.ts",
    "prepared-statements.ts",
    "references.ts",
    "savepoint.ts",
    "single-flight.ts",
    "transaction-cache.ts",
  ],
  "server/process": ["clock.ts", "environment.ts", "log.ts", "secrets.ts"],
  "server/storage": ["spreadsheets.ts", "storage.ts", "virus-scan.ts", "zip-stream.ts"],
  web: ["work.web.tsx"],
  "web/content": [
    "history.web.tsx",
    "preview.web.tsx",
    "rich-text.web.tsx",
    "texts.web.ts",
    "today.web.ts",
    "values.web.tsx",
  ],
  "web/feedback": [
    "delete.web.tsx",
    "dialogs.web.tsx",
    "errors.web.ts",
    "keys.web.tsx",
    "notify.web.tsx",
    "unsaved.web.ts",
  ],
  "web/http": ["api.web.ts", "call.web.ts", "polling.web.ts", "transport.web.ts"],
  "web/inputs": [
    "choice-list.web.ts",
    "choices.web.tsx",
    "dates.web.tsx",
    "drafts.web.ts",
    "editor.web.tsx",
    "files.web.tsx",
    "filter-bar.web.tsx",
    "filter-pickers.web.tsx",
    "form.web.tsx",
    "kept-text.web.ts",
    "format.ts",
    "search-failure.web.tsx",
    "text-form.web.tsx",
  ],
  "web/inputs/form": ["context.web.ts"],
  "web/pages": [
    "current-user.web.tsx",
    "lazy.web.tsx",
    "links.web.tsx",
    "page.web.tsx",
    "return-address.ts",
    "settled.web.tsx",
    "title.web.ts",
  ],
  "web/table": ["pager.web.tsx", "table.web.tsx"],
};
const platformForApp: Readonly<Record<string, readonly string[]>> = {
  "": ["history.texts.ts", "history.ts", "outbox-jobs.server.ts", "platform.server.ts", "platform.texts.ts"],
  "server/audit": ["audit-head.ts", "audit-keys.ts", "audit.ts", "verify.ts"],
  "server/http": ["error-replies.ts", "security.ts", "transport.ts"],
  "server/jobs": ["recurring.ts"],
  "server/outbox": ["carriers.ts"],
  "server/postgres": ["embedded-postgres.ts", "migrations.ts", "prepare-database.ts"],
  "server/process": ["metrics.ts", "release.ts"],
  "server/storage": ["backup-schedule.ts", "backup.ts", "orphans.ts"],
  "web/feedback": ["loading-bar.web.tsx", "offline.web.tsx"],
  "web/inputs": ["filter.ts"],
  "web/pages": ["layers.web.ts", "router.web.tsx"],
  "web/table": ["extensions.web.tsx"],
  "web/theme": ["density.web.ts", "nonce.web.ts", "scheme.ts", "scheme.web.ts", "theme.web.ts"],
};

const publicEndings = [
  ".ts",
  ".contract.ts",
  ".texts.ts",
  ".server.ts",
  ".checks.server.ts",
  ".web.tsx",
  ".factory.ts",
];
const publicFilesOf = (module: string): readonly string[] =>
  publicEndings.map((ending) => `${module}/${module.replace(/^.*\//, "")}${ending}`);

/**
 * Whether a file is public interface, which other modules may import: the kernel is open, the platform says which of its files are, of the
 * others it is the files named like the module; that of checks is for threads, and brings neither database nor calls with it.
 */
function isPublic(path: string, to = ""): boolean {
  const module = moduleOf(path) ?? "";
  if (module === "ground/kernel") return true;
  if (module !== "ground/platform") return publicFilesOf(module).includes(path);
  const inside = path.slice("ground/platform/".length);
  const [folder, file] = [dirname(inside) === "." ? "" : dirname(inside), inside.replace(/^.*\//, "")];
  const isStyle = path.endsWith(".css");
  return [platformInterface, ...(to === "app" ? [platformForApp] : [])].some(
    (files) => isStyle || (files[folder]?.includes(file) ?? false),
  );
}

// --- The rules ----------------------------------------------------------------------------------------------------

function foldersThatAreNoModules(of: Tree): string[] {
  const folders = new Set([...of.keys()].map(moduleOf).filter((module) => module !== undefined));
  return [...folders].filter((folder) => orderOf(folder) < 0);
}

function importsAgainstTheOrder(of: Tree): string[] {
  return allImports(of)
    .filter(({ from, local }) => local && layerOf(from) !== "test")
    .flatMap(({ from, to }) => {
      const [here, there] = [moduleOf(from), moduleOf(to)];
      if (here === undefined || there === undefined || here === there) return [];
      if (orderOf(there) > orderOf(here)) return [`${from} imports ${to}: ${there} comes after ${here} in modules.ts`];
      return isPublic(to, here) ? [] : [`${from} imports ${to}, which is not in the public interface of ${there}`];
    });
}

// The most names that a public interface hands out: what one reads in a minute.
const mostNames = 25;
// Wider ones, as wide as they are. A number goes down with each name that goes, and none is added: a new module is narrow.
const widerInterfaces: Readonly<Record<string, number>> = {
  // The money of a file is booked, asked and foreseen by seven modules; bookings and agreements want a module each.
  "money/claims/claims.server.ts": 36,
};

/** The names that a file hands out, of files that it passes on too. */
function exportedNames(path: string, of: Tree): ReadonlySet<string> {
  const text = withoutComments(of.get(path) ?? "");
  const declared = /^export\s+(?:async\s+)?(?:const|let|function\*?|class|interface|type|enum)\s+(\w+)/gm;
  const names = [...text.matchAll(declared)].map(([, name = ""]) => name);
  for (const [, list = ""] of text.matchAll(/^export\s+(?:type\s+)?\{([^}]*)\}/gm))
    names.push(...list.split(",").flatMap((one) => /(\w+)\s*$/.exec(one)?.[1] ?? []));
  for (const [, from = ""] of text.matchAll(/^export\s+\*\s+from\s+"(\.[^"]+)"/gm))
    names.push(...exportedNames(join(dirname(path), from), of));
  return new Set(names);
}

function wideInterfaces(of: Tree): string[] {
  const open = new Set(["ground/kernel", "ground/platform"]);
  const files = order.filter((module) => !open.has(module)).flatMap(publicFilesOf);
  return files.flatMap((path) => {
    if (!of.has(path) || isTest(path)) return [];
    const [count, ceiling] = [exportedNames(path, of).size, widerInterfaces[path]];
    if (count > (ceiling ?? mostNames)) return [`${path} hands out ${count} names, of ${ceiling ?? mostNames}`];
    return ceiling !== undefined && count < ceiling ? [`${path} hands out ${count} names: lower its ceiling`] : [];
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
  const next = new Map<string, string[]>([...of.keys()].map((path) => [path, []]));
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
const eventRecord = "money/claims/record/record.server.ts";
const entersEvents = /insertInto\(\s*"claim_event|insert\s+into\s+claim_event\b/i;
const ungatedEvents = (of: Tree): string[] =>
  [...of]
    .filter(
      ([path, text]) =>
        isCode(path) && !isTest(path) && path !== eventRecord && entersEvents.test(withoutComments(text)),
    )
    .map(([path]) => `${path} enters claim events beside ${eventRecord}`);

// Tables of one released migration whose modules were parted since: a migration stays as it was.
const partedTables: ReadonlyMap<string, string> = new Map([
  ["debtor", "cases/persons"],
  ["file_hold", "cases/states"],
  ["file_closure", "cases/states"],
]);

function tableOwners(of: Tree): Map<string, string> {
  const owners = new Map<string, string>();
  for (const [path, text] of of) {
    if (!path.endsWith(".sql")) continue;
    for (const [, table = ""] of text.replace(/--.*$/gm, "").matchAll(tablePattern))
      owners.set(table, partedTables.get(table) ?? moduleOf(path) ?? "");
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
      return owner === undefined || owner === moduleOf(path)
        ? []
        : [`${path} writes ${table}, which belongs to ${owner}`];
    });
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

const migrationPattern = /^[a-z]+\/[a-z-]+\/(?:[a-z-]+\/)*(\d{4})-[a-z0-9-]+\.sql$/;
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
  [/(?<![.\w])fetch\(/, ["ground/platform/server/storage/s3.ts"]],
  [/\bfrom "(?:node:)?undici"/, []],
  [
    /\bimport\b[^;]*\b(?:connect|createConnection)\b[^;]*from "node:(?:net|tls)"/,
    ["ground/platform/server/storage/virus-scan.ts"],
  ],
  [
    /\bimport\b[^;]*\b(?:request|get)\b[^;]*from "node:https?"|\bhttps?\.(?:request|get)\(|\b(?:net|tls)\.connect\(/,
    [],
  ],
  [/\bcreateTransport\(|\bnew SMTPConnection\(/, ["ground/platform/server/outbox/gateways.ts"]],
  [/\bnew SftpClient\(|\bfrom "ssh2"/, ["ground/platform/server/outbox/sftp.ts"]],
];

/** What a user can steer goes out by `ground/platform/server/outbox/outgoing.ts`, which looks at the address that a name stands for. */
function unguardedConnections(of: Tree): string[] {
  return [...of].flatMap(([path, text]) => {
    if (layerOf(path) !== "server" || path === "ground/platform/server/outbox/outgoing.ts") return [];
    const code = withoutComments(text);
    const found = connections.filter(([pattern]) => pattern.test(code));
    const isGuarded = /\bopenSocket\(/.test(code);
    return found.flatMap(([pattern, allowed]) => {
      const needsSocket = /createTransport|SftpClient/.test(pattern.source);
      return allowed.includes(path) && (!needsSocket || isGuarded) ? [] : [`${path} connects without the guard`];
    });
  });
}

/** The lines of a file on which a type is asserted (`as T`), and whether a comment beside it, or in the three lines above, says why. */
function castsIn(path: string, text: string): readonly { readonly line: number; readonly hasReason: boolean }[] {
  if (!/\bas\s+(?!const\b)["'`\w{[(]/.test(withoutComments(text))) return [];
  const { program, comments } = parseSync(path, text);
  const lineAt = (at: number): number => text.slice(0, at).split("\n").length;
  const said = new Set(comments.map(({ end }) => lineAt(end)));
  const lines: number[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if ("type" in node && (node.type === "TSAsExpression" || node.type === "TSTypeAssertion")) {
      const type = positions.parse(node).typeAnnotation;
      if (text.slice(type.start, type.end) !== "const") lines.push(lineAt(type.start));
    }
    Object.values(node).forEach(visit);
  };
  visit(program);
  return lines.map((line) => ({ line, hasReason: [0, 1, 2, 3].some((above) => said.has(line - above)) }));
}
const positions = z.object({ typeAnnotation: z.object({ start: z.number(), end: z.number() }) });

const unreasonedCasts = (of: Tree): string[] =>
  [...of].flatMap(([path, text]) =>
    isCode(path) && !isGenerated(path)
      ? castsIn(path, text).flatMap(({ line, hasReason }) => (hasReason ? [] : [`${path}:${line} has no reason`]))
      : [],
  );

// As many as there are. It goes down with each that goes, and up for none that types can say.
const castLimit = 58;
function tooManyCasts(of: Tree): string[] {
  const count = [...of].reduce((sum, [path, text]) => sum + (isCode(path) ? castsIn(path, text).length : 0), 0);
  return count > castLimit ? [`${count} casts, of ${castLimit}`] : [];
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
    says: "1. A folder of src is a module and stands in modules.ts",
    broken: foldersThatAreNoModules,
    example: { "ground/attic/attic.ts": "", "ground/kernel/money.ts": "", "app/main.ts": "", "modules.ts": "" },
    found: ["ground/attic"],
  },
  {
    says: "1. A module imports only from earlier modules, by their public interface",
    broken: importsAgainstTheOrder,
    example: {
      "people/merchants/merchants.server.ts":
        'import { a } from "../../cases/files/files.server.ts";\nimport type { b } from "../../people/customers/search.server.ts";',
      "people/merchants/merchants.test.ts": 'import { a } from "../../app/world.factory.ts";',
      "cases/files/files.server.ts": 'import { c } from "../../people/customers/customers.server.ts";',
    },
    found: [
      "people/merchants/merchants.server.ts imports cases/files/files.server.ts: cases/files comes after people/merchants in modules.ts",
      "people/merchants/merchants.server.ts imports people/customers/search.server.ts, which is not in the public interface of people/customers",
    ],
  },
  {
    says: "1. The platform is used by the files that it hands out",
    broken: importsAgainstTheOrder,
    example: {
      "people/merchants/merchants.server.ts":
        'import { a } from "../../ground/platform/server/postgres/postgres-lock.ts";\nimport { b } from "../../ground/platform/server/http/transport.ts";',
      "app/main.server.ts": 'import { b } from "../ground/platform/server/http/transport.ts";',
      "people/merchants/merchants.web.tsx": 'import { c } from "../../ground/platform/web/pages/page.web.tsx";',
    },
    found: [
      "people/merchants/merchants.server.ts imports ground/platform/server/postgres/postgres-lock.ts, which is not in the public interface of ground/platform",
      "people/merchants/merchants.server.ts imports ground/platform/server/http/transport.ts, which is not in the public interface of ground/platform",
    ],
  },
  {
    says: `1. A public interface hands out at most ${mostNames} names`,
    broken: wideInterfaces,
    example: {
      "people/merchants/merchants.ts": 'export * from "./list/rows.ts";\nexport const a1 = 1;\nexport type A2 = 1;',
      "people/merchants/list/rows.ts": Array.from(
        { length: mostNames - 1 },
        (_, at) => `export const b${at} = 1;`,
      ).join("\n"),
      "people/merchants/merchants.server.ts": `export { ${Array.from({ length: mostNames }, (_, at) => `type C${at}`).join(", ")} } from "./c.ts";`,
    },
    found: [`people/merchants/merchants.ts hands out ${mostNames + 1} names, of ${mostNames}`],
  },
  {
    says: "1. There are no import circles, inside a module either",
    broken: importCircles,
    example: {
      "ground/kernel/a.ts": 'import { b } from "./b.ts";',
      "ground/kernel/b.ts": 'import {\n  c,\n} from "./c.ts";',
      "ground/kernel/c.ts": 'export { a } from "./a.ts";',
      "ground/kernel/d.ts": 'import "./a.ts";\nimport { e } from "./e.ts";',
      "ground/kernel/e.ts": 'import type { d } from "./d.ts";',
    },
    found: ["ground/kernel/a.ts → ground/kernel/b.ts → ground/kernel/c.ts → ground/kernel/a.ts"],
  },
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
    says: "3. A table is written only by the module whose SQL made it",
    broken: foreignWrites,
    example: {
      "people/merchants/0060-merchant.sql": "create table merchant (id int);",
      "people/merchants/merchants.server.ts": 'db.insertInto("merchant"); db.selectFrom("client")',
      "cases/files/files.server.ts": 'db.updateTable("merchant as m"); sql`delete from merchant`',
      "cases/logs/logs.server.ts": "// delete from merchant\nsql`update merchant m set name = 1`",
      "cases/files/files.factory.ts": 'db.insertInto("merchant")',
    },
    found: [
      "cases/files/files.server.ts writes merchant, which belongs to people/merchants",
      "cases/logs/logs.server.ts writes merchant, which belongs to people/merchants",
    ],
  },
  {
    says: "3a. Claim events are entered by one function, behind the law gate",
    broken: ungatedEvents,
    example: {
      "money/claims/record/record.server.ts": "sql`insert into claim_event (file_id) select 1`",
      "money/claims/other.server.ts": 'db.insertInto("claim_event")',
      "money/claims/testing/file.factory.ts": 'db.insertInto("claim_event")',
    },
    found: ["money/claims/other.server.ts enters claim events beside money/claims/record/record.server.ts"],
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
  {
    says: "10. Texts never stand in a component",
    broken: hardTexts,
    example: {
      "cases/files/files.web.tsx":
        'const a: Map<string, number> = b; <Text>Zoek een dossier</Text>; <i title="Sluiten" />; <b>{t("x")}</b>; <i>IBAN</i>',
    },
    found: ["cases/files/files.web.tsx shows “Zoek een dossier”", "cases/files/files.web.tsx shows “Sluiten”"],
  },
  {
    says: "11. Nothing throws texts",
    broken: thrownTexts,
    example: { "cases/files/files.ts": 'throw "no";', "cases/logs/logs.ts": 'throw new Error("no");' },
    found: ["cases/files/files.ts throws a text"],
  },
  {
    says: "12. No drawers: utils, helpers, index, common",
    broken: badNames,
    example: {
      "cases/files/utils.ts": "",
      "cases/files/index.ts": "",
      "cases/files/date-helpers.ts": "",
      "cases/files/indexed.ts": "",
    },
    found: ["cases/files/utils.ts", "cases/files/index.ts", "cases/files/date-helpers.ts"],
  },
  {
    says: `12. Files stay below ${lineLimit} lines`,
    broken: tooLong,
    example: {
      "cases/files/files.ts": "a\n".repeat(lineLimit + 1),
      "cases/files/files.test.ts": "a\n".repeat(lineLimit + 1),
      "cases/logs/logs.ts": "a\n".repeat(lineLimit),
    },
    found: [`cases/files/files.ts has ${lineLimit + 1} lines`],
  },
  {
    says: "Nothing is unfinished, muted or untyped",
    broken: wordsThatStayOut,
    example: {
      "cases/files/files.ts": `// ${later} later\nconst a: ${untypedWord} = 1;\nany("ROLE_ADMIN"); const who: Access = any("X");`,
      "cases/files/files.test.ts": `it.${skip}("x", f)`,
    },
    found: [
      `cases/files/files.ts:1 // ${later} later`,
      `cases/files/files.ts:2 const a: ${untypedWord} = 1;`,
      `cases/files/files.test.ts:1 it.${skip}("x", f)`,
    ],
  },
  {
    says: "14. A cast says why the compiler cannot see it",
    broken: unreasonedCasts,
    example: {
      "cases/files/files.ts":
        "const a = { a: 1 } as const;\n// The row was just written.\nconst b = row as Row;\n\n\n\nconst c = row as Row;",
      "cases/logs/logs.ts": "sql`select 1 as one`; // as Row",
      "cases/logs/logs.web.tsx":
        'const d = <i title="as it is" />;\nconst e = x as unknown as Row; // The grid knows no rows.',
    },
    found: ["cases/files/files.ts:7 has no reason"],
  },
  {
    says: `14. There are at most ${castLimit} casts`,
    broken: tooManyCasts,
    example: { "cases/files/files.ts": "const b = row as Row;\n".repeat(castLimit + 1) },
    found: [`${castLimit + 1} casts, of ${castLimit}`],
  },
  {
    says: "13. What a user can steer goes out by the guard",
    broken: unguardedConnections,
    example: {
      "ground/platform/server/outbox/outgoing.ts":
        'import { connect } from "node:net"; import { fetch } from "undici"; fetch(x);',
      "ground/platform/server/storage/s3.ts": "await fetch(url)",
      "ground/platform/server/jobs/queue.ts": "this.#boss.fetch(name)",
      "exchange/intake/pickup/pickup-locations.server.ts": "new SftpClient(x)",
      "cases/files/files.server.ts": "await fetch(url)",
      "cases/logs/logs.server.ts": 'import { connect } from "node:tls";',
      "money/payments/payments.server.ts": 'import { createServer } from "node:net"; nodemailer.createTransport({})',
    },
    found: [
      "exchange/intake/pickup/pickup-locations.server.ts connects without the guard",
      "cases/files/files.server.ts connects without the guard",
      "cases/logs/logs.server.ts connects without the guard",
      "money/payments/payments.server.ts connects without the guard",
    ],
  },
  {
    says: "Migrations are named NNNN-name.sql and share no number",
    broken: misnamedMigrations,
    example: { "cases/files/migrations/0070-files.sql": "", "cases/logs/0070-logs.sql": "", "cases/logs/logs.sql": "" },
    found: [
      "cases/logs/0070-logs.sql and cases/files/migrations/0070-files.sql share a number",
      "cases/logs/logs.sql is not named like 0060-merchant.sql",
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
  expect(tree.size).toBeGreaterThan(modules.length);
  expect(
    allImports(tree)
      .filter(({ local, to }) => local && !existsSync(join(root, to)))
      .map(({ from, to }) => `${from} imports ${to}`),
  ).toEqual([]);
});

it("has a page whose tree names every module, and no other", () => {
  const page = readFileSync(join(root, "../docs/architecture.md"), "utf8");
  const tree = /```\n(src\/[\s\S]*?)```/.exec(page)?.[1] ?? "";
  let area = "";
  const named = tree.split("\n").flatMap((line) => {
    const [, indent = "", folder] = /^( +)([a-z-]+)\//.exec(line) ?? [];
    if (folder === undefined) return [];
    if (indent.length === 2) area = folder;
    if (indent.length === 2) return folder === "app" ? ["app"] : [];
    return [`${area}/${folder}`];
  });
  expect(named.toSorted()).toEqual(modules.toSorted());
});
