/** The shell around every screen: header, menu, content, footer, and what may lie over them. */

import { ActionIcon } from "@mantine/core";
import { IconArrowUp } from "@tabler/icons-react";
import { Outlet } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { textOf, usePlatformTexts } from "../../ground/platform/web/content/texts.web.ts";
import { openModal } from "../../ground/platform/web/feedback/dialogs.web.tsx";
import { useKeys } from "../../ground/platform/web/feedback/keys.web.tsx";
import { showError, useCall } from "../../ground/platform/web/http/api.web.ts";
import { useMe } from "../../ground/platform/web/pages/current-user.web.tsx";
import { lazyComponent } from "../../ground/platform/web/pages/lazy.web.tsx";
import { usePathname } from "../../ground/platform/web/pages/links.web.tsx";
import { getUserMenu } from "../app.contract.ts";
import { Footer } from "./footer.web.tsx";
import styles from "./frame.module.css";
import { ActingBanner, Header } from "./header.web.tsx";
import { Menu, useMenu } from "./menu.web.tsx";
import { MenuPanel } from "./panel.web.tsx";

const Palette = lazyComponent(() => import("./palette.web.tsx").then((m) => m.Palette));
const KeyList = lazyComponent(() => import("./keylist.web.tsx").then((m) => m.KeyList));

function openKeyList(): void {
  openModal({ title: textOf("platform.keys"), size: "sm" }, () => <KeyList />);
}

/** The button that leads back up appears after this many pixels. */
const scrollButtonAfter = 100;

export function Frame(props: { bare: boolean }): ReactNode {
  const me = useMe();
  const { bare } = props;
  if (bare) return <Outlet />;
  return <FullFrame hasMenu={me.loggedIn} />;
}

function FullFrame(props: { hasMenu: boolean }): ReactNode {
  const t = usePlatformTexts();
  const { hasMenu } = props;
  const items = useMenu();
  const { error } = useCall(getUserMenu, {});
  const [menuOpen, setMenuOpen] = useState(false);
  const [palette, setPalette] = useState(0);
  useEffect(() => {
    if (error) showError(error);
  }, [error]);
  usePaletteKey(hasMenu, () => setPalette((count) => count + 1));
  useKeys([{ key: "?", label: t("keyHelp"), run: openKeyList }]);
  return (
    <div className={styles.frame} data-frame data-menu={hasMenu}>
      <a href="#main" className={styles.skip}>
        {t("skipToContent")}
      </a>
      <Header hasMenu={hasMenu} onMenu={() => setMenuOpen(true)} onPalette={() => setPalette((count) => count + 1)} />
      <ActingBanner />
      {hasMenu && (
        <div className={styles.side}>
          <Menu items={items} />
        </div>
      )}
      {hasMenu && <MenuPanel items={items} isOpen={menuOpen} setOpen={setMenuOpen} />}
      <main id="main" className={styles.main} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <ScrollUp />
      {palette > 0 && <Palette key={palette} opens={palette} items={items} />}
    </div>
  );
}

function usePaletteKey(active: boolean, open: () => void): void {
  useEffect(() => {
    if (!active) return;
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      open();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
}

/** What scrolls by its own: the page, or a list that has a box to scroll in. */
const mayLeadUp = (node: Element): boolean => node === document.documentElement || node.matches("main, main section");

/** Whether the person has asked the system for less movement. */
const isStill = (): boolean => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

function ScrollUp(): ReactNode {
  const t = usePlatformTexts();
  const path = usePathname();
  const [scrolled, setScrolled] = useState<Element | undefined>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was scrolled on one screen is gone on the next.
  useEffect(() => {
    const onScroll = ({ target }: Event): void => {
      const node = target instanceof Element ? target : document.documentElement;
      if (!mayLeadUp(node)) return;
      if (node.scrollTop > scrollButtonAfter) setScrolled(node);
      else setScrolled((now) => (now === node ? undefined : now));
    };
    // Scrolling does not bubble; the document hears it on the way down.
    document.addEventListener("scroll", onScroll, { capture: true, passive: true });
    return () => {
      document.removeEventListener("scroll", onScroll, { capture: true });
      setScrolled(undefined);
    };
  }, [path]);
  if (scrolled === undefined) return null;
  return (
    <ActionIcon
      className={styles.up ?? ""}
      size="lg"
      variant="default"
      aria-label={t("scrollUp")}
      onClick={() => scrolled.scrollTo({ top: 0, behavior: isStill() ? "auto" : "smooth" })}
    >
      <IconArrowUp size={18} />
    </ActionIcon>
  );
}
