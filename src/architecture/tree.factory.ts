/** The sources of the tree as text, read once, and what every rule of the house plan (docs/architecture.md) asks of a path. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { describe, expect, it } from "vitest";
import { modules } from "../modules.ts";

/** Path below src to text. */
export type Tree = ReadonlyMap<string, string>;

export const root = join(import.meta.dirname.replaceAll("\\", "/"), "..");
export const tree: Tree = new Map(
  globSync("**/*.{ts,tsx,sql}", { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    // The rules are full of examples of what should not be.
    .filter((path) => !path.startsWith("architecture/"))
    .sort()
    .map((path) => [path, readFileSync(join(root, path), "utf8")]),
);

export const isCode = (path: string): boolean => /\.tsx?$/.test(path);
export const isTest = (path: string): boolean => /\.(test|factory)\.tsx?$/.test(path);
export const isGenerated = (path: string): boolean => /\.types\.ts$/.test(path);
/** Area and name of the module that a file lies in; what lies in `app` itself belongs to the module of that name. */
export function moduleOf(path: string): string | undefined {
  const [area, name] = path.split("/");
  if (name === undefined) return undefined;
  const full = `${area}/${name}`;
  return area === "app" && orderOf(full) < 0 ? "app" : full;
}
export const order: readonly string[] = modules;
export const orderOf = (module: string): number => order.indexOf(module);

export const layers = ["pure", "contract", "texts", "server", "web", "test"] as const;
export type Layer = (typeof layers)[number];

export function layerOf(path: string): Layer {
  if (isTest(path)) return "test";
  const suffix = /\.(contract|texts|server|web)\.tsx?$/.exec(path)?.[1];
  const named = layers.find((layer) => layer === suffix);
  if (named) return named;
  if (path.startsWith("ground/platform/server/")) return "server";
  return path.startsWith("ground/platform/web/") || path.endsWith(".tsx") ? "web" : "pure";
}

export interface Import {
  readonly from: string;
  /** Path below src, or the name of a package. */
  readonly to: string;
  readonly local: boolean;
  /** Of types only: gone when the code runs. */
  readonly typeOnly: boolean;
}

const importPattern = /(?:^\s*(?:import|export)\s+(type\s)?[^"';]*?\bfrom\s+|\bimport\s*\(\s*|^import\s+)"([^"]+)"/gm;

export const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");

const importsOf = (from: string, text: string): Import[] =>
  [...withoutComments(text).matchAll(importPattern)].map(([, type, target = ""]) => ({
    from,
    local: target.startsWith("."),
    to: target.startsWith(".") ? join(dirname(from), target) : target,
    typeOnly: type !== undefined,
  }));

const importsOfTrees = new WeakMap<Tree, readonly Import[]>();

/** Every import of a tree, read once for each tree. */
export function allImports(of: Tree): readonly Import[] {
  const known = importsOfTrees.get(of);
  if (known) return known;
  const found = [...of].filter(([path]) => isCode(path)).flatMap(([path, text]) => importsOf(path, text));
  importsOfTrees.set(of, found);
  return found;
}

export interface Rule {
  readonly says: string;
  readonly broken: (of: Tree) => string[];
  /** A tree that breaks it, and what is said then. */
  readonly example: Readonly<Record<string, string>>;
  readonly found: readonly string[];
}

/** Each rule holds in the tree, and is also tried on a small tree that breaks it, so that a rule that has gone blind is noticed. */
export const hold = (rules: readonly Rule[]): void =>
  describe.each(rules)("$says", ({ broken, example, found }) => {
    it("holds in the tree", () => {
      expect(broken(tree)).toEqual([]);
    });
    it("is noticed where it is broken", () => {
      expect(broken(new Map(Object.entries(example)))).toEqual(found);
    });
  });
