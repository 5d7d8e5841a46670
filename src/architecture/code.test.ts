/** Rules 11, 12 and 14: names, lengths, casts, and nothing unfinished. */
import { parseSync } from "vite";
import { z } from "zod";
import { hold, isCode, isGenerated, isTest, layerOf, type Tree, withoutComments } from "./tree.factory.ts";

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

// `ls` of a folder fits a screen; what grows beyond this has topics with folders of their own. Migrations stand by number.
const filesOfFolder = 30;
function fullFolders(of: Tree): string[] {
  const folders = Map.groupBy(
    [...of.keys()].filter((path) => !path.endsWith(".sql")),
    (path) => path.replace(/\/[^/]*$/, ""),
  );
  return [...folders].flatMap(([folder, files]) =>
    files.length > filesOfFolder ? [`${folder} holds ${files.length} files`] : [],
  );
}

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

interface Cast {
  readonly line: number;
  /** Whether a comment beside it, or in the three lines above, says why. */
  readonly hasReason: boolean;
}

// What grows beyond it has parts with a name of their own. Tests tell stories.
const functionLimit = 60;

interface LongFunction {
  readonly line: number;
  readonly lines: number;
}

/** What has to be parsed to be seen: where a type is asserted (`as T`), and functions beyond their limit. */
interface Parsed {
  readonly casts: readonly Cast[];
  readonly longFunctions: readonly LongFunction[];
}

const nothing: Parsed = { casts: [], longFunctions: [] };
const castPattern = /\bas\s+(?!const\b)["'`\w{[(]/;

function parse(path: string, text: string): Parsed {
  const starts = [...text.matchAll(/^/gm)].map(({ index }) => index);
  const mayBeLong = starts.length > functionLimit && !isTest(path) && !isGenerated(path);
  if (!mayBeLong && !castPattern.test(withoutComments(text))) return nothing;
  const { program, comments } = parseSync(path, text);
  // Lines are asked for thousands of times: counting them anew from the start took most of the time.
  const lineAt = (at: number): number => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= at) low = middle;
      else high = middle;
    }
    return low + 1;
  };
  const casts: number[] = [];
  const longFunctions: LongFunction[] = [];
  const visit = (node: object): void => {
    if ("type" in node && (node.type === "TSAsExpression" || node.type === "TSTypeAssertion")) {
      const type = positions.parse(node).typeAnnotation;
      if (text.slice(type.start, type.end) !== "const") casts.push(lineAt(type.start));
    }
    if ("type" in node && /Function(?:Declaration|Expression)$/.test(String(node.type))) {
      const { start, end } = extent.parse(node);
      const lines = lineAt(end) - lineAt(start) + 1;
      if (lines > functionLimit) longFunctions.push({ line: lineAt(start), lines });
    }
    for (const inner of Object.values(node)) if (typeof inner === "object" && inner !== null) visit(inner);
  };
  visit(program);
  const commentedLines = new Set(casts.length === 0 ? [] : comments.map(({ end }) => lineAt(end)));
  return {
    casts: casts.map((line) => ({ line, hasReason: [0, 1, 2, 3].some((above) => commentedLines.has(line - above)) })),
    longFunctions,
  };
}

const extent = z.object({ start: z.number(), end: z.number() });
const positions = z.object({ typeAnnotation: extent });

const parsedTrees = new WeakMap<Tree, ReadonlyMap<string, Parsed>>();

/** Every file of a tree, parsed once for all rules. */
function parsed(of: Tree): ReadonlyMap<string, Parsed> {
  const known = parsedTrees.get(of);
  if (known) return known;
  const found = new Map([...of].filter(([path]) => isCode(path)).map(([path, text]) => [path, parse(path, text)]));
  parsedTrees.set(of, found);
  return found;
}

const unreasonedCasts = (of: Tree): string[] =>
  [...parsed(of)].flatMap(([path, { casts }]) =>
    isGenerated(path)
      ? []
      : casts.flatMap(({ line, hasReason }) => (hasReason ? [] : [`${path}:${line} has no reason`])),
  );

// As many as there are. It goes down with each that goes, and up for none that types can say.
const castLimit = 57;
function tooManyCasts(of: Tree): string[] {
  const count = [...parsed(of).values()].reduce((sum, { casts }) => sum + casts.length, 0);
  return count > castLimit ? [`${count} casts, of ${castLimit}`] : [];
}

const longFunctions = (of: Tree): string[] =>
  [...parsed(of)].flatMap(([path, { longFunctions: those }]) =>
    isTest(path) || isGenerated(path) ? [] : those.map(({ line, lines }) => `${path}:${line} has ${lines} lines`),
  );

hold([
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
    says: `12. A folder holds at most ${filesOfFolder} files`,
    broken: fullFolders,
    example: Object.fromEntries([
      ...Array.from({ length: filesOfFolder + 1 }, (_, at) => [`cases/files/record/a${at}.ts`, ""]),
      ...Array.from({ length: filesOfFolder + 1 }, (_, at) => [`cases/files/migrations/00${at}-a.sql`, ""]),
      ["cases/files/files.ts", ""],
    ]),
    found: [`cases/files/record holds ${filesOfFolder + 1} files`],
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
    says: `12. No function is longer than ${functionLimit} lines`,
    broken: longFunctions,
    example: {
      "cases/files/files.ts": `const a = 1;\nfunction b() {\n${"a;\n".repeat(functionLimit)}}`,
      "cases/logs/logs.ts": `const c = () => {\n${"a;\n".repeat(functionLimit - 2)}};`,
      "cases/logs/logs.test.ts": `it("d", () => {\n${"a;\n".repeat(functionLimit)}});`,
    },
    found: [`cases/files/files.ts:2 has ${functionLimit + 2} lines`],
  },
]);
