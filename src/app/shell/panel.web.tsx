/** The menu of a small screen: slides out from the left, by a button or a swipe. */
import { CloseButton, FocusTrap } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { usePlatformTexts } from "../../ground/platform/web/content/texts.web.ts";
import { usePathname } from "../../ground/platform/web/pages/links.web.tsx";
import type { MenuItem } from "../app.contract.ts";
import { Menu } from "./menu.web.tsx";
import styles from "./panel.module.css";
import { panelWidth } from "./swipe.ts";
import { useReturnOfFocus, useSwipe } from "./swipe.web.ts";

/** A swipe that opens starts at the edge of the screen. */
const edge = 32;

export function MenuPanel(props: {
  items: readonly MenuItem[];
  isOpen: boolean;
  setOpen: (open: boolean) => void;
}): ReactNode {
  const t = usePlatformTexts();
  const { isOpen, setOpen } = props;
  const pathname = usePathname();
  const drawn = useSwipe({
    isOpen,
    setOpen,
    way: "right",
    wideFrom: 960,
    length: () => panelWidth(window.innerWidth),
    startsAt: (touch) => isOpen || touch.clientX <= edge,
  });
  useReturnOfFocus(isOpen);
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
