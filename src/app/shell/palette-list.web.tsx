/** What the palette found: a list of which one entry is chosen by the arrow keys, while the focus stays in the field above it. */
import { Box, Highlight } from "@mantine/core";
import { Spotlight } from "@mantine/spotlight";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from "react";
import styles from "./palette.module.css";

export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly icon: ReactNode;
  readonly key?: string;
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly name: string;
  readonly entries: readonly PaletteEntry[];
}

/**
 * The state of the list. The first entry is the best one and stands chosen, also when others come before it while one waits, until somebody
 * moves. Enter on what is still being looked for (`isWaiting`) opens the best of what comes.
 */
export function usePaletteChoice(spec: {
  readonly query: string;
  readonly entries: readonly PaletteEntry[];
  readonly isWaiting: boolean;
  readonly close: () => void;
}) {
  const { query, entries, isWaiting, close } = spec;
  const list = useId();
  const [moved, setMoved] = useState<{ query: string; id: string } | undefined>();
  const [entered, setEntered] = useState<string | undefined>();
  const at = moved?.query === query ? entries.findIndex(({ id }) => id === moved.id) : 0;
  const chosen = entries[Math.max(0, at)];
  const optionId = (id: string): string => `${list} ${id}`.replace(/\s/g, "-");
  const run = (entry: PaletteEntry | undefined): void => {
    if (entry === undefined) return;
    close();
    entry.run();
  };
  const isDue = entered === query && !isWaiting;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once what was waited for is there.
  useEffect(() => {
    if (!isDue) return;
    setEntered(undefined);
    run(chosen);
  }, [isDue]);
  const chosenId = chosen === undefined ? undefined : optionId(chosen.id);
  useEffect(() => {
    if (chosenId !== undefined) document.getElementById(chosenId)?.scrollIntoView({ block: "nearest" });
  }, [chosenId]);
  const onKeyDownCapture = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (event.nativeEvent.isComposing || (step === 0 && event.key !== "Enter")) return;
    event.preventDefault();
    event.stopPropagation();
    if (step !== 0) {
      const next = entries[(Math.max(0, at) + step + entries.length) % entries.length];
      if (next) setMoved({ query, id: next.id });
    } else if (isWaiting && moved?.query !== query) setEntered(query);
    else run(chosen);
  };
  const field = {
    role: "combobox",
    "aria-expanded": entries.length > 0,
    "aria-controls": list,
    "aria-autocomplete": "list",
    "aria-activedescendant": chosenId,
    onKeyDownCapture,
  } as const;
  return { list, chosen, optionId, run, field };
}

export function PaletteList(props: {
  readonly groups: readonly PaletteGroup[];
  readonly query: string;
  readonly label: string;
  readonly choice: ReturnType<typeof usePaletteChoice>;
}): ReactNode {
  const { choice } = props;
  const classes = Spotlight.classes;
  // What scrolls is the list itself: the field that has the focus scrolls it. It hands these on to its scroll area.
  const scroller = { viewportProps: { role: "listbox", id: choice.list, "aria-label": props.label } };
  return (
    <Spotlight.ActionsList {...scroller}>
      {props.groups.map(({ name, entries }) => (
        <Spotlight.ActionsGroup key={name} label={name} role="group" aria-label={name}>
          {entries.map((entry) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and its keys.
            // biome-ignore lint/a11y/useFocusableInteractive: as above.
            <div
              key={entry.id}
              id={choice.optionId(entry.id)}
              role="option"
              aria-selected={entry === choice.chosen}
              className={`${classes.action} ${styles.option}`}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choice.run(entry)}
            >
              <Box component="span" mod={{ position: "left", dimmed: true }} className={classes.actionSection ?? ""}>
                {entry.icon}
              </Box>
              <span className={classes.actionBody}>
                <Highlight component="span" highlight={props.query} className={classes.actionLabel ?? ""}>
                  {entry.label}
                </Highlight>
                {entry.description !== undefined && (
                  <span className={classes.actionDescription}>{entry.description}</span>
                )}
              </span>
              {entry.key !== undefined && (
                <Box component="span" mod={{ position: "right", dimmed: true }} className={classes.actionSection ?? ""}>
                  <kbd>{entry.key}</kbd>
                </Box>
              )}
            </div>
          ))}
        </Spotlight.ActionsGroup>
      ))}
    </Spotlight.ActionsList>
  );
}
