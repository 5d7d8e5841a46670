/** The thin bar on top of the page while requests run: ticks every 100 ms, hides 1 s after the last one. */
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { idle, loaderHideMillis, loaderTickMillis, ticked } from "../http/loader.ts";
import { loader } from "../http/transport.web.ts";
import styles from "./loading-bar.module.css";

export function LoadingBar(): ReactNode {
  const state = useSyncExternalStore(loader.subscribe, loader.get);
  const [shown, setShown] = useState(false);
  const isRunning = state.running > 0;
  useEffect(() => {
    if (isRunning) {
      setShown(true);
      const timer = setInterval(() => loader.update(ticked), loaderTickMillis);
      return () => clearInterval(timer);
    }
    const timer = setTimeout(() => {
      setShown(false);
      loader.update((now) => (now.running === 0 ? idle : now));
    }, loaderHideMillis);
    return () => clearTimeout(timer);
  }, [isRunning]);
  return (
    <div className={styles.bar} data-shown={shown && state.progress > 0} aria-hidden>
      <div className={styles.done} style={{ transform: `scaleX(${state.progress / 100})` }} />
    </div>
  );
}
