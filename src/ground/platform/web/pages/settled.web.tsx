/** A part of a page that asks for several things shows itself when they are there, so that nothing on it moves while they come. */
import { Skeleton } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue, useEffect, useState } from "react";
import { usePlatformTexts } from "../content/texts.web.ts";
import styles from "./page.module.css";
import { useLate } from "./page.web.tsx";

/** Nothing waits longer than this for what is slow or does not come. */
const longestMillis = 1500;

/** True once nothing is being read for the first time by what is drawn, or after `longestMillis`. */
function useSettled(drawn: boolean): boolean {
  const client = useQueryClient();
  const [settled, setSettled] = useState(false);
  // What is inside has begun to ask when this runs: effects of children come first.
  useEffect(() => {
    if (settled || !drawn) return;
    const look = (): void => {
      if (client.isFetching({ predicate: ({ state }) => state.data === undefined }) === 0) setSettled(true);
    };
    const stop = client.getQueryCache().subscribe(look);
    const timer = setTimeout(() => setSettled(true), longestMillis);
    look();
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client, drawn, settled]);
  return settled;
}

/** Draws its content unseen until all that it asks for is there; bars in its place meanwhile. */
export function Settled({ children }: { children: ReactNode }): ReactNode {
  const t = usePlatformTexts();
  // In small steps and not at once, so that what is clicked or typed meanwhile is answered in between.
  const drawn = useDeferredValue(true, false);
  const settled = useSettled(drawn);
  const late = useLate(!settled);
  return (
    <div className={styles.settled} data-shape={settled ? undefined : "page"}>
      {late && (
        <div className={styles.bars} role="status" aria-label={t("loading")}>
          {[38, 92, 74, 86, 60, 80, 45].map((width) => (
            <Skeleton key={width} height={14} width={`${width}%`} radius="sm" />
          ))}
        </div>
      )}
      <div className={settled ? undefined : styles.unseen}>{drawn && children}</div>
    </div>
  );
}
