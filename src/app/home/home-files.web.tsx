/** The files whose turn it is, on the first screen of whoever works on files: the oldest first, one's own where there are any. */
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { agendaScreen } from "../../cases/agenda/agenda.contract.ts";
import { showScreen } from "../../cases/file-page/file-page.contract.ts";
import { type FileRow, searchFiles, searchScreen } from "../../cases/file-search/file-search.contract.ts";
import { workQueueScreen } from "../../cases/work-queue/work-queue.contract.ts";
import { useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { useHouseDay } from "../../ground/platform/web/content/today.web.ts";
import { DueDate, Money } from "../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../ground/platform/web/http/api.web.ts";
import { useMay, useMe } from "../../ground/platform/web/pages/current-user.web.tsx";
import { Link } from "../../ground/platform/web/pages/links.web.tsx";
import { Section } from "../../ground/platform/web/pages/page.web.tsx";
import type { appTexts } from "../app.texts.ts";
import styles from "./home.module.css";

const shown = 10;

export function DueFiles(): ReactNode {
  const t = useTexts<typeof appTexts>("app");
  const { id } = useMe();
  const today = useHouseDay();
  const [maySearch, worksOnFiles, hasQueue] = [useMay(searchScreen), useMay(agendaScreen), useMay(workQueueScreen)];
  const enabled = maySearch && worksOnFiles;
  const due = { limit: shown, order: { field: "nextActionOn", direction: "asc" } } as const;
  const own = useCall(
    searchFiles,
    { query: { ...due, filter: { nextActionTo: today, caseManager: [id] } } },
    { enabled, quiet: true },
  );
  const hasNone = own.data?.items.length === 0;
  const all = useCall(
    searchFiles,
    { query: { ...due, filter: { nextActionTo: today } } },
    { enabled: enabled && hasNone, quiet: true },
  );
  const items = (hasNone ? all.data : own.data)?.items ?? [];
  if (items.length === 0) return null;
  const start = hasQueue && !hasNone && (
    <Button component={Link} to={workQueueScreen} size="compact-sm" variant="default">
      {t("homeStart")}
    </Button>
  );
  return (
    <Section title={t("homeDue")} aside={start || undefined}>
      <ul className={styles.due}>
        {items.map((file) => (
          <DueFile key={file.id} file={file} today={today} />
        ))}
      </ul>
    </Section>
  );
}

function DueFile({ file, today }: { file: FileRow; today: string }): ReactNode {
  const { nextActionOn } = file;
  return (
    <li>
      <Link to={showScreen} params={{ id: file.id }}>
        {file.number}
      </Link>
      <span>{file.debtorName}</span>
      <Money cents={file.openCents} />
      <small>
        {file.nextStep} {nextActionOn !== null && <DueDate value={nextActionOn} overdue={nextActionOn < today} />}
      </small>
    </li>
  );
}
