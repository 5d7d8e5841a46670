import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { csvRows } from "./csv.server.ts";
import { sniff } from "./reader.server.ts";

const style = { encoding: "utf-8", separator: ";", decimal: ",", dates: "dmy" } as const;

/** The rows, or that there are none to be had. */
async function read(text: string): Promise<string[][] | "refused"> {
  const rows: string[][] = [];
  try {
    for await (const lot of csvRows(new TextEncoder().encode(text), style)) rows.push(...lot);
  } catch {
    return "refused";
  }
  return rows;
}

/** As the library reads the whole of it. */
function byLibrary(text: string): string[][] | "refused" {
  try {
    return parse(text, {
      delimiter: ";",
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    });
  } catch {
    return "refused";
  }
}

test("finds the same rows as the library, with any line end and any place of a quote", async () => {
  const texts = [
    "a;b\r\nc;d\r\n",
    "a;b\nc;d",
    "a\rb\r\rc",
    "a\n\n;\n",
    "a;b\nc\r\nd",
    "a;b\r\nc\nd;e\r\n",
    'a;b\n"c;1";d\ne;"f\ng"\nh;i',
    '"a\nb";c\r\nd;e',
    'a;"b',
    'a"b;c\nd',
    "\ufeffa;b\nc;d",
    "",
    "\n",
  ];
  for (const text of texts) expect(await read(text), JSON.stringify(text)).toEqual(byLibrary(text));
});

test("finds the same rows as the library in random text", async () => {
  const sign = fc.constantFrom("a", "7", "\u00e9", " ", ";", ";", "\n", "\r\n", "\r", '"');
  const plain = fc.constantFrom("a", "7", ";", "\n", "\r\n", "\r");
  const text = fc
    .tuple(fc.array(plain, { maxLength: 30 }), fc.array(sign, { maxLength: 40 }))
    .map(([before, after]) => [...before, ...after].join(""));
  await fc.assert(
    fc.asyncProperty(text, async (each) => {
      expect(await read(each)).toEqual(byLibrary(each));
    }),
    { numRuns: 2000 },
  );
});

test("rows, two-byte characters and two-character line ends across chunk borders stay whole", async () => {
  const row = (at: number): string => `${at};${"\u00e9".repeat(at % 97)};x`;
  const rows = Array.from({ length: 20_000 }, (_, at) => row(at));
  const found = await read(`${rows.join("\r\n")}\r\n`);
  expect(found).toHaveLength(rows.length);
  expect(found === "refused" ? [] : found.map((cells) => cells.join(";"))).toEqual(rows);
});

test("a row beyond the maximum length is an error: a quote was never closed", async () => {
  expect(await read(`a;b\n${"x".repeat(200_001)}\n`)).toBe("refused");
  expect(await read(`a;b\n"${"x\n".repeat(150_000)}`)).toBe("refused");
});

test("the encoding of a file is told by its first letter beyond ASCII, which may stand thousands of rows into it", async () => {
  const encodingOf = async (bytes: Uint8Array) => (await sniff(bytes)).style.encoding;
  const rows = `reference;name\r\n${"R-1;Jansen, Dorpsstraat 1\r\n".repeat(8000)}`;
  expect(await encodingOf(Buffer.from(`${rows}R-2;Müller\r\n`, "latin1"))).toBe("windows-1252");
  expect(await encodingOf(Buffer.from(`${rows}R-2;Müller\r\n`))).toBe("utf-8");
  expect(await encodingOf(Buffer.from(rows))).toBe("utf-8");
  // One byte that was damaged at the end does not turn all names before it into others.
  const damaged = Buffer.concat([Buffer.from(`reference;name\r\nR-2;Müller\r\n${rows}`), Buffer.from([0xff])]);
  expect(await encodingOf(damaged)).toBe("utf-8");
});
