/** Noting an office's receipt by hand: count, total and hash as it confirmed them, and which files it took under which number. */

import { Checkbox, Group, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { labelled } from "../../../ground/platform/web/content/texts.web.ts";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { Form, NumberField, TextField, useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { Loaded } from "../../../ground/platform/web/pages/page.web.tsx";
import { useScreenTexts } from "../texts.web.ts";
import { type BatchFile, enterReceipt, type HandoverBatch, listBatchFiles } from "./batches.contract.ts";
import { batchReads } from "./reads.web.ts";
import { numberedLines } from "./receipt.ts";

/** Up to so many files each has a row of its own; of more the office's own list is pasted. */
const mostRows = 100;

export function ReceiptForm(props: { batch: HandoverBatch; close: () => void }): ReactNode {
  return (props.batch.count ?? 0) > mostRows ? <ReceiptOfMany {...props} /> : <ReceiptByRow {...props} />;
}

/** A receipt of many files: all were taken but those that are listed. */
function ReceiptOfMany({ batch, close }: { batch: HandoverBatch; close: () => void }): ReactNode {
  const t = useScreenTexts();
  const [lists, setLists] = useState({ rejected: "", numbers: "" });
  const [rejected, numbers] = [numberedLines(lists.rejected), numberedLines(lists.numbers)];
  const form = useCallForm(enterReceipt, { count: null, total: "", sha256: "", files: [], othersAccepted: true });
  const enter = useAct(enterReceipt, { invalidates: batchReads });
  const wrong = (line: number | undefined): string | null =>
    line === undefined ? null : t("lineWithoutNumber", { line: String(line) });
  return (
    <Form
      form={form}
      label={t("receipt")}
      onCancel={close}
      onSave={async (body) => {
        // It stands beside its field.
        if (rejected.wrong !== undefined || numbers.wrong !== undefined) return;
        const files = [
          ...rejected.lines.map(({ fileNumber, rest: reason }) => ({ fileNumber, state: "rejected" as const, reason })),
          ...numbers.lines.map(({ fileNumber, rest: officeNumber }) => ({
            ...{ fileNumber, officeNumber },
            state: "accepted" as const,
          })),
        ];
        await enter.mutateAsync({ params: { id: batch.id }, body: { ...body, files } });
        notify({ message: t("noted"), variant: "success" });
        close();
      }}
    >
      <Told />
      <Text size="sm">{t("othersAccepted")}</Text>
      {(["rejected", "numbers"] as const).map((name) => (
        <Textarea
          key={name}
          label={t(name === "rejected" ? "rejectedLines" : "numberLines")}
          autosize
          minRows={3}
          maxRows={12}
          maxLength={900_000}
          value={lists[name]}
          error={wrong(name === "rejected" ? rejected.wrong : numbers.wrong)}
          onChange={({ currentTarget: { value } }) => setLists((known) => ({ ...known, [name]: value }))}
        />
      ))}
    </Form>
  );
}

/** What the office confirmed of the whole. */
function Told(): ReactNode {
  const t = useScreenTexts();
  return (
    <>
      <Text size="sm" c="dimmed">
        {t("receiptHint")}
      </Text>
      <Group align="flex-start">
        <NumberField name="count" label={t("count")} required />
        <TextField name="total" label={t("totalEuros")} required />
      </Group>
      <TextField name="sha256" label={t("sha256")} required maxLength={64} />
    </>
  );
}

function ReceiptByRow({ batch, close }: { batch: HandoverBatch; close: () => void }): ReactNode {
  const files = useCall(listBatchFiles, {
    params: { id: batch.id },
    query: { limit: mostRows, filter: { state: ["sent"] } },
  });
  return <Loaded of={files}>{({ items }) => <Receipt batch={batch} files={items} close={close} />}</Loaded>;
}

interface Answer {
  readonly accepted: boolean;
  readonly officeNumber: string;
  readonly reason: string;
}
const taken: Answer = { accepted: true, officeNumber: "", reason: "" };

interface FileAnswerProps {
  readonly fileNumber: string;
  readonly answer: Answer;
  readonly onChange: (part: Partial<Answer>) => void;
}

/** Whether the office took one file, and its number there or its reason. */
function FileAnswer({ fileNumber, answer, onChange }: FileAnswerProps): ReactNode {
  const t = useScreenTexts();
  return (
    <Group align="center" gap="sm">
      <Checkbox
        label={fileNumber}
        aria-label={labelled(t("accepts"), fileNumber)}
        checked={answer.accepted}
        onChange={({ currentTarget }) => onChange({ accepted: currentTarget.checked })}
      />
      {answer.accepted ? (
        <TextInput
          size="xs"
          aria-label={labelled(t("officeNumber"), fileNumber)}
          placeholder={t("officeNumber")}
          maxLength={60}
          value={answer.officeNumber}
          onChange={({ currentTarget }) => onChange({ officeNumber: currentTarget.value })}
        />
      ) : (
        <TextInput
          size="xs"
          w={280}
          aria-label={labelled(t("reason"), fileNumber)}
          placeholder={t("reason")}
          maxLength={1000}
          value={answer.reason}
          onChange={({ currentTarget }) => onChange({ reason: currentTarget.value })}
        />
      )}
    </Group>
  );
}

function Receipt(props: { batch: HandoverBatch; files: readonly BatchFile[]; close: () => void }): ReactNode {
  const { batch, files, close } = props;
  const t = useScreenTexts();
  const [answers, setAnswers] = useState<Readonly<Record<string, Answer>>>({});
  const form = useCallForm(enterReceipt, { count: null, total: "", sha256: "", files: [] });
  const enter = useAct(enterReceipt, { invalidates: batchReads });
  const answerOf = (number: string): Answer => answers[number] ?? taken;
  const change = (number: string, part: Partial<Answer>): void =>
    setAnswers((known) => ({ ...known, [number]: { ...(known[number] ?? taken), ...part } }));
  return (
    <Form
      form={form}
      label={t("receipt")}
      onCancel={close}
      onSaved={close}
      onSave={async (body) => {
        const receivedFiles = files.map(({ fileNumber }) => {
          const { accepted, officeNumber, reason } = answerOf(fileNumber);
          return { fileNumber, state: accepted ? ("accepted" as const) : ("rejected" as const), officeNumber, reason };
        });
        await enter.mutateAsync({ params: { id: batch.id }, body: { ...body, files: receivedFiles } });
        notify({ message: t("noted"), variant: "success" });
      }}
    >
      <Told />
      <Stack gap="xs">
        {files.map(({ fileNumber }) => (
          <FileAnswer
            key={fileNumber}
            fileNumber={fileNumber}
            answer={answerOf(fileNumber)}
            onChange={(part) => change(fileNumber, part)}
          />
        ))}
      </Stack>
    </Form>
  );
}
