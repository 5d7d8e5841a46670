/**
 * What somebody who is not logged in gets: the login and the two pages about a forgotten password, without router, menu and tables, so
 * that the login is there at once. Every step from here loads a page.
 */
import { MantineProvider } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { askResetScreen, loginScreen, resetScreen } from "../access/access.contract.ts";
import { AskResetPage, LoginPage, ResetPage } from "../access/access.web.tsx";
import { api } from "../platform/web/call.web.ts";
import { showError } from "../platform/web/errors.web.ts";
import { PathParamsContext } from "../platform/web/nav.web.tsx";
import { styleNonce } from "../platform/web/nonce.web.ts";
import { NoticeHost } from "../platform/web/notify.web.tsx";
import { schemeManager } from "../platform/web/scheme.web.ts";
import { hasText, offerGerman, textOf, useLanguage } from "../platform/web/texts.web.ts";
import { cssVariables, theme } from "../platform/web/theme.web.ts";
import { useTabTitle } from "../platform/web/title.web.ts";
import { getShellInfo } from "./app.contract.ts";

const entrances = [
  [loginScreen, LoginPage],
  [askResetScreen, AskResetPage],
  [resetScreen, ResetPage],
] as const;

function entranceAt(path: string) {
  for (const [screen, Page] of entrances) {
    const pattern = screen.path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
    const match = new RegExp(`^${pattern}/?$`).exec(path);
    if (match) return { screen, Page, params: { ...match.groups } };
  }
  return undefined;
}

export function Gate(): ReactNode {
  useLanguage();
  const entrance = entranceAt(window.location.pathname);
  const title = entrance?.screen.title ?? "";
  useTabTitle(hasText(title) ? textOf(title) : "");
  useEffect(() => {
    api(getShellInfo, {}, { quiet: true }).then((info) => offerGerman(info.offerGerman), showError);
  }, []);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={schemeManager}
      getStyleNonce={() => styleNonce}
    >
      <PathParamsContext.Provider value={entrance?.params ?? {}}>
        {entrance && <entrance.Page />}
      </PathParamsContext.Provider>
      <NoticeHost />
    </MantineProvider>
  );
}
