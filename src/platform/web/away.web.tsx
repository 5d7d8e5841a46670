/** Says over everything that the server cannot be reached, until it can; whatever was typed stays as it is. */
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from "react";
import styles from "./away.module.css";
import { usePlatformTexts } from "./texts.web.ts";
import { away } from "./transport.web.ts";

export function AwayNotice(): ReactNode {
  const t = usePlatformTexts();
  const client = useQueryClient();
  const isAway = useSyncExternalStore(away.subscribe, away.get);
  const wasAway = useRef(false);
  useEffect(() => {
    // What could not be read meanwhile is read now.
    if (wasAway.current && !isAway) void client.invalidateQueries();
    wasAway.current = isAway;
  }, [isAway, client]);
  return (
    <div className={styles.place} role="status">
      {isAway && <p className={styles.notice}>{t("away")}</p>}
    </div>
  );
}
