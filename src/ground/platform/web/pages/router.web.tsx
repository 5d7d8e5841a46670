/** From the screens' declarations to routes: guard, title, lazy loading, and the pages for what may not or cannot be shown. */
import { Button, Code, Group, Stack, Text } from "@mantine/core";
import type { AnyRoute, AnyRouter } from "@tanstack/react-router";
import {
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  useParams,
  useRouter,
  useRouterState,
} from "@tanstack/react-router";
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import { allows, missingRoles } from "../../../kernel/access.ts";
import type { Screen } from "../../../kernel/contract.ts";
import { hasText, textOf, useAnyText, usePlatformTexts } from "../content/texts.web.ts";
import { type Me, useMe } from "./current-user.web.tsx";
import { PathParamsContext, setPlace, stepWith, useGo } from "./links.web.tsx";
import { Loading, Page } from "./page.web.tsx";
import { loginAddress, loginWithReturn, returnFrom, startFor } from "./return-address.ts";
import { useScreenTitle } from "./title.web.ts";

export interface PageEntry {
  readonly screen: Screen;
  readonly load?: () => Promise<ComponentType>;
  readonly redirectTo?: string;
  /** Shown without header and menu: the login. */
  readonly bare?: boolean;
}

/** A screen and where its component lies: `page(merchantSettings, () => import("…").then((m) => m.MerchantSettings))`. */
export const page = (
  screen: Screen,
  load: () => Promise<ComponentType>,
  options: { readonly bare?: boolean } = {},
): PageEntry => ({ screen, load, ...options });

/** A screen that only leads to another address. */
export const redirectPage = (screen: Screen, redirectTo: string): PageEntry => ({ screen, redirectTo });

const titleOf = (screen: Screen): string => (hasText(screen.title) ? textOf(screen.title) : "");

function routeOf(entry: PageEntry, root: AnyRoute, me: Me): AnyRoute {
  const { screen, load, redirectTo } = entry;
  const Lazy = load ? lazy(async () => ({ default: await load() })) : () => null;
  const Shown = (): ReactNode => {
    useAnyText();
    useScreenTitle(titleOf(screen));
    const params = useParams({ strict: false });
    return allows(screen.who, me.acl, me.loggedIn) ? (
      <PathParamsContext.Provider value={params}>
        <Suspense fallback={<Loading shape="page" />}>
          <Lazy />
        </Suspense>
      </PathParamsContext.Provider>
    ) : (
      <AccessDenied screen={screen} />
    );
  };
  return createRoute({
    getParentRoute: () => root,
    path: screen.path.replace(/\{(\w+)\}/g, "$$$1"),
    component: Shown,
    beforeLoad: ({ location }) => {
      if (screen.path === loginAddress && me.loggedIn)
        throw redirect({ href: returnFrom(location.searchStr, startFor(me.acl)) });
      if (!me.loggedIn && screen.who.kind !== "open") throw redirect({ href: loginWithReturn(location.href) });
      if (redirectTo !== undefined) throw redirect({ href: redirectTo });
    },
  });
}

/** Makes the router of all pages for the person at the screen; `frame` is the shell around them. */
export function makeRouter(pages: readonly PageEntry[], me: Me, frame: ComponentType<{ bare: boolean }>): AnyRouter {
  // Addresses of screens hold letters, digits, hyphens and slashes besides their parameters, so they can stand in a pattern.
  const bare = pages
    .filter((entry) => entry.bare === true)
    .map(({ screen }) => new RegExp(`^${screen.path.replace(/\{\w+\}/g, "[^/]+")}/?$`));
  const Frame = frame;
  const Root = (): ReactNode => {
    // Of the page that is shown, not of one on its way: the frame changes together with what stands in it.
    const path = useRouterState({ select: ({ matches, location }) => matches.at(-1)?.pathname ?? location.pathname });
    return <Frame bare={bare.some((pattern) => pattern.test(path))} />;
  };
  const root = createRootRoute({ component: Root, notFoundComponent: NotFound, errorComponent: Crashed });
  const router = createRouter({
    routeTree: root.addChildren(pages.map((entry) => routeOf(entry, root, me))),
    defaultPreload: false,
    defaultErrorComponent: Crashed,
    scrollRestoration: true,
    // The query of the address is plain texts, never JSON.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(Object.entries(search).map(([key, value]) => [key, String(value)])).toString();
      return text === "" ? "" : `?${text}`;
    },
  });
  stepWith((href, replace) => (replace ? router.history.replace(href) : router.history.push(href)));
  // The history tells of a step before the browser's own address follows.
  router.history.subscribe(() => setPlace(router.history.location.href));
  return router;
}

/** The denied page: says which role is missing. */
export function AccessDenied(props: { screen?: Screen }): ReactNode {
  const t = usePlatformTexts();
  const me = useMe();
  const go = useGo();
  const { screen } = props;
  const missing = screen ? missingRoles(screen.who, me.acl) : [];
  return (
    <Page title={t("accessDenied")}>
      <Stack gap="sm" maw="var(--v-form-short)">
        <Text>
          {t(
            missing.length === 0
              ? "accessDeniedPlain"
              : screen?.who.kind === "all"
                ? "accessDeniedAll"
                : "accessDeniedAny",
            { count: missing.length },
          )}
        </Text>
        {missing.length > 0 && (
          <Stack gap={4}>
            {missing.map((role) => (
              <div key={role}>
                <Code>{role}</Code> {hasText(`roles.${role}`) && textOf(`roles.${role}`)}
              </div>
            ))}
          </Stack>
        )}
        <Text c="dimmed">{t("accessDeniedAsk")}</Text>
        <Group>
          <Button variant="default" onClick={() => go("/")}>
            {t("backHome")}
          </Button>
        </Group>
      </Stack>
    </Page>
  );
}

export function NotFound(): ReactNode {
  const t = usePlatformTexts();
  const go = useGo();
  return (
    <Page title={t("notFound")}>
      <Text mb="md">{t("notFoundText")}</Text>
      <Group>
        <Button variant="default" onClick={() => go("/")}>
          {t("backHome")}
        </Button>
      </Group>
    </Page>
  );
}

const isMissingChunk = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script failed|Importing a module/i.test(error.message);

/** A screen that broke, or one whose code is gone because a newer release has taken its place. */
export function Crashed(props: { error: unknown; reset?: () => void }): ReactNode {
  const t = usePlatformTexts();
  const router = useRouter();
  const { error } = props;
  const isOld = isMissingChunk(error);
  const logged = useRef<unknown>(undefined);
  useEffect(() => {
    if (logged.current === error) return;
    logged.current = error;
    // biome-ignore lint/suspicious/noConsole: errors go to the console in development and tests only (specification, point 8).
    if (import.meta.env.MODE !== "production") console.error(error);
  }, [error]);
  return (
    <Page title={t(isOld ? "newPage" : "crashed")}>
      <Text mb="md" role="alert">
        {t(isOld ? "newPageText" : "crashedText")}
      </Text>
      <Group>
        <Button onClick={() => window.location.reload()}>{t("reload")}</Button>
        {!isOld && (
          <Button
            variant="default"
            onClick={() => {
              props.reset?.();
              void router.invalidate();
            }}
          >
            {t("tryAgain")}
          </Button>
        )}
      </Group>
    </Page>
  );
}
