/** What a browser showed when its test failed: told in the run's own output, where nobody can look any more, and kept as a picture. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach } from "vitest";
import { openPages } from "./app.ts";

const folder = join(import.meta.dirname, "..", ".vorder", "failed");
const longestText = 1500;
const millis = 5000;

afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  await mkdir(folder, { recursive: true });
  const name = `${task.file.name} ${task.name}`.replaceAll(/[^\w.]+/g, "-").slice(0, 120);
  for (const [number, page] of openPages().entries()) {
    const path = join(folder, `${name}-${number}.png`);
    await page.screenshot({ path, timeout: millis }).catch(() => undefined);
    const text = await page
      .locator("body")
      .innerText({ timeout: millis })
      .catch((error: unknown) => String(error));
    process.stderr.write(`\n${task.name}: ${page.url()} showed\n${text.slice(0, longestText)}\n`);
  }
});
