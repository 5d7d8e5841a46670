/** The input of an action on a file. */
import type { FilePhase, FileStatus } from "../files.ts";

/** A file as the acts need it; `onDone` is told after each, for whatever shows the file. */
export interface ActTarget {
  readonly id: number;
  readonly version: number;
  readonly status: FileStatus;
  readonly phase: FilePhase;
  readonly caseManagerId: number | null;
  readonly onDone: () => void;
}

export interface ActFormProps {
  readonly target: ActTarget;
  readonly close: () => void;
}
