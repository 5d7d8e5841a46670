/** The menus of the header: language, and user. Fetched when one of them is first used, and open at once. */
import { Menu, type MenuProps } from "@mantine/core";
import { IconKey, IconLogout, IconShieldLock, IconUsers } from "@tabler/icons-react";
import { cloneElement, type ReactElement, type ReactNode, useEffect, useRef, useState } from "react";
import {
  languageNames,
  setLanguage,
  useAnyText,
  useLanguage,
  useOfferedLanguages,
  usePlatformTexts,
} from "../../ground/platform/web/content/texts.web.ts";
import { showError } from "../../ground/platform/web/http/api.web.ts";
import { useHolds, useMay, useMe } from "../../ground/platform/web/pages/current-user.web.tsx";
import { useGo } from "../../ground/platform/web/pages/links.web.tsx";
import { densities, setDensity, useDensity } from "../../ground/platform/web/theme/density.web.ts";
import { schemes } from "../../ground/platform/web/theme/scheme.ts";
import { useScheme } from "../../ground/platform/web/theme/scheme.web.ts";
import { accountScreen, changePasswordScreen, switchUser } from "../../people/access/access.contract.ts";
import type { DropdownButtonProps } from "./dropdown.web.tsx";
import { leave } from "./leave.web.ts";

type Button = ReactElement<DropdownButtonProps>;

function Dropdown(props: { button: Button; width?: MenuProps["width"]; children: ReactNode }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  // The focus goes to the button first, so that it returns there when the menu closes.
  useEffect(() => {
    target.current?.focus();
    setOpen(true);
  }, []);
  return (
    <Menu
      position="bottom-end"
      withinPortal={false}
      opened={isOpen}
      onChange={setOpen}
      width={props.width ?? "max-content"}
    >
      <Menu.Target>{cloneElement(props.button, { ref: target })}</Menu.Target>
      <Menu.Dropdown>{props.children}</Menu.Dropdown>
    </Menu>
  );
}

export function LanguageDropdown(props: { children: Button }): ReactNode {
  const language = useLanguage();
  const offered = useOfferedLanguages();
  return (
    <Dropdown button={props.children} width={180}>
      <Menu.RadioGroup
        value={language}
        onChange={(value) => {
          const chosen = offered.find((one) => one === value);
          if (chosen !== undefined) setLanguage(chosen).catch(showError);
        }}
      >
        {offered.map((one) => (
          <Menu.RadioItem key={one} value={one} lang={one}>
            {languageNames[one]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </Dropdown>
  );
}

const switchTitle = "access.switchTitle";

export function UserDropdown(props: { children: Button }): ReactNode {
  const t = usePlatformTexts();
  const text = useAnyText();
  const me = useMe();
  const go = useGo();
  const isActing = useHolds("ROLE_PREVIOUS_ADMIN") && me.previous !== null;
  const mayChange = useMay(changePasswordScreen);
  const maySwitch = useMay(switchUser) && !isActing;
  return (
    <Dropdown button={props.children} width={248}>
      <Menu.Label>{me.username}</Menu.Label>
      {mayChange && (
        <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={() => go(changePasswordScreen)}>
          {t("changePassword")}
        </Menu.Item>
      )}
      {!isActing && (
        <Menu.Item leftSection={<IconShieldLock size={16} aria-hidden />} onClick={() => go(accountScreen)}>
          {text(accountScreen.title)}
        </Menu.Item>
      )}
      {maySwitch && (
        <Menu.Item
          leftSection={<IconUsers size={16} aria-hidden />}
          onClick={() => void import("../../people/access/access.web.tsx").then((m) => m.openSwitchUser())}
        >
          {text(switchTitle)}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void leave(isActing)}>
        {t(isActing ? "endActing" : "logout")}
      </Menu.Item>
      <Menu.Divider />
      <Appearance />
    </Dropdown>
  );
}

/** Colours and density: what one sets for oneself, at once and for next time. */
function Appearance(): ReactNode {
  const t = usePlatformTexts();
  const density = useDensity();
  const { scheme, setScheme } = useScheme();
  return (
    <>
      <Menu.Label>{t("scheme")}</Menu.Label>
      <Menu.RadioGroup value={scheme} onChange={(value) => setScheme(schemes.find((one) => one === value) ?? scheme)}>
        {schemes.map((value) => (
          <Menu.RadioItem key={value} value={value} closeMenuOnClick={false}>
            {t(`scheme_${value}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Label>{t("density")}</Menu.Label>
      <Menu.RadioGroup
        value={density}
        onChange={(value) => setDensity(densities.find((one) => one === value) ?? density)}
      >
        {densities.map((value) => (
          <Menu.RadioItem key={value} value={value} closeMenuOnClick={false}>
            {t(value)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}
