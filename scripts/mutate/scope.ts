/** Which files are mutated, and which tests are asked. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const claims = "src/money/claims/**/*.test.ts";
export const root = join(import.meta.dirname, "../..");

/** The modules of the report: where their pure files lie, and whose tests are to notice what is changed in them. */
const scope: Readonly<Record<string, { readonly sources: string; readonly tests: string }>> = {
  "ground/kernel": {
    sources: "src/ground/kernel/{money,dates,calendar}.ts",
    tests: "src/ground/{kernel,tariffs}/**/*.test.ts",
  },
  "money/claims/engine": { sources: "src/money/claims/engine/*.ts", tests: claims },
  "money/claims/interest": { sources: "src/money/claims/interest/*.ts", tests: claims },
  "money/claims/collection-costs": {
    sources: "src/money/claims/collection-costs/*.ts",
    tests: "src/{money/claims,letters/workflows}/**/*.test.ts",
  },
  "money/claims/agreements": { sources: "src/money/claims/agreements/*.ts", tests: claims },
  "money/claims/record": {
    sources: "src/money/claims/{record,bookings,duplicate-invoices}/*.ts",
    tests: claims,
  },
  "law/rules": { sources: "src/law/rules/*.ts", tests: "src/law/**/*.test.ts" },
  "letters/workflows": {
    sources: "src/letters/workflows/schedule/{facts,next-step,schedule}.ts",
    tests: "src/letters/workflows/**/*.test.ts",
  },
  "letters/precasso": {
    sources: "src/letters/precasso/records/judge.ts",
    tests: "src/letters/precasso/**/*.test.ts",
  },
  "money/payments/matching": {
    sources: "src/money/payments/matching/*.ts",
    tests: "src/money/payments/**/*.test.ts",
  },
  "money/online-payments": { sources: "src/money/online-payments/*.ts", tests: "src/money/online-payments/*.test.ts" },
  "legal/court-costs": { sources: "src/legal/court-costs/*.ts", tests: "src/legal/{court-costs,decisions}/*.test.ts" },
  "legal/courts": { sources: "src/legal/courts/{competence,claim-types}.ts", tests: "src/legal/courts/*.test.ts" },
  "legal/court-papers": {
    sources: "src/legal/court-papers/drafting/{term,values}.ts",
    tests: "src/legal/court-papers/drafting/*.test.ts",
  },
  "legal/decisions": {
    sources: "src/legal/decisions/{advice,stage-costs}.ts",
    tests: "src/legal/{decisions,court-costs}/*.test.ts",
  },
  "legal/handover-batches": {
    sources: "src/legal/handover-batches/feed/{proceedings,tariff}.ts",
    tests: "src/legal/handover-batches/feed/*.test.ts",
  },
  "money/payments/formats": { sources: "src/money/payments/formats/*.ts", tests: "src/money/payments/**/*.test.ts" },
};
export const moduleNames = Object.keys(scope);

const layered = /\.(server|contract|texts|web|test|factory|types)\.tsx?$/;
/** A test that speaks HTTP to a server; the others are pure. */
const overHttp = /^(import|\}).*from "[^"]*\/(world|months)\.factory\.ts"/m;

const read = (path: string): string => readFileSync(join(root, path), "utf8");
const listed = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    .sort();

/** The pure files of a module, without those that hold types alone. */
export const sourcesOf = (module: string): readonly string[] =>
  listed(scope[module]?.sources ?? "").filter((path) => !layered.test(path));

/** What a file brings in, itself included. */
function importsOf(path: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const { 1: target } of read(path).matchAll(/^(?:import|export|\}).*from "(\.[^"]+\.tsx?)"/gm)) {
    if (target) importsOf(join(path, "..", target).replaceAll("\\", "/"), seen);
  }
  return seen;
}

/** The pure tests of a module that bring in one of its files. */
export const testsOf = (module: string): readonly { file: string; imports: readonly string[] }[] => {
  const sources = sourcesOf(module);
  return listed(scope[module]?.tests ?? "")
    .filter((path) => !overHttp.test(read(path)))
    .map((file) => ({ file, imports: [...importsOf(file)] }))
    .filter(({ imports }) => imports.some((path) => sources.includes(path)));
};
