/** The lines of "My jobs"; fetched when the tray is first opened. */
import { Button, Progress, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { ReplyOf } from "../../ground/kernel/contract.ts";
import { listJobs, retryJob } from "../../ground/platform/platform.contract.ts";
import { labelled, useLanguage, usePlatformTexts } from "../../ground/platform/web/content/texts.web.ts";
import { DateText, Status, type Tone } from "../../ground/platform/web/content/values.web.tsx";
import { useAct } from "../../ground/platform/web/http/api.web.ts";
import { formatNumber } from "../../ground/platform/web/inputs/format.ts";

type Job = ReplyOf<typeof listJobs>["items"][number];

export function JobList(props: { jobs: readonly Job[] }): ReactNode {
  const t = usePlatformTexts();
  if (props.jobs.length === 0) return <Text c="dimmed">{t("jobsNone")}</Text>;
  return (
    <Stack gap="sm" mah={420} style={{ overflowY: "auto" }} tabIndex={0}>
      {props.jobs.map((job) => (
        <JobLine key={job.id} job={job} />
      ))}
    </Stack>
  );
}

const looks = {
  waiting: ["jobWaiting", "neutral"],
  running: ["jobRunning", "accent"],
  paused: ["jobPaused", "warn"],
  done: ["jobDone", "good"],
  failed: ["jobFailed", "bad"],
} as const satisfies Record<Job["state"], readonly [string, Tone]>;

function JobLine(props: { job: Job }): ReactNode {
  const t = usePlatformTexts();
  const language = useLanguage();
  const { job } = props;
  const retry = useAct(retryJob, { invalidates: [listJobs] });
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
        <Text size="xs" c={job.state === "failed" ? "red" : "dimmed"}>
          {job.error}
        </Text>
      )}
      {(job.state === "failed" || job.state === "paused") && (
        <Button
          size="compact-xs"
          variant="light"
          mt={4}
          aria-label={labelled(t("tryAgain"), job.title)}
          onClick={() => void retry.run({ params: { id: job.id } })}
        >
          {t("tryAgain")}
        </Button>
      )}
    </div>
  );
}
