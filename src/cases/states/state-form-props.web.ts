/** The props of the forms of states. */
import type { ReactNode } from "react";
import type { BodyOf } from "../../ground/kernel/contract.ts";
import type { HoldKind } from "../files/files.ts";
import type { ActFormProps } from "../files/files.web.tsx";
import type { placeHoldOnFile } from "./states.contract.ts";

/** The paper on which a state rests, as it is typed: one that the file has, by its key, or a new one. */
export interface TypedPaper {
  readonly paper: string | null;
  readonly file: File[];
}

/** Papers belong to a module above: it gives the fields `paper` and `file`, and places a state together with what was given in them. */
export interface HoldPaper {
  readonly fields: (chosen: string | null) => ReactNode;
  readonly place: (state: BodyOf<typeof placeHoldOnFile>, typed: TypedPaper) => Promise<unknown>;
}

export interface HoldFormProps extends ActFormProps {
  readonly paper?: HoldPaper;
}

/** A state that is to end, and the version of its file. */
export interface LiftTarget {
  readonly fileId: number;
  readonly version: number;
  readonly holdId: number;
  readonly kind: HoldKind;
  readonly onDone: () => void;
}
