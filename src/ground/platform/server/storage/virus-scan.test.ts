/** What is not scanned is not opened: a file that nobody reads would stay open, or be opened when its folder is gone. */
import { once } from "node:events";
import { createServer } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { scanForViruses, scanUpload } from "./virus-scan.ts";

/** An address on which nobody listens. */
async function nobody(): Promise<URL> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return new URL(`tcp://127.0.0.1:${typeof address === "object" ? address?.port : ""}`);
}

describe("a file that is not scanned", () => {
  it("is not opened without a scanner, so its folder can be deleted at once", async () => {
    const gone = { field: "file", name: "a.csv", path: "/nonexistent/vorder-upload/0" };
    expect(await scanUpload(undefined, gone)).toBe(false);
    // An opening that fails later would end the process, and here the run.
    for (let i = 0; i < 50; i++) await turn();
  });

  it("is not opened where the scanner cannot be reached", async () => {
    let opened = 0;
    const open = () => {
      opened++;
      return [Buffer.from("a;b\n")];
    };
    await expect(scanForViruses(await nobody(), open)).rejects.toMatchObject({ code: "unavailable" });
    expect(await scanForViruses(undefined, open)).toBe("unscanned");
    expect(opened).toBe(0);
  });
});
