/** "My jobs": long work that the server does, with its progress; it outlives the tab. */

import { ActionIcon, Popover, Text } from "@mantine/core";
import { IconListCheck } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { listJobs } from "../../ground/platform/platform.contract.ts";
import { usePlatformTexts } from "../../ground/platform/web/content/texts.web.ts";
import { useCall } from "../../ground/platform/web/http/api.web.ts";
import { lazyComponent } from "../../ground/platform/web/pages/lazy.web.tsx";
import { Loading } from "../../ground/platform/web/pages/page.web.tsx";
import styles from "./header.module.css";

const JobList = lazyComponent(() => import("./job-list.web.tsx").then((m) => m.JobList), <Loading />);

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
      withinPortal={false}
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <ActionIcon
          className={styles.jobs ?? ""}
          variant="subtle"
          color="gray"
          aria-label={running === 0 ? t("jobs") : t("jobsRunning", { count: running })}
          onClick={() => setOpen(!isOpen)}
          onKeyDown={(event) => event.key === "Escape" && setOpen(false)}
        >
          <IconListCheck size={18} />
          {running > 0 && <span className={styles.jobCount}>{running}</span>}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("jobs")}>
        <Text fw={600} mb="xs" component="h2" size="sm">
          {t("jobs")}
        </Text>
        <JobList jobs={jobs} />
      </Popover.Dropdown>
    </Popover>
  );
}
