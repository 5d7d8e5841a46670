/** The name in the browser's tab. */
import { useEffect } from "react";

/** The product's name stands for a page without a title of its own (specification, point 2). */
export const productName = "Vorder";

/** Names the browser's tab while the component is there. */
export function useTabTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = title === "" ? productName : `${title} · ${productName}`;
  }, [title]);
}
