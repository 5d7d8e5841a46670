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
const castLimit = 54;
function tooManyCasts(of: Tree): string[] {
  const count = [...of].reduce((sum, [path, text]) => sum + (isCode(path) ? castsIn(path, text).length : 0), 0);
  return count > castLimit ? [`${count} casts, of ${castLimit}`] : [];
}

// "About 60": what grows beyond it has parts with a name of their own. Tests tell stories.
const functionLimit = 60;
// As many as there are, and the longest of them. Both go down with each that is shortened.
const longFunctionLimit = 26;
const longestFunction = 91;

interface LongFunction {
  readonly path: string;
  readonly line: number;
  readonly lines: number;
}

function longFunctionsIn(path: string, text: string): readonly LongFunction[] {
  const linesOf = (from: number, to: number): number => text.slice(from, to).split("\n").length;
  if (linesOf(0, text.length) <= functionLimit) return [];
  const found: LongFunction[] = [];
  const visit = (node: object): void => {
    if ("type" in node && "start" in node && "end" in node) {
      const { type, start, end } = node;
      if (typeof type !== "string" || typeof start !== "number" || typeof end !== "number") return;
      // What has fewer characters than a long function has lines holds none.
      if (end - start <= functionLimit) return;
      const lines = /Function(?:Declaration|Expression)$/.test(type) ? linesOf(start, end) : 0;
      if (lines > functionLimit) found.push({ path, line: linesOf(0, start), lines });
    }
    for (const inner of Object.values(node)) if (typeof inner === "object" && inner !== null) visit(inner);
  };
  visit(parseSync(path, text).program);
  return found;
}

function longFunctions(of: Tree): string[] {
  const found = [...of]
    .filter(([path]) => isCode(path) && !isTest(path) && !isGenerated(path))
    .flatMap(([path, text]) => longFunctionsIn(path, text));
  const longer = found
    .filter(({ lines }) => lines > longestFunction)
    .map(({ path, line, lines }) => `${path}:${line} has ${lines} lines`);
  const many =
    found.length > longFunctionLimit ? [`${found.length} functions are longer than ${functionLimit} lines`] : [];
  return [...longer, ...many];
}

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
    says: `12. At most ${longFunctionLimit} functions are longer than ${functionLimit} lines, and none than ${longestFunction}`,
    broken: longFunctions,
    example: {
      "cases/files/files.ts": `const a = 1;\nfunction b() {\n${"a;\n".repeat(longestFunction)}}`,
      "cases/logs/logs.ts": `const c = () => {\n${"a;\n".repeat(longestFunction - 2)}};`,
      "cases/logs/logs.test.ts": `it("d", () => {\n${"a;\n".repeat(longestFunction)}});`,
    },
    found: [`cases/files/files.ts:2 has ${longestFunction + 2} lines`],
  },
]);
