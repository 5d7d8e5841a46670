/** One's own account: where one is logged in, and ending that. */
import { Button, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { dateText, Status } from "../../../ground/platform/web/content/values.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { Loaded, Page, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import styles from "../access.module.css";
import { OwnIdentities } from "../oidc/identities.web.tsx";
import { OwnFactors } from "../second-factor/own-factors.web.tsx";
import type { accountTexts } from "./account.texts.ts";
import { endOtherSessions, endOwnSession, listOwnSessions, type OwnSession } from "./own-sessions.contract.ts";

const useAccountTexts = () => useTexts<typeof accountTexts>("account");

export function AccountPage(): ReactNode {
  const t = useAccountTexts();
  return (
    <Page title={t("accountTitle")}>
      <Stack gap="xl" className={styles.account ?? ""}>
        <OwnFactors />
        <OwnIdentities />
        <Sessions />
      </Stack>
    </Page>
  );
}

function Sessions(): ReactNode {
  const t = useAccountTexts();
  const found = useCall(listOwnSessions, {});
  const onEnded = {
    invalidates: [listOwnSessions],
    onSuccess: () => void notify({ message: t("sessionsEnded"), variant: "success" }),
  };
  const one = useAct(endOwnSession, onEnded);
  const others = useAct(endOtherSessions, onEnded);
  return (
    <Section
      title={t("sessionsTitle")}
      aside={
        <Button
          variant="default"
          size="compact-sm"
          loading={others.isPending}
          disabled={(found.data?.items.length ?? 0) < 2}
          onClick={() => void others.run({})}
        >
          {t("sessionEndOthers")}
        </Button>
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        {t("sessionsIntro")}
      </Text>
      <Loaded of={found}>
        {({ items }) => (
          <ul className={styles.sessions}>
            {items.map((session) => (
              <SessionLine
                key={session.id}
                session={session}
                isBusy={one.isPending}
                end={() => void one.run({ params: { id: session.id } })}
              />
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  );
}

function SessionLine(props: { session: OwnSession; isBusy: boolean; end: () => void }): ReactNode {
  const t = useAccountTexts();
  const { device, ip, startedAt, lastSeenAt, isCurrent, isActing } = props.session;
  const at = (instant: string): string => dateText(instant, { time: "HH:mm" });
  return (
    <li className={styles.session}>
      <div>
        <Group gap="xs">
          <Text fw={600}>{device || t("sessionUnknown")}</Text>
          {isCurrent && <Status tone="good">{t("sessionHere")}</Status>}
          {isActing && <Status tone="warn">{t("sessionActing")}</Status>}
        </Group>
        <Text size="sm" c="dimmed">
          {t("sessionSeen", { at: at(lastSeenAt) })} · {t("sessionFrom", { ip, start: at(startedAt) })}
        </Text>
      </div>
      {!isCurrent && (
        <Button variant="subtle" size="compact-sm" disabled={props.isBusy} onClick={props.end}>
          {t("sessionEnd")}
        </Button>
      )}
    </li>
  );
}
