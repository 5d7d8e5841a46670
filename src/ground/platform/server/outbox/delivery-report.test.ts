import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addSecretKey } from "../process/secrets.ts";
import { reportMail, type WrittenReport } from "./delivery-report.factory.ts";
import { readDeliveryReport } from "./delivery-report.ts";
import { handedOverIn, returnPathOf } from "./return-path.ts";

const to = "retour+1.1.0123456789abcdef@incasso.example";
const read = (over: Partial<WrittenReport> = {}) => readDeliveryReport(Buffer.from(reportMail({ to, ...over })));

describe("a report of a mail that did not arrive", () => {
  test.each<[string, Partial<WrittenReport>, string]>([
    ["from Postfix", {}, "550 5.1.1 <x@example.nl>: user unknown"],
    [
      "from a server that gives no enhanced status code",
      { diagnostic: "smtp; 550 User unknown" },
      "550 5.1.1 User unknown",
    ],
    ["without a diagnosis", { status: "5.1.2", diagnostic: "" }, "550 5.1.2"],
    [
      "of a delivery given up after days",
      { status: "4.4.7", diagnostic: "X-Postfix; connect timed out" },
      "450 4.4.7 connect timed out",
    ],
    ["with folded lines", { diagnostic: "smtp; 550-5.1.1 no such\r\n\tuser here" }, "550 5.1.1 no such user here"],
    [
      "with field names in another case",
      { action: "FAILED", type: "Multipart/Report; Report-Type=Delivery-Status" },
      "550 5.1.1 <x@example.nl>: user unknown",
    ],
    [
      "with control characters and a line break in the text",
      { diagnostic: "smtp; 550 5.1.1 a\u0000b\u001b[31m" },
      "550 5.1.1 a b [31m",
    ],
    ["with a very long text", { diagnostic: `smtp; 550 5.1.1 ${"x".repeat(5000)}` }, `550 5.1.1 ${"x".repeat(290)}`],
  ])("%s", async (_name, over, answer) => {
    expect(await read(over)).toEqual({ to: [to], answer });
  });

  test.each<[string, Partial<WrittenReport>]>([
    ["a delay", { action: "delayed", status: "4.4.1" }],
    ["a read receipt", { action: "delivered", status: "2.0.0" }],
    ["a mail with another part", { type: "multipart/mixed" }],
    ["a report with an invalid status", { status: "kapot" }],
  ])("%s is not a delivery report", async (_name, over) => {
    expect(await read(over)).toBeUndefined();
  });

  test("the failed recipient is read from where servers write it", async () => {
    const found = await read({
      to: "iemand@example.nl",
      head: [`Delivered-To: ${to}`, "X-Original-To: <a@b.nl>, c@d.nl"],
    });
    expect(found?.to).toEqual([to, "a@b.nl", "c@d.nl", "iemand@example.nl"]);
  });

  test("anything else is no report and ends in time: empty input, no mail, nested parts, endless headers", async () => {
    const nested = Array.from(
      { length: 400 },
      (_, at) => `Content-Type: multipart/report; report-type=delivery-status; boundary=b${at}\r\n\r\n--b${at}\r\n`,
    ).join("");
    const heads = `${"X-Head: x\r\n".repeat(20_000)}\r\n`;
    for (const raw of ["", "\r\n\r\n", nested, heads, "From:", Buffer.alloc(250_000, 65)])
      expect(await readDeliveryReport(Buffer.from(raw))).toBeUndefined();
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.nat({ max: 900 }), async (noise, at) => {
        const whole = Buffer.from(reportMail({ to }));
        const cut = Math.min(at, whole.byteLength);
        const found = await readDeliveryReport(Buffer.concat([whole.subarray(0, cut), noise, whole.subarray(cut)]));
        if (found) expect(found.answer.length).toBeLessThanOrEqual(300);
      }),
      { numRuns: 60 },
    );
  });
});

describe("the return address of a message", () => {
  const environment = { dataDir: mkdtempSync(join(tmpdir(), "vorder-mark-")), secretKeys: [] };
  const house = "retour@incasso.example";
  const handed = { id: 123_456, claim: 3 };
  const address = returnPathOf(environment, house, handed);

  test("identifies the delivery attempt, and is read back even if its case was changed on the way", () => {
    expect(address).toMatch(/^retour\+2n9c\.3\.[0-9a-f]{16}@incasso\.example$/);
    expect(handedOverIn(environment, house, address)).toEqual(handed);
    expect(handedOverIn(environment, house, ` ${address.toUpperCase()} `)).toEqual(handed);
  });

  test("is refused when forged, changed or of another installation", () => {
    const mark = address.slice(address.indexOf("+"), address.lastIndexOf("@"));
    for (const forged of [
      house,
      address.replace("2n9c", "2n9d"),
      address.replace(".3.", ".4."),
      address.replace(/[0-9a-f]{16}/, "0".repeat(16)),
      `retour${mark}@elders.example`,
      `ander${mark}@incasso.example`,
      `retour+${"9".repeat(40)}.1.${"0".repeat(16)}@incasso.example`,
      "retour+..@incasso.example",
    ])
      expect(handedOverIn(environment, house, forged)).toBeUndefined();
    const elsewhere = { dataDir: mkdtempSync(join(tmpdir(), "vorder-mark-")), secretKeys: [] };
    expect(handedOverIn(elsewhere, house, address)).toBeUndefined();
  });

  test("is still recognised after the key was changed", () => {
    addSecretKey(environment);
    expect(returnPathOf(environment, house, handed)).not.toBe(address);
    expect(handedOverIn(environment, house, address)).toEqual(handed);
  });
});
