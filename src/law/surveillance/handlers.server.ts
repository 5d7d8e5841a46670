import { cutText } from "../../ground/kernel/cut-text.ts";
import { date, parsePlainDate } from "../../ground/kernel/dates.ts";
import type { Message } from "../../ground/kernel/errors.ts";
import type { Ctx, WorkCtx } from "../../ground/platform/server/http/module.ts";
import { heavyTask, type TaskOwner, threads } from "../../ground/platform/server/jobs/threads.ts";
import { withSavepoint } from "../../ground/platform/server/postgres/savepoint.ts";
import type { Line, readLines } from "./lines.server.ts";
import { answerOne, type Finding } from "./record.server.ts";
import { readResult } from "./surveillance.ts";

const lineTask = heavyTask<typeof readLines>({
  module: new URL("./lines.server.ts", import.meta.url),
  name: "readLines",
  seconds: 60,
});

/** The rows of an upload, read in a thread. @throws validation on `file` where it is no CSV with the wanted head, or too much. */
export const linesOf = (bytes: Uint8Array, turn: TaskOwner): Promise<Line[]> => threads.run(lineTask, { bytes }, turn);

/** "31-12-2026" as well as "2026-12-31". */
const readDate = (text: string) => parsePlainDate(text.trim().replace(/^(\d\d)-(\d\d)-(\d{4})$/, "$3-$2-$1"));

export interface ReadAnswer {
  readonly row: number;
  readonly check: number | null;
  readonly finding: Finding | null;
  readonly error: Message | null;
}

function findingOf(cells: Line["cells"], today: string): Finding | Message {
  const result = readResult(cells.result ?? "");
  if (result === undefined) return { key: "surveillance.badResult" };
  const checkedOn = cells.checked_on ? readDate(cells.checked_on) : date(today);
  if (checkedOn === undefined) return { key: "surveillance.badDate" };
  const [street = "", houseNumber = "", postcode = "", city = ""] = [
    cells.street,
    cells.house_no,
    cells.postcode,
    cells.city,
  ];
  const hasAddress = [street, houseNumber, postcode, city].every((part) => part !== "");
  if (result === "moved" && !hasAddress) return { key: "surveillance.addressNeeded" };
  const country = (cells.country || "NL").toUpperCase();
  if (!/^[A-Z]{2}$/.test(country)) return { key: "surveillance.badCountry" };
  const address = { street, houseNumber, addition: cells.addition ?? "", postcode, city, country };
  return { result, checkedOn, source: cutText(cells.source ?? "", 100), ...(result === "moved" ? { address } : {}) };
}

export function readAnswer({ row, cells }: Line, today: string): ReadAnswer {
  const number = Number(cells.check_number);
  const check = Number.isSafeInteger(number) && number > 0 ? number : null;
  if (check === null) return { row, check, finding: null, error: { key: "surveillance.noSuchCheck" } };
  const finding = findingOf(cells, today);
  return "key" in finding ? { row, check, finding: null, error: finding } : { row, check, finding, error: null };
}

const words = { gone: "surveillance.noSuchCheck", changed: "surveillance.isOver" };

/** Applies an answer; one that is refused leaves nothing behind, and the others go on. Returns why it was refused, in the reader's language. */
export async function tryAnswer(
  ctx: Ctx | WorkCtx,
  id: number,
  finding: Finding,
  by: "csv" | "adapter",
): Promise<string | null> {
  const tried = await withSavepoint(ctx, () => answerOne(ctx, id, finding, { by }), words);
  return "done" in tried ? null : ctx.translate(tried.refused[0], ctx.lang);
}
