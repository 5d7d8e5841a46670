import { describe, expect, test } from "vitest";
import { versionsOf } from "./versions.ts";

const letter = (id: number, templateCode: string) => ({ id, kind: "letter", name: `26-1-${id}.pdf`, templateCode });
const upload = (id: number, name: string, kind = "attachment") => ({ id, kind, name, templateCode: null });
const shown = (documents: Parameters<typeof versionsOf>[0]) =>
  versionsOf(documents).map(({ newest, earlier }) => [newest.id, earlier.map(({ id }) => id)]);

describe("versions of documents", () => {
  test.each([
    [
      "a letter made twice: the first is kept under the second",
      [letter(1, "POST_LAST"), letter(2, "POST_LAST")],
      [[2, [1]]],
    ],
    [
      "letters of two templates",
      [letter(1, "POST_LAST"), letter(2, "POST_WIK14")],
      [
        [2, []],
        [1, []],
      ],
    ],
    ["uploads with the same name, ignoring case", [upload(3, "Contract.pdf"), upload(5, "contract.PDF ")], [[5, [3]]]],
    [
      "the same name with another type",
      [upload(1, "a.pdf"), upload(2, "a.pdf", "statement")],
      [
        [2, []],
        [1, []],
      ],
    ],
    [
      "three versions, ordered by the newest",
      [letter(4, "A"), upload(2, "x"), letter(1, "A"), letter(3, "A")],
      [
        [4, [3, 1]],
        [2, []],
      ],
    ],
    ["none", [], []],
  ])("%s", (_name, documents, expected) => {
    expect(shown(documents)).toEqual(expected);
  });
});
