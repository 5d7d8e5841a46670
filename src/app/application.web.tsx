/** The running application: theme, queries, modals, notifications, and the router of the person at the screen. */
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { useLanguage } from "../ground/platform/web/content/texts.web.ts";
import { onBalancesRenewed } from "../ground/platform/web/content/today.web.ts";
import { ModalHost } from "../ground/platform/web/feedback/dialogs.web.tsx";
import { LoadingBar } from "../ground/platform/web/feedback/loading-bar.web.tsx";
import { NoticeHost } from "../ground/platform/web/feedback/notify.web.tsx";
import { OfflineNotice } from "../ground/platform/web/feedback/offline.web.tsx";
import { type Me, MeProvider } from "../ground/platform/web/pages/current-user.web.tsx";
import { useLayersName } from "../ground/platform/web/pages/layers.web.ts";
import { lazyComponent } from "../ground/platform/web/pages/lazy.web.tsx";
import { makeRouter } from "../ground/platform/web/pages/router.web.tsx";
import { TableViewsContext } from "../ground/platform/web/table/extensions.web.tsx";
import { styleNonce } from "../ground/platform/web/theme/nonce.web.ts";
import { schemeManager } from "../ground/platform/web/theme/scheme.web.ts";
import { cssVariables, theme } from "../ground/platform/web/theme/theme.web.ts";
import { pages } from "./pages.web.tsx";
import { Frame } from "./shell/frame.web.tsx";

/** Saved views, for every list; fetched with the first of them. */
const TableViews = lazyComponent(() => import("../ground/views/views.web.tsx").then((m) => m.TableViews));

const staleMillis = 10_000;

const makeClient = (): QueryClient =>
  new QueryClient({
    // The transport has retried what may be retried.
    defaultOptions: {
      // Without a network a request fails like any other: a list says so, and a form has its fields back.
      queries: { networkMode: "always", retry: false, staleTime: staleMillis, refetchOnWindowFocus: true },
      mutations: { networkMode: "always", retry: false },
    },
  });

export function Application(props: { me: Me }): ReactNode {
  useLanguage();
  useLayersName();
  const [client] = useState(makeClient);
  useEffect(() => onBalancesRenewed(() => void client.invalidateQueries()), [client]);
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
          <LoadingBar />
          <OfflineNotice />
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
