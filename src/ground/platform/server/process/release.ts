/** The running release and its host: shown by /health, the footer and every log line. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { fileURLToPath } from "node:url";
import { z } from "zod";

export interface Release {
  readonly version: string;
  /** The abbreviated commit; empty without a checkout. */
  readonly commit: string;
  /** ISO date of the commit; empty if unknown. */
  readonly date: string;
  /** The machine or pod that answers. */
  readonly pod: string;
}

const root = fileURLToPath(new URL("../../../../../", import.meta.url));

function fromGit(): { commit: string; date: string } {
  try {
    const text = execFileSync("git", ["log", "-1", "--format=%h %cs"], {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [commit = "", date = ""] = text.trim().split(" ");
    return { commit, date };
  } catch {
    return { commit: "", date: "" };
  }
}

function readRelease(): Release {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(`${root}package.json`, "utf8")));
  return { version, ...fromGit(), pod: hostname() };
}

export const release: Release = readRelease();
