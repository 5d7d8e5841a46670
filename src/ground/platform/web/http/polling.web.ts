/** Looking at work that goes on elsewhere. */
import { useEffect, useRef } from "react";

/**
 * Does something as soon as a work stands otherwise than when it was last seen. Whether it was seen moving does not matter: a short one begins
 * and ends between two looks. Nothing is done at the first sight of it.
 */
export function useOnChange(stand: string | undefined, then: () => unknown): void {
  const seen = useRef(stand);
  useEffect(() => {
    if (stand === undefined || stand === seen.current) return;
    const isFirst = seen.current === undefined;
    seen.current = stand;
    if (!isFirst) void then();
  });
}
