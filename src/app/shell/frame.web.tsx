/** The shell around every screen: header, menu, content, footer, and what may lie over them. */

import { ActionIcon } from "@mantine/core";
import { IconArrowUp } from "@tabler/icons-react";
import { Outlet } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { showError, useCall } from "../../platform/web/api.web.ts";
import { openModal } from "../../platform/web/dialogs.web.tsx";
import { useKeys } from "../../platform/web/keys.web.tsx";
import { useMe } from "../../platform/web/me.web.tsx";
import { part } from "../../platform/web/part.web.tsx";
import { textOf, usePlatformTexts } from "../../platform/web/texts.web.ts";
import { getUserMenu } from "../app.contract.ts";
import { Footer } from "./footer.web.tsx";
import styles from "./frame.module.css";
import { ActingBanner, Header } from "./header.web.tsx";
import { Menu, useMenu } from "./menu.web.tsx";
import { MenuPanel } from "./panel.web.tsx";

const Palette = part(() => import("./palette.web.tsx").then((m) => m.Palette));
const KeyList = part(() => import("./keylist.web.tsx").then((m) => m.KeyList));

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
    <div className={styles.frame} data-menu={hasMenu}>
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

function ScrollUp(): ReactNode {
  const t = usePlatformTexts();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const onScroll = (): void => setShown(window.scrollY > scrollButtonAfter);
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => window.removeEventListener("scroll", onScroll);
  }, []);
  if (!shown) return null;
  return (
    <ActionIcon
      className={styles.up ?? ""}
      size="lg"
      variant="default"
      aria-label={t("scrollUp")}
      onClick={() => window.scrollTo({ top: 0, behavior: "smooth" })}
    >
      <IconArrowUp size={18} />
    </ActionIcon>
  );
}
