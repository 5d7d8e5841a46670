import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { KeyHint } from "../../../ground/platform/web/feedback/keys.web.tsx";
import styles from "../work-queue.module.css";

/** The key of the code at a place: 1 to 9, then 0. */
export const digitOf = (at: number): string => String((at + 1) % 10);

/** One of a list of codes, all in sight, each with its digit. */
export function Codes<Code extends string>(props: {
  title: string;
  codes: readonly Code[];
  name: (code: Code) => string;
  chosen: Code | null;
  /** Whether the digits choose among these now. */
  keyed: boolean;
  onChoose: (code: Code) => void;
}): ReactNode {
  return (
    <fieldset className={styles.codes}>
      <legend>{props.title}</legend>
      <div className={styles.chips}>
        {props.codes.map((code, at) => (
          <Button
            key={code}
            size="compact-sm"
            variant={code === props.chosen ? "filled" : "default"}
            aria-pressed={code === props.chosen}
            leftSection={props.keyed ? <KeyHint>{digitOf(at)}</KeyHint> : undefined}
            onClick={() => props.onChoose(code)}
          >
            {props.name(code)}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
