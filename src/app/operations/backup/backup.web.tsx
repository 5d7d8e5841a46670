/** The backups: what became of each, the next one by plan, one now, and how one is put back. */
import { Alert, Button, Code, List, Progress, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { ReplyOf } from "../../../ground/kernel/contract.ts";
import { useLanguage, useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { DateText, Status, type Tone } from "../../../ground/platform/web/content/values.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { formatBytes } from "../../../ground/platform/web/inputs/format.ts";
import { Link } from "../../../ground/platform/web/pages/links.web.tsx";
import { Empty, Loaded, Page, Section, Strip } from "../../../ground/platform/web/pages/page.web.tsx";
import { WorkNotice } from "../../../ground/platform/web/work.web.tsx";
import { ClockText } from "../recurring/recurring.web.tsx";
import { type BackupRun, listBackups, startBackup } from "./backup.contract.ts";
import type { backupTexts } from "./backup.texts.ts";

type Listed = ReplyOf<typeof listBackups>;

const watchMillis = 1000;

const useBackupTexts = () => useTexts<typeof backupTexts>("backup");

const isMoving = ({ work }: Listed): boolean => work?.state === "waiting" || work?.state === "running";

export function Backups(): ReactNode {
  const t = useBackupTexts();
  const [every, setEvery] = useState(false);
  const list = useCall(listBackups, {}, { every: every && watchMillis, quiet: every });
  const start = useAct(startBackup, { invalidates: [listBackups] });
  const moves = list.data !== undefined && isMoving(list.data);
  if (moves !== every) setEvery(moves);
  const begin = async (): Promise<void> => {
    if (await start.run({ body: {} })) notify({ message: t("asked"), variant: "success" });
  };
  return (
    <Page
      title={t("title")}
      actions={
        list.data?.plan && (
          <Button loading={start.isPending} disabled={moves} onClick={() => void begin()}>
            {t("now")}
          </Button>
        )
      }
    >
      <Text mb="md" maw="var(--v-form)">
        {t("intro")}
      </Text>
      <Loaded of={list}>{(listed) => <Made listed={listed} />}</Loaded>
    </Page>
  );
}

function Made({ listed }: { listed: Listed }): ReactNode {
  const t = useBackupTexts();
  const { items, plan, work } = listed;
  return (
    <>
      {plan === null ? (
        <Alert variant="light" color="yellow" mb="md">
          {t("noPlan")}
        </Alert>
      ) : (
        <Strip
          items={[
            { name: t("next"), value: <ClockText value={plan.next} /> },
            { name: t("keep"), value: t("keepValue", { count: plan.keep }) },
            { name: t("folder"), value: <span style={{ overflowWrap: "anywhere" }}>{plan.folder}</span> },
          ]}
        />
      )}
      <WorkNotice work={work} invalidates={[listBackups]} />
      {isMoving(listed) && (
        <Progress
          value={work && work.total > 0 ? (100 * work.done) / work.total : 100}
          animated
          mb="md"
          aria-label={t("job")}
        />
      )}
      {items.length === 0 ? <Empty title={t("none")} /> : items.map((run) => <One key={run.id} run={run} />)}
      <Section title={t("restore")}>
        <Text size="sm" mb="xs" maw="var(--v-form)">
          {t("restoreHint")}
        </Text>
        <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {`npm run admin -- check-backup ${plan?.folder ?? "/backups"}/${items.find(({ there }) => there)?.name ?? "…"}\nDATABASE_URL=postgres://… npm run admin -- restore ${plan?.folder ?? "/backups"}/${items.find(({ there }) => there)?.name ?? "…"}`}
        </Code>
      </Section>
    </>
  );
}

const tones: Readonly<Record<BackupRun["state"], Tone>> = {
  running: "accent",
  whole: "good",
  incomplete: "warn",
  failed: "bad",
};

function One({ run }: { run: BackupRun }): ReactNode {
  const t = useBackupTexts();
  const language = useLanguage();
  const left = run.damagedCount - run.damaged.length;
  return (
    <Section
      title={
        <>
          <DateText value={run.startedAt} time="HH:mm" /> ·{" "}
          <Status tone={tones[run.state]}>{t(`state_${run.state}`)}</Status>
        </>
      }
    >
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {run.name}
        {run.sizeBytes !== null && ` · ${formatBytes(run.sizeBytes, language)}`}
        {!run.there && run.state !== "running" && ` · ${t("gone")}`}
      </Text>
      {run.error !== null && (
        <Text size="sm" c="red">
          {run.error}
        </Text>
      )}
      {run.damagedCount > 0 && (
        <>
          <Text size="sm">{t("damaged", { count: run.damagedCount })}</Text>
          <List size="sm">
            {run.damaged.map((one) => (
              <List.Item key={one.text} style={{ overflowWrap: "anywhere" }}>
                {one.url === null ? one.text : <Link to={one.url}>{one.text}</Link>}
              </List.Item>
            ))}
            {left > 0 && <List.Item>{t("more", { count: left })}</List.Item>}
          </List>
        </>
      )}
    </Section>
  );
}
