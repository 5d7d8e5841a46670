/** Says over everything that there is no connection, or that the server cannot be reached, until it can; whatever was typed stays as it is. */
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from "react";
import { usePlatformTexts } from "../content/texts.web.ts";
import { serverUnavailable, whenReachable } from "../http/transport.web.ts";
import styles from "./offline.module.css";

export function OfflineNotice(): ReactNode {
  const t = usePlatformTexts();
  const client = useQueryClient();
  const isAway = useSyncExternalStore(serverUnavailable.subscribe, serverUnavailable.get);
  const wasAway = useRef(false);
  useEffect(() => {
    // What could not be read meanwhile is read now.
    if (wasAway.current && !isAway) void client.invalidateQueries();
    wasAway.current = isAway;
  }, [isAway, client]);
  useEffect(() => {
    // Before anything is asked in vain.
    const watch = (): void => void whenReachable();
    window.addEventListener("offline", watch);
    return () => window.removeEventListener("offline", watch);
  }, []);
  return (
    <div className={styles.place} role="status">
      {isAway && <p className={styles.notice}>{t(navigator.onLine ? "away" : "offline")}</p>}
    </div>
  );
}
