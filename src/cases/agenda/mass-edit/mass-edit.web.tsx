/** The progress and result of an action on a whole list of agenda items, with undo. Shown above the lists. */
import { Button, Group, Progress, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { useOnChange } from "../../../ground/platform/web/http/polling.web.ts";
import { WorkNotice } from "../../../ground/platform/web/work.web.tsx";
import styles from "../agenda.module.css";
import { useAgendaTexts, useRefresh } from "../texts.web.ts";
import { type AgendaWork, listAgendaWorks, undoAgendaWork } from "./mass-edit.contract.ts";

const watchMillis = 1000;
/** The work whose outcome this person has seen and put away, for as long as the tab is open. */
const hiddenKey = "agenda-work-hidden";

const movesNow = (work: AgendaWork | undefined): boolean => work?.state === "making" || work?.state === "undoing";

const standOf = (work: AgendaWork | undefined): string => (work ? `${work.id} ${work.state}` : "none");

export function Works(): ReactNode {
  const refresh = useRefresh();
  const [hidden, setHidden] = useState(() => Number(sessionStorage.getItem(hiddenKey) ?? 0));
  const [watching, setWatching] = useState(false);
  const { data } = useCall(listAgendaWorks, {}, { every: watching && watchMillis, quiet: true });
  const work = data?.items[0];
  const moves = movesNow(work);
  const watches = moves && work?.work?.state !== "failed";
  if (watching !== watches) setWatching(watches);
  useOnChange(data && standOf(work), refresh);
  if (!work || work.id === hidden) return null;
  const hide = (): void => {
    sessionStorage.setItem(hiddenKey, String(work.id));
    setHidden(work.id);
  };
  return (
    <Group className={styles.work ?? ""} gap="sm" role="status">
      {moves ? <Moving work={work} /> : <Over work={work} onHide={hide} />}
      {moves && <WorkNotice work={work.work} invalidates={[listAgendaWorks]} />}
    </Group>
  );
}

function Moving({ work }: { work: AgendaWork }): ReactNode {
  const t = useAgendaTexts();
  const [done, total] =
    work.state === "making" ? [work.done + work.left, work.items] : [work.undone + work.kept, work.done];
  const name = t(work.state === "making" ? `work_${work.kind}` : "workUndo", { count: total });
  return (
    <>
      <Text size="sm">{name}</Text>
      <Progress value={(100 * done) / Math.max(1, total)} aria-label={name} animated w={180} />
      <Text size="sm" c="dimmed">
        {t("workProgress", { done: done, total: total })}
      </Text>
    </>
  );
}

function Over({ work, onHide }: { work: AgendaWork; onHide: () => void }): ReactNode {
  const t = useAgendaTexts();
  const undo = useAct(undoAgendaWork, { invalidates: [listAgendaWorks] });
  const resultText = (
    key: `worked_${AgendaWork["kind"]}` | "workLeft" | "workUndone" | "workKept",
    count: number,
  ): string => t(key, { count });
  const lines =
    work.state === "done"
      ? [resultText(`worked_${work.kind}`, work.done), work.left > 0 ? resultText("workLeft", work.left) : ""]
      : [resultText("workUndone", work.undone), work.kept > 0 ? resultText("workKept", work.kept) : ""];
  return (
    <>
      <Text size="sm">{lines.join(" ").trim()}</Text>
      {work.state === "done" && work.done > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          loading={undo.isPending}
          onClick={() => void undo.run({ params: { id: work.id } })}
        >
          {t("undo")}
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" color="gray" onClick={onHide}>
        {t("hide")}
      </Button>
    </>
  );
}
