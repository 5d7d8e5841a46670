/** Noting an office's receipt by hand: count, total and hash as it confirmed them, and which files it took under which number. */
import { Checkbox, Group, Stack, Text, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { Form, NumberField, TextField, useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { Loaded } from "../../../ground/platform/web/pages/page.web.tsx";
import { useScreenTexts } from "../texts.web.ts";
import { type BatchFile, type HandoverBatch, listBatchFiles, tellReceipt } from "./batches.contract.ts";
import { batchReads } from "./reads.web.ts";

export function ReceiptForm({ batch, close }: { batch: HandoverBatch; close: () => void }): ReactNode {
  const files = useCall(listBatchFiles, {
    params: { id: batch.id },
    query: { limit: 500, filter: { state: ["sent"] } },
  });
  return <Loaded of={files}>{({ items }) => <Receipt batch={batch} files={items} close={close} />}</Loaded>;
}

interface Answer {
  readonly accepted: boolean;
  readonly officeNumber: string;
  readonly reason: string;
}
const taken: Answer = { accepted: true, officeNumber: "", reason: "" };

function Receipt(props: { batch: HandoverBatch; files: readonly BatchFile[]; close: () => void }): ReactNode {
  const { batch, files, close } = props;
  const t = useScreenTexts();
  const [answers, setAnswers] = useState<Readonly<Record<string, Answer>>>({});
  const form = useCallForm(tellReceipt, { count: null, total: "", sha256: "", files: [] });
  const tell = useAct(tellReceipt, { invalidates: batchReads });
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
        const told = files.map(({ fileNumber }) => {
          const { accepted, officeNumber, reason } = answerOf(fileNumber);
          return { fileNumber, state: accepted ? ("accepted" as const) : ("rejected" as const), officeNumber, reason };
        });
        await tell.mutateAsync({ params: { id: batch.id }, body: { ...body, files: told } });
        notify({ message: t("noted"), variant: "success" });
      }}
    >
      <Text size="sm" c="dimmed">
        {t("receiptHint")}
      </Text>
      <Group align="flex-start">
        <NumberField name="count" label={t("count")} required />
        <TextField name="total" label={t("totalEuros")} required />
      </Group>
      <TextField name="sha256" label={t("sha256")} required maxLength={64} />
      <Stack gap="xs">
        {files.map(({ fileNumber }) => {
          const answer = answerOf(fileNumber);
          return (
            <Group key={fileNumber} align="center" gap="sm">
              <Checkbox
                label={fileNumber}
                aria-label={`${t("accepts")}: ${fileNumber}`}
                checked={answer.accepted}
                onChange={({ currentTarget }) => change(fileNumber, { accepted: currentTarget.checked })}
              />
              {answer.accepted ? (
                <TextInput
                  size="xs"
                  aria-label={`${t("officeNumber")}: ${fileNumber}`}
                  placeholder={t("officeNumber")}
                  maxLength={60}
                  value={answer.officeNumber}
                  onChange={({ currentTarget }) => change(fileNumber, { officeNumber: currentTarget.value })}
                />
              ) : (
                <TextInput
                  size="xs"
                  w={280}
                  aria-label={`${t("reason")}: ${fileNumber}`}
                  placeholder={t("reason")}
                  maxLength={1000}
                  value={answer.reason}
                  onChange={({ currentTarget }) => change(fileNumber, { reason: currentTarget.value })}
                />
              )}
            </Group>
          );
        })}
      </Stack>
    </Form>
  );
}
