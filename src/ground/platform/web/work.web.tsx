/** Long work that failed or stands still, on the screen of what it works on: why, and a button for its owner to have it go on. */
import { Alert, Button, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Call } from "../../kernel/contract.ts";
import { listJobs, retryJob, type ShownWork } from "../platform.contract.ts";
import { usePlatformTexts } from "./content/texts.web.ts";
import { useAct } from "./http/api.web.ts";

/** `invalidates`: the calls that show what the work changes. */
export function WorkNotice(props: { work: ShownWork | null; invalidates: readonly Call[] }): ReactNode {
  const { work } = props;
  const t = usePlatformTexts();
  const retry = useAct(retryJob, { invalidates: [listJobs, ...props.invalidates] });
  if (work === null || (work.state !== "failed" && work.state !== "paused")) return null;
  const isPaused = work.state === "paused";
  return (
    <Alert variant="light" color={isPaused ? "yellow" : "red"} mb="md" title={t(isPaused ? "jobPaused" : "jobFailed")}>
      {work.error !== null && <Text size="sm">{work.error}</Text>}
      {isPaused && <Text size="sm">{t("jobGoesOn")}</Text>}
      {work.own && (
        <Button
          mt="xs"
          size="compact-sm"
          variant="default"
          loading={retry.isPending}
          onClick={() => void retry.run({ params: { id: work.id } })}
        >
          {t("tryAgain")}
        </Button>
      )}
    </Alert>
  );
}
