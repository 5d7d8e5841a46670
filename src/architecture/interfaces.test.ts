/** Rule 1: modules, their order, their public interfaces, and no circles. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { expect, it } from "vitest";
import { modules } from "../modules.ts";
import {
  allImports,
  hold,
  isTest,
  layerOf,
  moduleOf,
  order,
  orderOf,
  root,
  type Tree,
  tree,
  withoutComments,
} from "./tree.factory.ts";

// What the platform hands out, by folder: to every module, and beside that to `app`, which starts it. Whatever else lies there is its own.
const platformInterface: Readonly<Record<string, readonly string[]>> = {
  "": ["history.contract.ts", "mail-records.ts", "oidc-faults.ts", "platform.contract.ts", "rich-text.ts"],
  "server/audit": ["checks.ts", "sealed.ts"],
  "server/http": ["content-type.ts", "module.ts", "oidc.ts", "paged-list.ts", "read-trail.ts", "session.ts"],
  "server/jobs": [
    "queue.ts",
    "reasons.ts",
    "record-failures.ts",
    "semaphore.ts",
    "stuck-rows.ts",
    "threads.ts",
    "work-context.ts",
    "works.ts",
  ],
  "server/outbox": [
    "delivery-report.ts",
    "gateways.ts",
    "mail-domain.ts",
    "mailbox.ts",
    "outbox-delivery.ts",
    "outbox.ts",
    "outgoing.ts",
    "return-path.ts",
    "sftp.ts",
  ],
  "server/postgres": [
    "batched.ts",
    "bulk-load.ts",
    "copy-rows.ts",
    "database.ts",
    "database.types.ts",
    "guarded.ts",
    "legal-date.ts",
    "like-pattern.ts",
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
    "insertion-list.web.tsx",
    "stored-text.web.ts",
    "format.ts",
    "search-failure.web.tsx",
    "submit-keys.web.ts",
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
  "server/embedded": ["embedded-postgres.ts"],
  "server/postgres": ["migrations.ts", "prepare-database.ts"],
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
    const count = exportedNames(path, of).size;
    return count > mostNames ? [`${path} hands out ${count} names, of ${mostNames}`] : [];
  });
}

/** Each circle once, by its files in order. Imports of types count: two files that know each other are read as one. */
function importCircles(of: Tree): string[] {
  const next = new Map<string, string[]>([...of.keys()].map((path) => [path, []]));
  for (const { from, to, local } of allImports(of)) if (local && next.has(to)) next.get(from)?.push(to);
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

hold([
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
        'import { a } from "../../ground/platform/server/embedded/postgres-lock.ts";\nimport { b } from "../../ground/platform/server/http/transport.ts";',
      "app/main.server.ts": 'import { b } from "../ground/platform/server/http/transport.ts";',
      "people/merchants/merchants.web.tsx": 'import { c } from "../../ground/platform/web/pages/page.web.tsx";',
    },
    found: [
      "people/merchants/merchants.server.ts imports ground/platform/server/embedded/postgres-lock.ts, which is not in the public interface of ground/platform",
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
    says: "1. There are no import circles, inside a module either, and of types neither",
    broken: importCircles,
    example: {
      "ground/kernel/a.ts": 'import { b } from "./b.ts";',
      "ground/kernel/b.ts": 'import {\n  c,\n} from "./c.ts";',
      "ground/kernel/c.ts": 'export { a } from "./a.ts";',
      "ground/kernel/d.ts": 'import "./a.ts";\nimport { e } from "./e.ts";',
      "ground/kernel/e.ts": 'import type { d } from "./d.ts";',
    },
    found: [
      "ground/kernel/a.ts → ground/kernel/b.ts → ground/kernel/c.ts → ground/kernel/a.ts",
      "ground/kernel/d.ts → ground/kernel/e.ts → ground/kernel/d.ts",
    ],
  },
]);

it("reads the whole tree", () => {
  expect(tree.size).toBeGreaterThan(modules.length);
  expect(
    allImports(tree)
      .filter(({ local, to }) => local && !existsSync(join(root, to)))
      .map(({ from, to }) => `${from} imports ${to}`),
  ).toEqual([]);
});

it("has a page that fits three screens", () => {
  const page = readFileSync(join(root, "../docs/architecture.md"), "utf8");
  expect(page.trimEnd().split("\n").length).toBeLessThanOrEqual(180);
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
