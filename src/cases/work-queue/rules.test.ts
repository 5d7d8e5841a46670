/** The effects of a call and the results of a dialer, as tables of worked examples. */
import { describe, expect, test } from "vitest";
import { readResult } from "./dialer/results.ts";
import {
  endsNumber,
  followUp,
  isWhole,
  lineResults,
  personResults,
  reachedDebtor,
  usableNumbers,
} from "./work-queue.ts";

const answered = (person: (typeof personResults)[number]) => ({ line: "answered", person }) as const;
const line = (result: Exclude<(typeof lineResults)[number], "answered">) => ({ line: result, person: null }) as const;

describe("a call result of two parts", () => {
  test("has a person's response if and only if the call was answered", () => {
    expect(isWhole({ line: "answered", person: null })).toBe(false);
    expect(isWhole({ line: "busy", person: "refuses" })).toBe(false);
    expect(isWhole(answered("refuses"))).toBe(true);
    expect(isWhole(line("busy"))).toBe(true);
  });

  test("two line results and a wrong number end a number, and nothing else does", () => {
    expect(lineResults.filter((result) => endsNumber({ line: result, person: null }))).toEqual([
      "out_of_service",
      "fax",
    ]);
    expect(personResults.filter((person) => endsNumber(answered(person)))).toEqual(["wrong_number"]);
  });

  test("a housemate does not count as the debtor; a call-back request does", () => {
    expect(personResults.filter((person) => !reachedDebtor(answered(person)))).toEqual([
      "third_person",
      "wrong_number",
      "language",
    ]);
    expect(reachedDebtor(line("machine_message"))).toBe(false);
  });
});

describe("the next action after a call", () => {
  test.each([
    ["no answer, the first time", line("no_answer"), 1, 0, "again"],
    ["no answer, the second time", line("no_answer"), 2, 0, "again"],
    ["no answer, the third and last time", line("no_answer"), 3, 0, "used_up"],
    ["message left, the third time", line("machine_message"), 3, 1, "used_up"],
    ["number out of service, with no other number", line("out_of_service"), 1, 0, "no_number"],
    ["number out of service, with another number", line("out_of_service"), 1, 1, "again"],
    ["wrong number, with no other number, the third time", answered("wrong_number"), 3, 0, "no_number"],
    ["somebody else answered, the third time", answered("third_person"), 3, 0, "used_up"],
    ["call back, whatever the number of attempts", answered("call_back"), 5, 0, "again"],
    ["a promise", answered("promise"), 1, 1, "done"],
    ["a refusal", answered("refuses"), 1, 1, "done"],
  ] as const)("%s", (_what, result, attempts, others, expected) => {
    expect(followUp(result, attempts, others)).toBe(expected);
  });

  test("the number with the fewest attempts comes first; an ended one never does", () => {
    const [home, mobile, work] = ["+31301", "+31602", "+31303"];
    const attempts = [
      { number: mobile, ...line("no_answer") },
      { number: mobile, ...line("busy") },
      { number: home, ...line("no_answer") },
      { number: work, ...line("fax") },
    ];
    expect(usableNumbers([mobile, home, work], attempts)).toEqual([home, mobile]);
    expect(usableNumbers([mobile, home], [{ number: mobile, line: null, person: null }])).toEqual([home, mobile]);
  });
});

describe("a row of a dialer", () => {
  const row = { reference: "7-12", time: "2026-11-20 09:31", line: "busy", person: "" };

  test("has its time read in Amsterdam: 09:31 in winter is 08:31 UTC", () => {
    expect(readResult(row, 2, 7)).toEqual({
      at: 2,
      row: 12,
      time: new Date("2026-11-20T08:31:00Z"),
      line: "busy",
      person: null,
      promise: null,
      callBackOn: null,
      note: "",
    });
    const promise = { ...row, line: "answered", person: "promise", amount: "1234,50", by: "2026-11-30" };
    expect(readResult(promise, 2, 7)).toMatchObject({ promise: { amount: 123_450, by: "2026-11-30" } });
    const back = { ...row, line: "answered", person: "call_back", call_back: "2026-11-24" };
    expect(readResult(back, 2, 7)).toMatchObject({ callBackOn: "2026-11-24" });
  });

  test.each([
    ["another list", { reference: "8-12" }, "badReference"],
    ["no reference", { reference: "12" }, "badReference"],
    ["an impossible date", { time: "2026-02-30 09:31" }, "badTime"],
    ["an impossible time", { time: "2026-11-20 24:00" }, "badTime"],
    ["an unknown line code", { line: "perhaps" }, "badLine"],
    ["an answered call without a person code", { line: "answered" }, "badPerson"],
    ["a person on a busy line", { person: "refuses" }, "badPerson"],
    ["an unknown person code", { line: "answered", person: "aunt" }, "badPerson"],
    ["a promise without an amount", { line: "answered", person: "promise", by: "2026-11-30" }, "badPromise"],
    ["a promise of zero", { line: "answered", person: "promise", amount: "0", by: "2026-11-30" }, "badPromise"],
    ["an amount without a promise", { amount: "5.00", by: "2026-11-30" }, "badPromise"],
    ["a call back without a date", { line: "answered", person: "call_back" }, "badCallBack"],
    ["a date to call back without a request", { call_back: "2026-11-24" }, "badCallBack"],
  ])("%s is wrong", (_what, changes, problem) => {
    expect(readResult({ ...row, ...changes }, 2, 7)).toEqual({ problem });
  });
});
