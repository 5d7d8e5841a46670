/** One's own account: where one is logged in, and ending that. */
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useAct, useCall } from "../platform/web/api.web.ts";
import { notify } from "../platform/web/notify.web.tsx";
import { Loaded, Page } from "../platform/web/page.web.tsx";
import { dateText, Status } from "../platform/web/show.web.tsx";
import { useTexts } from "../platform/web/texts.web.ts";
import { endOtherSessions, endOwnSession, listOwnSessions, type OwnSession } from "./access.contract.ts";
import styles from "./access.module.css";
import type { accountTexts } from "./account.texts.ts";

const useAccountTexts = () => useTexts<typeof accountTexts>("account");

export function AccountPage(): ReactNode {
  const t = useAccountTexts();
  return (
    <Page title={t("accountTitle")}>
      <Stack gap="xl" className={styles.account ?? ""}>
        <Sessions />
      </Stack>
    </Page>
  );
}

function Sessions(): ReactNode {
  const t = useAccountTexts();
  const found = useCall(listOwnSessions, {});
  const told = {
    invalidates: [listOwnSessions],
    onSuccess: () => void notify({ message: t("sessionsEnded"), variant: "success" }),
  };
  const one = useAct(endOwnSession, told);
  const others = useAct(endOtherSessions, told);
  return (
    <section aria-labelledby="own-sessions">
      <Group justify="space-between" mb="xs">
        <Title order={2} id="own-sessions" size="h4">
          {t("sessionsTitle")}
        </Title>
        <Button
          variant="default"
          size="xs"
          loading={others.isPending}
          disabled={(found.data?.items.length ?? 0) < 2}
          onClick={() => void others.run({})}
        >
          {t("sessionEndOthers")}
        </Button>
      </Group>
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
    </section>
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
