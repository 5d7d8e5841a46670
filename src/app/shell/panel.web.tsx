/** The menu of a small screen: slides out from the left, by a button or a swipe. */
import { CloseButton, FocusTrap } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { usePathname } from "../../platform/web/nav.web.tsx";
import { usePlatformTexts } from "../../platform/web/texts.web.ts";
import type { MenuItem } from "../app.contract.ts";
import { Menu } from "./menu.web.tsx";
import styles from "./panel.module.css";
import { isOpenAfter, panelWidth, shownWidth } from "./swipe.ts";

/** A swipe that opens starts at the edge of the screen. */
const edge = 32;

interface Swipe {
  readonly startX: number;
  readonly startY: number;
  readonly wasOpen: boolean;
}

/** How much of the panel a finger has drawn into sight, or undefined while no finger does. */
function useSwipe(isOpen: boolean, setOpen: (open: boolean) => void): number | undefined {
  const [drawn, setDrawn] = useState<number | undefined>();
  const swipe = useRef<Swipe | undefined>(undefined);
  useEffect(() => {
    const width = (): number => panelWidth(window.innerWidth);
    const start = (event: TouchEvent): void => {
      const touch = event.touches[0];
      if (touch === undefined || (!isOpen && touch.clientX > edge)) return;
      swipe.current = { startX: touch.clientX, startY: touch.clientY, wasOpen: isOpen };
    };
    const move = (event: TouchEvent): void => {
      const touch = event.touches[0];
      if (touch === undefined || swipe.current === undefined) return;
      const way = touch.clientX - swipe.current.startX;
      // A finger that goes down the page scrolls it.
      if (Math.abs(touch.clientY - swipe.current.startY) > Math.abs(way)) return;
      setDrawn(shownWidth(swipe.current.wasOpen, way, width()));
    };
    const end = (event: TouchEvent): void => {
      const touch = event.changedTouches[0];
      if (touch !== undefined && swipe.current !== undefined) {
        setOpen(isOpenAfter(swipe.current.wasOpen, touch.clientX - swipe.current.startX, width()));
      }
      swipe.current = undefined;
      setDrawn(undefined);
    };
    document.addEventListener("touchstart", start, { passive: true });
    document.addEventListener("touchmove", move, { passive: true });
    document.addEventListener("touchend", end, { passive: true });
    return () => {
      document.removeEventListener("touchstart", start);
      document.removeEventListener("touchmove", move);
      document.removeEventListener("touchend", end);
    };
  }, [isOpen, setOpen]);
  return drawn;
}

export function MenuPanel(props: {
  items: readonly MenuItem[];
  isOpen: boolean;
  setOpen: (open: boolean) => void;
}): ReactNode {
  const t = usePlatformTexts();
  const { isOpen, setOpen } = props;
  const pathname = usePathname();
  const drawn = useSwipe(isOpen, setOpen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another route closes the panel.
  useEffect(() => setOpen(false), [pathname, setOpen]);
  const inSight = isOpen || (drawn ?? 0) > 0;
  return (
    <div className={styles.host} data-open={inSight}>
      {inSight && (
        <button
          type="button"
          className={styles.shade}
          aria-label={t("closeMenu")}
          tabIndex={-1}
          onClick={() => setOpen(false)}
        />
      )}
      <FocusTrap active={isOpen}>
        <div
          className={styles.panel}
          role="dialog"
          aria-modal={isOpen}
          aria-label={t("menu")}
          data-open={isOpen}
          inert={!inSight}
          style={
            drawn === undefined ? undefined : { transform: `translateX(calc(-100% + ${drawn}px))`, transition: "none" }
          }
          onKeyDown={(event) => event.key === "Escape" && setOpen(false)}
        >
          <div className={styles.top}>
            <CloseButton aria-label={t("closeMenu")} onClick={() => setOpen(false)} />
          </div>
          <Menu items={props.items} closing onGo={() => setOpen(false)} />
        </div>
      </FocusTrap>
    </div>
  );
}
