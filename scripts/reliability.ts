/** What a drill is, and the page of the documentation that its figures stand on. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export interface DrillFigure {
  /** What the product promises, in a few words: the same in every run, for its line on the page is found by it. */
  readonly promise: string;
  readonly figure: string;
  /** What is to be reached. */
  readonly target: string;
  /** Whether the promise held. */
  readonly holds: boolean;
}

/** How often a drill does something: by default, and where only whether it runs is of interest. */
export interface Count {
  readonly full: number;
  readonly small: number;
}

type Say = (line: string) => void;

/** One way of breaking what the product stands on. A file of `scripts/drill` exports one as `drill`; its name is the file's. */
export class Drill {
  /** What it does, in a sentence. */
  readonly about: string;
  /** By the name of the option that sets it: `kills` for `--kills 20`. */
  readonly counts: Readonly<Record<string, Count>>;
  readonly run: (say: Say, counts: (name: string) => number) => Promise<readonly DrillFigure[]>;

  constructor(spec: Pick<Drill, "about" | "run"> & Partial<Pick<Drill, "counts">>) {
    this.about = spec.about;
    this.counts = spec.counts ?? {};
    this.run = spec.run;
  }
}

const page = fileURLToPath(new URL("../docs/reliability.md", import.meta.url));
const head = ["| drill | promise | figure | date | to reach |", "| --- | --- | --- | --- | --- |"];
const cell = (text: string): string => text.replaceAll("|", "/").replace(/\s+/g, " ");

/** The drills whose figures on the page are of today. */
export function notedToday(): ReadonlySet<string> {
  const date = new Date().toISOString().slice(0, 10);
  const cells = readFileSync(page, "utf8")
    .split("\n")
    .map((line) => line.split("|").map((each) => each.trim()));
  return new Set(cells.flatMap(([, drill = "", , , on]) => (on === date ? [drill] : [])));
}

/** Puts the figures of a drill in the place of those that it had on the page; a promise that was broken says so. */
export function noteFigures(drill: string, figures: readonly DrillFigure[]): void {
  const lines = existsSync(page) ? readFileSync(page, "utf8").split("\n") : ["# Reliability", "", ...head];
  const from = lines.indexOf(head[1] ?? "") + 1;
  const after = lines.findIndex((line, at) => at >= from && !line.startsWith("|"));
  const until = after < 0 ? lines.length : after;
  const date = new Date().toISOString().slice(0, 10);
  const made = figures.map(({ promise, figure, target, holds }) => {
    const found = holds ? figure : `**broken**: ${figure}`;
    return `| ${[drill, promise, found, date, target].map(cell).join(" | ")} |`;
  });
  const rest = lines.slice(from, until).filter((line) => !line.startsWith(`| ${drill} |`));
  writeFileSync(page, [...lines.slice(0, from), ...[...rest, ...made].sort(), ...lines.slice(until)].join("\n"));
}
