/** The report file of a print house: posted, returned and spoiled letters. Strict: one wrong line refuses the whole file. Pure. */
import { type PlainDate, parsePlainDate } from "../../../ground/kernel/dates.ts";
import type { Message } from "../../../ground/kernel/errors.ts";
import { type AnswerKind, answerKinds, type ReturnReason, returnReasons } from "../print-batches.ts";

export interface Answer {
  /** Counted from 1, the head included. */
  readonly line: number;
  readonly set: number;
  readonly kind: AnswerKind;
  readonly on: PlainDate;
  readonly reason: ReturnReason | null;
}

export const answerHead = ["piece", "event", "date", "reason"] as const;

/** So many wrong lines are told at a time. */
export const mostProblems = 20;

type Read = { readonly answer: Answer } | { readonly problem: string };

function readLine(cells: readonly string[], line: number, batchId: number): Read {
  if (cells.length !== answerHead.length) return { problem: "answerCells" };
  const [piece = "", event = "", day = "", why = ""] = cells.map((cell) => cell.trim());
  const [batch, set, ...rest] = piece.split("-");
  if (!/^\d{1,9}-\d{1,6}$/.test(piece) || rest.length > 0 || Number(batch) !== batchId)
    return { problem: "answerPiece" };
  const kind = answerKinds.find((known) => known === event);
  if (kind === undefined) return { problem: "answerEvent" };
  const on = parsePlainDate(day);
  if (on === undefined) return { problem: "answerDate" };
  const reason = returnReasons.find((known) => known === why) ?? null;
  if (kind === "returned" ? reason === null : why !== "") return { problem: "answerReason" };
  return { answer: { line, set: Number(set), kind, on, reason } };
}

export const problemAt = (line: number, problem: string): Message => ({
  key: `print-batches.${problem}`,
  values: { line },
});

/** What a file says of a batch, or what is wrong with it, line by line. Cells lie between semicolons, and none is in quotation marks. */
export function readAnswers(
  text: string,
  batchId: number,
): { readonly answers: readonly Answer[] } | { readonly problems: readonly Message[] } {
  const rows = text
    .replace(/^\ufeff/, "")
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split(";"));
  const [head = [], ...lines] = rows;
  if (head.map((cell) => cell.trim().toLowerCase()).join(";") !== answerHead.join(";"))
    return { problems: [{ key: "print-batches.answerHead" }] };
  if (lines.length === 0) return { problems: [{ key: "print-batches.answerEmpty" }] };
  const read = lines.map((cells, at) => ({ line: at + 2, ...readLine(cells, at + 2, batchId) }));
  const problems = read.flatMap((each) => ("problem" in each ? [problemAt(each.line, each.problem)] : []));
  if (problems.length > 0) return { problems: problems.slice(0, mostProblems) };
  return { answers: read.flatMap((each) => ("answer" in each ? [each.answer] : [])) };
}

/** What is known of a letter of the batch. */
export interface KnownPiece {
  readonly set: number;
  readonly madeOn: PlainDate;
  readonly postedOn: PlainDate | null;
  readonly returnedOn: PlainDate | null;
  readonly withdrawn: string | null;
}

/** What an answer changes: nothing where it is known already. */
export type Judged = "new" | "known" | { readonly problem: string };

/** Whether an answer fits what is known, and the days between making and today. Answers of one file are judged one after the other. */
export function judgeAnswer(answer: Answer, piece: KnownPiece | undefined, today: PlainDate): Judged {
  if (piece === undefined) return { problem: "answerUnknownPiece" };
  if (answer.on > today) return { problem: "answerFuture" };
  if (answer.on < piece.madeOn) return { problem: "answerTooEarly" };
  if (answer.kind === "spoiled") {
    if (piece.withdrawn === "spoiled") return "known";
    return piece.postedOn === null && piece.withdrawn === null ? "new" : { problem: "answerSpoiledPosted" };
  }
  if (piece.withdrawn !== null) return { problem: "answerWithdrawn" };
  if (answer.kind === "posted") {
    if (piece.postedOn === null) return "new";
    return piece.postedOn === answer.on ? "known" : { problem: "answerOtherDay" };
  }
  if (piece.postedOn === null || answer.on < piece.postedOn) return { problem: "answerNotPosted" };
  if (piece.returnedOn === null) return "new";
  return piece.returnedOn === answer.on ? "known" : { problem: "answerOtherDay" };
}

/** What is known of a letter once an answer has been taken. */
export const afterAnswer = (piece: KnownPiece, { kind, on }: Answer): KnownPiece => {
  if (kind === "posted") return { ...piece, postedOn: on };
  return kind === "returned" ? { ...piece, returnedOn: on } : { ...piece, withdrawn: "spoiled" };
};
