/**
 * What somebody who is not logged in gets: the login and the two pages about a forgotten password, without router, menu and tables, so
 * that the login is there at once. Every step from here loads a page.
 */
import { MantineProvider } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { hasText, offerGerman, textOf, useLanguage } from "../../ground/platform/web/content/texts.web.ts";
import { showError } from "../../ground/platform/web/feedback/errors.web.ts";
import { NoticeHost } from "../../ground/platform/web/feedback/notify.web.tsx";
import { api } from "../../ground/platform/web/http/call.web.ts";
import { PathParamsContext } from "../../ground/platform/web/pages/links.web.tsx";
import { useTabTitle } from "../../ground/platform/web/pages/title.web.ts";
import { styleNonce } from "../../ground/platform/web/theme/nonce.web.ts";
import { schemeManager } from "../../ground/platform/web/theme/scheme.web.ts";
import { cssVariables, theme } from "../../ground/platform/web/theme/theme.web.ts";
import { loginScreen, oidcScreen, requestResetScreen, resetScreen } from "../../people/access/access.contract.ts";
import { LoginPage, OidcReturnPage, RequestResetPage, ResetPage } from "../../people/access/access.web.tsx";
import { getShellInfo } from "../app.contract.ts";

const entrances = [
  [loginScreen, LoginPage],
  [oidcScreen, OidcReturnPage],
  [requestResetScreen, RequestResetPage],
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
