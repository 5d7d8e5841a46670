/**
 * The Chromium of the browser tests: one that is here, else Debian's. Its shell without windows of its own comes first: the same engine, a
 * fifth less processor time for the whole run.
 */
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { chromium } from "playwright-core";

/** Debian's package and its program: the engine alone. */
const shell = { name: "chromium-headless-shell", path: "/usr/bin/chromium-headless-shell" };

const usual = [
  shell.path,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** VORDER_CHROMIUM, else one of the usual places, else the one that Playwright installed. */
export function findChromium(): string | undefined {
  const given = process.env.VORDER_CHROMIUM;
  if (given) return given;
  return [...usual, chromium.executablePath()].find((path) => path !== "" && isExecutable(path));
}

const apt = (...parameters: string[]): boolean =>
  spawnSync("apt-get", parameters, {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  }).status === 0;

/** Installs packages of Debian; false where that cannot be done here. */
export function installDebian(...packages: string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
  process.stdout.write(`installing ${packages.join(", ")}\n`);
  const install = () => apt("install", "-y", "-q", "--no-install-recommends", ...packages);
  return install() || (apt("update", "-q") && install());
}

/** Where a Chromium is, installed first if it must be and can be; else what a person can do. */
export function ensureChromium(): { readonly path: string } | { readonly problem: string } {
  const install = (): boolean => installDebian(shell.name) || installDebian("chromium");
  const found = findChromium() ?? (install() ? findChromium() : undefined);
  return found === undefined
    ? {
        problem:
          "there is no Chromium here. Install it (apt install chromium, or npx playwright-core install chromium) or name it in VORDER_CHROMIUM.",
      }
    : { path: found };
}
