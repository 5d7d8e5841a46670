/** The login over the page: on a 401 or 403. What was typed stays, and the refused request is repeated. */

import { Alert, Stack } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { openModal } from "../platform/web/dialogs.web.tsx";
import { useMe } from "../platform/web/me.web.tsx";
import { Loading } from "../platform/web/page.web.tsx";
import { part } from "../platform/web/part.web.tsx";
import { textOf, usePlatformTexts } from "../platform/web/texts.web.ts";

const LoginForm = part(() => import("../access/access.web.tsx").then((m) => m.LoginForm), <Loading />);

/** Asks for a login; resolves to whether the same person is logged in again. Another person's page starts afresh. */
export function askLogin(userId: number): Promise<boolean> {
  return new Promise((resolve) => {
    let loggedIn = false;
    openModal({ title: textOf("platform.login"), size: "sm", onClosed: () => resolve(loggedIn) }, (close) => (
      <LoginPanel
        onLoggedIn={(id) => {
          if (id !== userId) window.location.reload();
          loggedIn = id === userId;
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
