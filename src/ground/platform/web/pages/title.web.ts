/** The name in the browser's tab. */
import { useEffect, useLayoutEffect } from "react";

/** The product's name stands for a page without a title of its own (specification, point 2). */
export const productName = "Vorder";

const titled = (title: string): string => (title === "" ? productName : `${title} · ${productName}`);

/** Names the browser's tab while the component is there. */
export function useTabTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = titled(title);
  }, [title]);
}

/** Names the tab by the screen, before what stands on it may name it more closely: the number of a file, or that it is denied. */
export function useScreenTitle(title: string): void {
  useLayoutEffect(() => {
    document.title = titled(title);
  }, [title]);
}
