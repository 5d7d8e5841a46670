import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { zipStream } from "./zip-stream.ts";

it("holds its files in their order, and opens one at a time", async () => {
  const opened: string[] = [];
  const entry = (name: string, content: string) => ({
    name,
    open: async () => {
      opened.push(name);
      return Readable.from([Buffer.from(content)]);
    },
  });
  const zip = zipStream([entry("a.txt", "first"), entry("b.txt", "second")]);
  const bytes = Buffer.concat(await zip.toArray());
  expect(opened).toEqual(["a.txt", "b.txt"]);
  expect(bytes.subarray(0, 4).toString("latin1")).toBe("PK\u0003\u0004");
  expect(bytes.lastIndexOf("a.txt")).toBeLessThan(bytes.lastIndexOf("b.txt"));
});

it.each([
  ["cannot be opened", () => Promise.reject(new Error("gone"))],
  [
    "ends early",
    async () =>
      Readable.from(
        (async function* () {
          yield Buffer.from("half");
          throw new Error("gone");
        })(),
      ),
  ],
])("fails where one of its files %s", async (_what, open) => {
  await expect(zipStream([{ name: "a.txt", open }]).toArray()).rejects.toThrow("gone");
});
