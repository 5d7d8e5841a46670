/** The running application: theme, queries, modals, notifications, and the router of the person at the screen. */
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { AwayNotice } from "../platform/web/away.web.tsx";
import { LoaderBar } from "../platform/web/bar.web.tsx";
import { ModalHost } from "../platform/web/dialogs.web.tsx";
import { useLayersName } from "../platform/web/layers.web.ts";
import { type Me, MeProvider } from "../platform/web/me.web.tsx";
import { styleNonce } from "../platform/web/nonce.web.ts";
import { NoticeHost } from "../platform/web/notify.web.tsx";
import { part } from "../platform/web/part.web.tsx";
import { makeRouter } from "../platform/web/router.web.tsx";
import { schemeManager } from "../platform/web/scheme.web.ts";
import { TableViewsContext } from "../platform/web/table/offered.web.tsx";
import { useLanguage } from "../platform/web/texts.web.ts";
import { cssVariables, theme } from "../platform/web/theme.web.ts";
import { pages } from "./pages.web.tsx";
import { Frame } from "./shell/frame.web.tsx";

/** Saved views, for every list; fetched with the first of them. */
const TableViews = part(() => import("../views/views.web.tsx").then((m) => m.TableViews));

const staleMillis = 10_000;

const makeClient = (): QueryClient =>
  new QueryClient({
    // The transport has retried what may be retried.
    defaultOptions: {
      queries: { retry: false, staleTime: staleMillis, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  });

export function Application(props: { me: Me }): ReactNode {
  useLanguage();
  useLayersName();
  const [client] = useState(makeClient);
  const [router] = useState(() => makeRouter(pages, props.me, Frame));
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={schemeManager}
      getStyleNonce={() => styleNonce}
    >
      <QueryClientProvider client={client}>
        <MeProvider me={props.me}>
          <LoaderBar />
          <AwayNotice />
          <TableViewsContext value={props.me.loggedIn ? TableViews : undefined}>
            <RouterProvider router={router} />
          </TableViewsContext>
          <ModalHost />
          <NoticeHost />
        </MeProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
