/** What is said about a file in free words keeps no citizen service number (domain.md 8.2), whichever call it comes by. */
import { expect, test } from "vitest";
import type { z } from "zod";
import { requestAddressCheck } from "../../law/surveillance/surveillance.contract.ts";
import { cancelBatch, recallLetterCall } from "../../letters/print-batches/print-batches.contract.ts";
import { moveWaiting, withdrawMessages } from "../../letters/processing/calendar/calendar.contract.ts";
import { moveFiles } from "../../letters/what-if/what-if.contract.ts";
import {
  changeFileWorkflow,
  moveFileVersion,
  pauseFileWorkflow,
  skipWorkflowStep,
} from "../../letters/workflows/workflows.contract.ts";
import { ignoreEntry } from "../../money/payments/payments.contract.ts";
import { passLine } from "../handover/handover.contract.ts";
import { confirmRecallReported, recallBatch } from "./batches/batches.contract.ts";
import { settleReport } from "./feed/feed.contract.ts";
import { answerQuestion } from "./register/register.contract.ts";
import { confirmWithdrawalReported, withdrawCases } from "./roll/roll.contract.ts";
import { overrideLine } from "./validation/validation.contract.ts";

const said = "Volgens de debiteur is zijn nummer 111222333";
const kept = "Volgens de debiteur is zijn nummer *********";
const sending = { messages: [1], on: "2026-11-30" };

test.each<[string, { readonly body: z.ZodType; readonly path: string }, object, "reason" | "note"]>([
  ["a workflow changed", changeFileWorkflow, { workflow: "W1" }, "reason"],
  ["a file that stands still", pauseFileWorkflow, { version: 1 }, "reason"],
  ["a step skipped", skipWorkflowStep, { position: 2, version: 1 }, "reason"],
  ["a file moved to another version", moveFileVersion, { dates: "new", version: 1 }, "reason"],
  ["many files moved to another version", moveFiles, { dates: "new", version: 1 }, "reason"],
  ["messages moved", moveWaiting, sending, "reason"],
  ["messages withdrawn", withdrawMessages, { messages: [1] }, "reason"],
  ["a letter recalled", recallLetterCall, {}, "reason"],
  ["a print batch withdrawn", cancelBatch, { version: 1 }, "reason"],
  ["a bank entry set aside", ignoreEntry, { version: 1 }, "reason"],
  ["an address to be checked", requestAddressCheck, {}, "note"],
  ["a line let pass", passLine, {}, "reason"],
  ["a line let pass for an office", overrideLine, { destination: 1, file: 1, need: "mandate" }, "reason"],
  ["a batch taken back", recallBatch, { version: 1 }, "reason"],
  ["an office told of it", confirmRecallReported, { version: 1 }, "note"],
  ["an office's line dealt with", settleReport, {}, "note"],
  ["a case taken off the roll", withdrawCases, { cases: [1] }, "reason"],
  ["an office asked for it", confirmWithdrawalReported, {}, "note"],
  ["a question of the register answered", answerQuestion, { answer: "go_on" }, "note"],
])("%s", (_name, { body }, given, field) => {
  expect(body.parse({ ...given, [field]: said })).toMatchObject({ [field]: kept });
});

test("what need not be said is empty where it is not", () => {
  expect(changeFileWorkflow.body.parse({ workflow: "W1" }).reason).toBe("");
  expect(requestAddressCheck.body.parse({}).note).toBe("");
  expect(answerQuestion.body.parse({ answer: "go_on" }).note).toBe("");
});
