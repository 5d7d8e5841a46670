/** Parts of a page that are fetched when they are first shown. */
import { type ComponentType, createElement, type ReactNode, useEffect, useState } from "react";
import { textOf } from "../content/texts.web.ts";
import { notify } from "../feedback/notify.web.tsx";

/** Says that code could not be fetched: the server is gone, or has a newer release. */
export const notifyLoadFailed = (): void => {
  notify({ message: textOf("platform.error.network"), variant: "danger", dismissible: true });
};

/**
 * A component that is fetched when it is first shown. Unlike React's `lazy` it takes nothing with it when it cannot be fetched: that is said,
 * the page around it stays, and the next time it is shown it is asked for again.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Part(props: Props): ReactNode {
    const [here, setHere] = useState(loaded !== undefined);
    useEffect(() => {
      if (here) return;
      load().then((component) => {
        loaded = component;
        setHere(true);
      }, notifyLoadFailed);
    }, [here]);
    return loaded === undefined ? waiting : createElement(loaded, props);
  };
}
