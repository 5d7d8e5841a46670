/** The provider's people that an account is connected with: on one's own page and on that of a user. */
import { Alert, Button, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { dateText } from "../../../ground/platform/web/content/values.web.tsx";
import { confirm } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { showError } from "../../../ground/platform/web/feedback/errors.web.ts";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { Loaded, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import styles from "../access.module.css";
import { isConfirmed } from "../second-factor/own-factors.web.tsx";
import { listOwnSessions } from "../sign-in/own-sessions.contract.ts";
import { accountScreen } from "../sign-in/sessions.contract.ts";
import {
  disconnectOwn,
  disconnectUser,
  listIdentitiesOf,
  listOwnIdentities,
  type OidcIdentity,
} from "./identities.contract.ts";
import { useBegin, useOidcTexts, useProvider } from "./oidc.web.tsx";

/** One's own: connected and disconnected by oneself. */
export function OwnIdentities(): ReactNode {
  const t = useOidcTexts();
  const name = useProvider();
  const found = useCall(listOwnIdentities, {});
  const { isBusy, error: wrong, begin } = useBegin();
  const cut = useAct(disconnectOwn, {
    invalidates: [listOwnIdentities, listOwnSessions],
    onSuccess: () => void notify({ message: t("disconnected"), variant: "success" }),
  });
  const confirmed = async (act: () => Promise<unknown>): Promise<void> => {
    try {
      if (await isConfirmed()) await act();
    } catch (error) {
      showError(error);
    }
  };
  const connect = (): Promise<void> => confirmed(() => begin({ purpose: "connect", returnTo: accountScreen.path }));
  const none = found.data?.items.length === 0;
  if (name === undefined && (none || !found.data)) return null;
  return (
    <Section
      title={t("title")}
      aside={
        name !== undefined &&
        none && (
          <Button variant="default" size="compact-sm" loading={isBusy} onClick={() => void connect()}>
            {t("connectWith", { name })}
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        {t("intro")}
      </Text>
      {wrong !== "" && (
        <Alert color="red" variant="light" role="alert" mb="sm">
          {wrong}
        </Alert>
      )}
      <Loaded of={found}>
        {({ items }) => (
          <Identities
            items={items}
            isBusy={cut.isPending}
            cut={({ id }) => void confirmed(() => cut.run({ params: { id } }))}
          />
        )}
      </Loaded>
    </Section>
  );
}

/** Those of a user, whom one may manage. */
export function IdentitiesOf({ userId, locked }: { userId: number; locked: boolean }): ReactNode {
  const t = useOidcTexts();
  const name = useProvider();
  const found = useCall(listIdentitiesOf, { params: { id: userId } });
  const cut = useAct(disconnectUser, {
    invalidates: [listIdentitiesOf],
    onSuccess: () => void notify({ message: t("disconnected"), variant: "success" }),
  });
  if ((found.data?.items.length ?? 0) === 0 && name === undefined) return null;
  return (
    <div className={styles.account}>
      <Section title={t("title")}>
        <Loaded of={found}>
          {({ items }) => (
            <Identities
              items={items}
              isBusy={cut.isPending}
              {...(locked ? {} : { cut: ({ id }) => void cut.run({ params: { id: userId, identity: id } }) })}
            />
          )}
        </Loaded>
      </Section>
    </div>
  );
}

function Identities(props: {
  items: readonly OidcIdentity[];
  isBusy: boolean;
  cut?: (identity: OidcIdentity) => void;
}): ReactNode {
  const t = useOidcTexts();
  const at = (instant: string): string => dateText(instant, { time: "HH:mm" });
  const { cut } = props;
  if (props.items.length === 0) return <Text size="sm">{t("none")}</Text>;
  return (
    <ul className={styles.sessions}>
      {props.items.map((identity) => (
        <li key={identity.id} className={styles.session}>
          <div>
            <Text fw={600}>{identity.email ?? identity.provider}</Text>
            <Text size="sm" c="dimmed">
              {identity.provider} · {t("since", { at: at(identity.connectedAt) })} {t(`by_${identity.connectedBy}`)}
              {identity.lastUsedAt !== null && ` · ${t("lastUsed", { at: at(identity.lastUsedAt) })}`}
            </Text>
          </div>
          {cut && (
            <Button
              variant="subtle"
              size="compact-sm"
              disabled={props.isBusy}
              onClick={async () => {
                const { provider } = identity;
                if (await confirm(t("disconnectQuestion", { provider }), { yes: t("disconnect") })) cut(identity);
              }}
            >
              {t("disconnect")}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
