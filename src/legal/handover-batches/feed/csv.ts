/** The rows of an office's CSV as lines of its feed. The first row names the columns; the separator is `;`, `,` or a tab. Pure. */

/** Cells of a text as RFC 4180 writes them: a quoted cell holds separators, line ends and doubled quotes. */
function cells(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let [row, cell, quoted]: [string[], string, boolean] = [[], "", false];
  const endRow = (): void => {
    row.push(cell);
    if (row.some((each) => each.trim() !== "")) rows.push(row);
    [row, cell] = [[], ""];
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text.charAt(at + 1) === '"') cell += text.charAt(++at);
      else quoted = false;
    } else if (sign === '"' && cell === "") quoted = true;
    else if (sign === separator) {
      row.push(cell);
      cell = "";
    } else if (sign === "\n") endRow();
    else if (sign !== "\r") cell += sign;
  }
  if (cell !== "" || row.length > 0) endRow();
  return rows;
}

/** Columns as offices name them (domain facts 10: imported costs, payments, statuses), and ours. */
const columns = new Map(
  Object.entries({
    file_number: "fileNumber",
    date: "on",
    code: "kind",
    cost_code: "act",
    ex_vat: "exVat",
    case_number: "caseNumber",
    roll_date: "rollDate",
    third_party: "thirdParty",
    office_number: "officeNumber",
    bailiff_file: "officeNumber",
    in_person: "inPerson",
    by_default: "byDefault",
    interest_kind: "interestKind",
    interest_from: "interestFrom",
  }),
);

const amounts: ReadonlySet<string> = new Set([
  ...["amount", "withheld", "exVat", "vat", "principal", "interest", "bik", "costs", "awarded"],
]);
const yesNo: ReadonlySet<string> = new Set(["chargeable", "inPerson", "byDefault"]);
const days: ReadonlySet<string> = new Set(["on", "rollDate", "interestFrom", "reckonedUntil"]);

function readCell(name: string, cell: string): unknown {
  const text = cell.trim();
  if (yesNo.has(name)) return /^(1|y|j|yes|ja|true|waar)$/i.test(text);
  if (days.has(name)) return text.replace(/^(\d\d)-(\d\d)-(\d{4})$/, "$3-$2-$1");
  if (!amounts.has(name)) return text;
  // 1.234,56 and 1234,56 are euros as 1234.56 is.
  const plain = text.includes(",") ? text.replaceAll(".", "").replace(",", ".") : text;
  return /^\d+(\.\d)?$/.test(plain) ? Number(plain).toFixed(2) : plain;
}

/** What a row is of that does not say so: a cost has an act, a payment an amount. */
const kindOf = (line: Readonly<Record<string, unknown>>): string | undefined =>
  "act" in line ? "cost" : "amount" in line ? "payment" : undefined;

export const looksLikeCsv = (text: string): boolean => /^[^\n{[]*[;,\t]/.test(text.replace(/^\uFEFF/, ""));

/** Lines without an empty cell. A row without a key has none: what it says, and how often the file says it, is its name. */
export function linesOfCsv(text: string): readonly Record<string, unknown>[] {
  const plain = text.replace(/^\uFEFF/, "");
  const head = plain.slice(0, plain.indexOf("\n") < 0 ? plain.length : plain.indexOf("\n"));
  const separator = [";", "\t", ","].find((each) => head.includes(each)) ?? ";";
  const [names = [], ...rows] = cells(plain, separator);
  const fields = names.map((name) => columns.get(name.trim().toLowerCase()) ?? name.trim());
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const line: Record<string, unknown> = {};
    fields.forEach((name, at) => {
      const cell = row[at] ?? "";
      if (name !== "" && !/^(__proto__|constructor|prototype)$/.test(name) && cell.trim() !== "")
        line[name] = readCell(name, cell);
    });
    if (row.length > fields.length) line.beyond = row.slice(fields.length);
    if (line.kind === undefined && kindOf(line) !== undefined) line.kind = kindOf(line);
    if (line.key !== undefined) return line;
    const json = JSON.stringify(line);
    const times = (seen.get(json) ?? 0) + 1;
    seen.set(json, times);
    return { ...line, times };
  });
}
