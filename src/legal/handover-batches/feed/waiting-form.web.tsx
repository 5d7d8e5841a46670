/** What a person does about a line of an office's feed that waits: says what its word means, tries it again, or notes how it was dealt with. */
import { Button, Checkbox, Group, Select, Stack, Text, Textarea } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct } from "../../../ground/platform/web/http/api.web.ts";
import { listBatches, listBatchFiles, listEvents } from "../batches/batches.contract.ts";
import { batchStatistics, importedCosts, listReports } from "../monitoring/monitoring.contract.ts";
import { useBatchTexts, useScreenTexts } from "../texts.web.ts";
import { assignReport, listCodes, readProceedings, retryReport, settleReport } from "./feed.contract.ts";
import { reportKinds } from "./reports.ts";

const invalidates = [
  ...[listReports, importedCosts, batchStatistics, listBatches, listBatchFiles, listEvents, listCodes, readProceedings],
];

export interface WaitingLine {
  readonly id: number;
  readonly text: string;
  readonly code: string | null;
  readonly problemCode: string | null;
  readonly problem: string | null;
}

/** What a word of the office means that is not known: for this line, or always. */
function CodeMeaning(props: { busy: boolean; onAssign: (body: BodyOf<typeof assignReport>) => void }): ReactNode {
  const t = useScreenTexts();
  const names = useBatchTexts();
  const [kind, setKind] = useState<(typeof reportKinds)[number]>("payment");
  const [always, setAlways] = useState(false);
  return (
    <>
      <Select
        label={t("codeMeans")}
        allowDeselect={false}
        value={kind}
        data={reportKinds.map((each) => ({ value: each, label: names(`report_${each}`) }))}
        onChange={(value) => setKind(reportKinds.find((each) => each === value) ?? "payment")}
      />
      <Checkbox
        label={t("codeAlways")}
        checked={always}
        onChange={({ currentTarget }) => setAlways(currentTarget.checked)}
      />
      <Group>
        <Button disabled={props.busy} onClick={() => props.onAssign({ kind, always })}>
          {t("assign")}
        </Button>
      </Group>
    </>
  );
}

interface DealtWithProps {
  readonly busy: boolean;
  readonly onNote: (note: string) => void;
  readonly close: () => void;
}

/** That the line was dealt with elsewhere, with a word on how. */
function DealtWith({ busy, onNote, close }: DealtWithProps): ReactNode {
  const t = useScreenTexts();
  const [note, setNote] = useState("");
  return (
    <>
      <Textarea
        label={t("dealtWith")}
        description={t("dealtWithHint")}
        value={note}
        maxLength={500}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {t("cancel")}
        </Button>
        <Button variant="default" disabled={busy || note.trim() === ""} onClick={() => onNote(note)}>
          {t("noteDealtWith")}
        </Button>
      </Group>
    </>
  );
}

export function WaitingForm({ line, close }: { line: WaitingLine; close: () => void }): ReactNode {
  const t = useScreenTexts();
  const assign = useAct(assignReport, { invalidates });
  const retry = useAct(retryReport, { invalidates });
  const settle = useAct(settleReport, { invalidates });
  const params = { id: line.id };
  const busy = assign.isPending || retry.isPending || settle.isPending;
  const notifyResult = ({ state, why, others }: { state: string; why: string; others: number }): void => {
    const message = state === "done" ? t("lineDone", { others }) : why;
    notify({ message, variant: state === "done" ? "success" : "warning" });
    if (state === "done") close();
  };
  return (
    <Stack gap="sm">
      <Text size="sm">{line.text}</Text>
      <Text size="sm" fw={600}>
        {line.problem}
        {line.code === null ? "" : ` (${line.code})`}
      </Text>
      {line.problemCode === "unknownCode" && (
        <CodeMeaning busy={busy} onAssign={(body) => assign.mutate({ params, body }, { onSuccess: notifyResult })} />
      )}
      {["refused", "unknownFile", "shape", "future"].includes(line.problemCode ?? "") && (
        <Group>
          <Button
            variant="default"
            disabled={busy}
            onClick={() => retry.mutate({ params, body: {} }, { onSuccess: notifyResult })}
          >
            {t("tryAgain")}
          </Button>
        </Group>
      )}
      {line.problemCode === "aboveScale" && (
        <Group>
          <Button
            disabled={busy}
            onClick={() => retry.mutate({ params, body: { atScale: true } }, { onSuccess: notifyResult })}
          >
            {t("bookAtScale")}
          </Button>
        </Group>
      )}
      <DealtWith
        busy={busy}
        onNote={(note) => settle.mutate({ params, body: { note } }, { onSuccess: close })}
        close={close}
      />
    </Stack>
  );
}
