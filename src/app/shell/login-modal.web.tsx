/** The login over the page: on a 401 or 403. What was typed stays, and the refused request is repeated. */

import { Alert, Stack } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { textOf, usePlatformTexts } from "../../ground/platform/web/content/texts.web.ts";
import { openModal } from "../../ground/platform/web/feedback/dialogs.web.tsx";
import { startDrafts } from "../../ground/platform/web/inputs/drafts.web.ts";
import { useMe } from "../../ground/platform/web/pages/current-user.web.tsx";
import { lazyComponent } from "../../ground/platform/web/pages/lazy.web.tsx";
import { Loading } from "../../ground/platform/web/pages/page.web.tsx";

const LoginForm = lazyComponent(
  () => import("../../people/access/access.web.tsx").then((m) => m.LoginForm),
  <Loading shape="form" />,
);

/** Asks for a login; resolves to whether the same person is logged in again. Another person's page starts afresh. */
export function promptLogin(userId: number): Promise<boolean> {
  return new Promise((resolve) => {
    let loggedIn = false;
    openModal({ title: textOf("platform.login"), size: "sm", onClosed: () => resolve(loggedIn) }, (close) => (
      <LoginPanel
        onLoggedIn={(id) => {
          loggedIn = id === userId;
          if (loggedIn) startDrafts(id);
          else window.location.reload();
          close();
        }}
        onCancel={close}
      />
    ));
  });
}

function LoginPanel(props: { onLoggedIn: (id: number) => void; onCancel: () => void }): ReactNode {
  const t = usePlatformTexts();
  const me = useMe();
  return (
    <Stack gap="md">
      <Alert color="yellow" variant="light" role="alert" icon={<IconAlertTriangle size={18} aria-hidden />}>
        {t("sessionExpired")}
      </Alert>
      <LoginForm username={me.username} onDone={(user) => props.onLoggedIn(user.id)} onCancel={props.onCancel} />
    </Stack>
  );
}
