/** "My jobs": long work that the server does, with its progress; it outlives the tab. */
import { ActionIcon, Indicator, Popover, Progress, ScrollArea, Stack, Text } from "@mantine/core";
import { IconListCheck } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { ReplyOf } from "../../kernel/contract.ts";
import { listJobs } from "../../platform/platform.contract.ts";
import { useCall } from "../../platform/web/api.web.ts";
import { formatNumber } from "../../platform/web/format.ts";
import { DateText, Status, type Tone } from "../../platform/web/show.web.tsx";
import { useLanguage, usePlatformTexts } from "../../platform/web/texts.web.ts";

type Job = ReplyOf<typeof listJobs>["items"][number];

const runningMillis = 2000;
const idleMillis = 30_000;

export function JobTray(): ReactNode {
  const t = usePlatformTexts();
  const [isOpen, setOpen] = useState(false);
  const [every, setEvery] = useState(idleMillis);
  const { data } = useCall(listJobs, {}, { every, quiet: true });
  const jobs = data?.items ?? [];
  const running = jobs.filter(({ state }) => state === "running" || state === "waiting").length;
  const wanted = running > 0 || isOpen ? runningMillis : idleMillis;
  if (wanted !== every) setEvery(wanted);
  return (
    <Popover
      position="bottom-end"
      width={360}
      opened={isOpen}
      onChange={setOpen}
      withinPortal
      trapFocus
      returnFocus
      shadow="md"
    >
      <Indicator label={running} size={16} disabled={running === 0} color="teal" offset={5}>
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={running === 0 ? t("jobs") : t("jobsRunning", { count: running })}
            onClick={() => setOpen(!isOpen)}
          >
            <IconListCheck size={18} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown aria-label={t("jobs")}>
        <Text fw={600} mb="xs" component="h2" size="sm">
          {t("jobs")}
        </Text>
        {jobs.length === 0 ? (
          <Text c="dimmed">{t("jobsNone")}</Text>
        ) : (
          <ScrollArea.Autosize mah={420} viewportProps={{ tabIndex: 0 }}>
            <Stack gap="sm">
              {jobs.map((job) => (
                <JobLine key={job.id} job={job} />
              ))}
            </Stack>
          </ScrollArea.Autosize>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

const looks = {
  waiting: ["jobWaiting", "neutral"],
  running: ["jobRunning", "accent"],
  done: ["jobDone", "good"],
  failed: ["jobFailed", "bad"],
} as const satisfies Record<Job["state"], readonly [string, Tone]>;

function JobLine(props: { job: Job }): ReactNode {
  const t = usePlatformTexts();
  const language = useLanguage();
  const { job } = props;
  const [state, tone] = looks[job.state];
  const number = (value: number): string => formatNumber(value, language);
  return (
    <div>
      <Text fw={500} style={{ overflowWrap: "anywhere" }}>
        {job.title}
      </Text>
      {job.state === "running" && (
        <Progress
          value={job.total > 0 ? (100 * job.done) / job.total : 100}
          animated={job.total === 0}
          size="sm"
          my={4}
          aria-label={job.title}
        />
      )}
      <Text size="xs" c="dimmed">
        <Status tone={tone}>{t(state)}</Status>
        {job.total > 0 && <> · {t("jobProgress", { done: number(job.done), total: number(job.total) })}</>}
        {" · "}
        <DateText value={job.createdAt} time="HH:mm" />
        {job.note !== null && <> · {job.note}</>}
      </Text>
      {job.error !== null && (
        <Text size="xs" c="red">
          {job.error}
        </Text>
      )}
    </div>
  );
}
