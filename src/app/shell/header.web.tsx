/** The header: logo, search, language, user. Compact below 1560 pixels; on a small screen search comes down from the top. */
import { ActionIcon, Tooltip } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconMenu2, IconSearch, IconUser, IconWorld } from "@tabler/icons-react";
import { type ComponentType, cloneElement, type ReactElement, type ReactNode, useState } from "react";
import { languageNames, useLanguage, usePlatformTexts } from "../../ground/platform/web/content/texts.web.ts";
import { Guard, useMe } from "../../ground/platform/web/pages/current-user.web.tsx";
import { notifyLoadFailed } from "../../ground/platform/web/pages/lazy.web.tsx";
import { PlainLink } from "../../ground/platform/web/pages/links.web.tsx";
import { DropdownButton, type DropdownButtonProps } from "./dropdown.web.tsx";
import styles from "./header.module.css";
import { JobTray } from "./jobs.web.tsx";
import { leave } from "./leave.web.ts";
import { SearchForm, SearchPanel } from "./search.web.tsx";
import { useOffer, useShellInfo } from "./shell-data.web.ts";

const menus = () => import("./menus.web.tsx");

/** Below this width the header is compact. */
export const compactBelow = 1560;

export function Header(props: { onMenu: () => void; onPalette: () => void; hasMenu: boolean }): ReactNode {
  const t = usePlatformTexts();
  const me = useMe();
  const isCompact = useMediaQuery(`(max-width: ${compactBelow - 1}px)`, true, { getInitialValueInEffect: false });
  const [searching, setSearching] = useState(false);
  useOffer();
  return (
    <header className={styles.header} data-compact={isCompact}>
      {props.hasMenu && (
        <ActionIcon
          className={styles.burger ?? ""}
          variant="subtle"
          color="gray"
          aria-label={t("openMenu")}
          onClick={props.onMenu}
        >
          <IconMenu2 size={20} />
        </ActionIcon>
      )}
      <PlainLink to="/" className={styles.logo} aria-label={`${t("product")}, ${t("backHome")}`}>
        <b>V</b>order
      </PlainLink>
      {me.loggedIn && (
        <>
          <SearchForm className={styles.search} onPalette={props.onPalette} />
          <ActionIcon
            className={styles.searchButton ?? ""}
            variant="subtle"
            color="gray"
            aria-label={t("openSearch")}
            onClick={() => setSearching(true)}
          >
            <IconSearch size={18} />
          </ActionIcon>
        </>
      )}
      <div className={styles.right}>
        <EnvironmentBadge />
        {me.loggedIn && <JobTray />}
        <LanguageMenu isCompact={isCompact} />
        {me.loggedIn ? (
          <UserMenu isCompact={isCompact} />
        ) : (
          <a href="/login" className={styles.dropdown}>
            {t("login")}
          </a>
        )}
      </div>
      {me.loggedIn && <SearchPanel isOpen={searching} setOpen={setSearching} />}
    </header>
  );
}

function EnvironmentBadge(): ReactNode {
  const info = useShellInfo();
  return info === undefined || info.env === "prod" ? null : (
    <span className={styles.badge}>{info.env.toUpperCase()}</span>
  );
}

type MenuOf = ComponentType<{ children: ReactElement<DropdownButtonProps> }>;

/** A button whose menu is fetched when it is first used. The menu brings the same button, opened, so that the keyboard keeps its place. */
function OnFirstUse(props: { button: ReactElement<DropdownButtonProps>; load: () => Promise<MenuOf> }): ReactNode {
  const { button } = props;
  const [Used, setUsed] = useState<MenuOf>();
  if (Used !== undefined) return <Used>{button}</Used>;
  const use = (): void => void props.load().then((menu) => setUsed(() => menu), notifyLoadFailed);
  return cloneElement(button, { "aria-haspopup": "menu", onClick: use });
}

function LanguageMenu(props: { isCompact: boolean }): ReactNode {
  const t = usePlatformTexts();
  const language = useLanguage();
  const name = `${props.isCompact ? `${language.toUpperCase()}, ` : ""}${languageNames[language]}, ${t("language")}`;
  const button = (
    <DropdownButton aria-label={name}>
      <IconWorld size={16} aria-hidden />
      <span className={styles.dropdownName}>{props.isCompact ? language.toUpperCase() : languageNames[language]}</span>
    </DropdownButton>
  );
  return <OnFirstUse button={button} load={() => menus().then((m) => m.LanguageDropdown)} />;
}

function UserMenu(props: { isCompact: boolean }): ReactNode {
  const t = usePlatformTexts();
  const me = useMe();
  const button = (
    <DropdownButton aria-label={t("userMenu", { name: me.name })}>
      <IconUser size={16} aria-hidden />
      <span className={styles.userName} data-compact={props.isCompact} title={me.name}>
        {me.name}
      </span>
    </DropdownButton>
  );
  return <OnFirstUse button={button} load={() => menus().then((m) => m.UserDropdown)} />;
}

/** Says on every page that one acts as somebody else, and leads back. */
export function ActingBanner(): ReactNode {
  const t = usePlatformTexts();
  const me = useMe();
  if (me.previous === null) return null;
  return (
    <Guard who={{ kind: "any", roles: ["ROLE_PREVIOUS_ADMIN"] }}>
      <div className={styles.acting} role="status">
        <span>{t("actingAs", { who: me.previous.username, name: me.name })}</span>
        <Tooltip label={t("endActing")}>
          <button type="button" className="v-link" onClick={() => void leave(true)}>
            {t("endActing")}
          </button>
        </Tooltip>
      </div>
    </Guard>
  );
}
