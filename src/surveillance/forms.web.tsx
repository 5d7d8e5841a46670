/** What was found at an address, by hand or from a CSV that is looked at before it is applied. */
import { Button, Group, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { ReplyOf } from "../kernel/contract.ts";
import { useAct } from "../platform/web/api.web.ts";
import { SelectField } from "../platform/web/choices.web.tsx";
import { DateField } from "../platform/web/dates.web.tsx";
import { FilePicker } from "../platform/web/files.web.tsx";
import { Form, TextField, useForm } from "../platform/web/form.web.tsx";
import { notify } from "../platform/web/notify.web.tsx";
import { Status } from "../platform/web/show.web.tsx";
import { type Column, DataTable } from "../platform/web/table.web.tsx";
import { answerCheck, type CheckRow, readAnswers } from "./surveillance.contract.ts";
import { checkResults, maxAnswers } from "./surveillance.ts";
import { useSurveillanceTexts } from "./wording.web.ts";

const empty = { street: "", houseNumber: "", addition: "", postcode: "", city: "", country: "NL" };

export function AnswerForm(props: {
  check: CheckRow;
  today: string;
  close: () => void;
  onDone: () => void;
}): ReactNode {
  const t = useSurveillanceTexts();
  const { check, today, close, onDone } = props;
  const act = useAct(answerCheck);
  const form = useForm({
    result: "confirmed",
    checkedOn: today as string | null,
    source: "",
    address: empty,
    version: check.version,
  });
  const result = checkResults.find((known) => known === form.values.result) ?? "confirmed";
  return (
    <Form
      form={form}
      label={t("answer")}
      submit={t("save")}
      onSave={async ({ address, checkedOn, ...body }) => {
        const moved = result === "moved" ? { address } : {};
        await act.mutateAsync({
          params: { id: check.id },
          body: { ...body, ...moved, result, checkedOn: checkedOn ?? "" },
        });
        onDone();
        notify({ message: t("answered"), variant: "success" });
      }}
      onSaved={close}
      onCancel={close}
    >
      <Text size="sm" c="dimmed">
        {check.debtorName}, {check.street} {check.houseNumber}, {check.postcode} {check.city}
      </Text>
      <SelectField
        name="result"
        label={t("result")}
        required
        options={checkResults.map((value) => ({ value, label: t(`result_${value}`) }))}
        description={t(`effect_${result}`)}
      />
      <Group grow align="start">
        <DateField name="checkedOn" label={t("checkedOn")} required />
        <TextField name="source" label={t("source")} placeholder={t("sourceHint")} maxLength={100} />
      </Group>
      {result === "moved" && (
        <>
          <Group grow align="start">
            <TextField name="address.street" label={t("street")} required maxLength={200} />
            <TextField name="address.houseNumber" label={t("houseNumber")} required maxLength={10} />
            <TextField name="address.addition" label={t("addition")} maxLength={20} />
          </Group>
          <Group grow align="start">
            <TextField name="address.postcode" label={t("postcode")} required maxLength={12} />
            <TextField name="address.city" label={t("city")} required maxLength={100} />
            <TextField name="address.country" label={t("country")} required maxLength={2} />
          </Group>
        </>
      )}
    </Form>
  );
}

type Looked = ReplyOf<typeof readAnswers>;
type Line = Looked["rows"][number];

export function UploadForm({ close, onDone }: { close: () => void; onDone: () => void }): ReactNode {
  const t = useSurveillanceTexts();
  const [files, setFiles] = useState<File[]>([]);
  const [looked, setLooked] = useState<Looked>();
  const act = useAct(readAnswers);
  const send = async (apply: boolean): Promise<void> => {
    const [file] = files;
    if (!file) return;
    const reply = await act.run({ body: { apply }, files: { file } });
    if (!reply) return;
    setLooked(reply);
    if (!apply) return;
    onDone();
    notify({ message: t("applied", { count: reply.applied }), variant: "success" });
    if (reply.applied === reply.rows.length) close();
  };
  const columns: Column<Line>[] = [
    { key: "row", label: t("row"), as: "number" },
    { key: "fileNumber", label: t("file") },
    {
      key: "result",
      label: t("result"),
      formatter: (_value, row) => (row.result === null ? null : t(`result_${row.result}`)),
    },
    {
      key: "error",
      label: t("problem"),
      formatter: (_value, row) =>
        row.error === null ? <Status tone="good">{t("good")}</Status> : <Status tone="bad">{row.error}</Status>,
    },
  ];
  return (
    <>
      <FilePicker
        label={t("upload")}
        description={t("uploadHint", { max: maxAnswers })}
        accept={{ "text/csv": [".csv"] }}
        value={files}
        onChange={(chosen) => {
          setFiles(chosen);
          setLooked(undefined);
        }}
      />
      {looked !== undefined && (
        <DataTable
          id="address-answers"
          label={t("upload")}
          columns={columns}
          list={{ data: { items: looked.rows }, error: null, refetch: () => undefined }}
          rowName={(row) => String(row.row)}
          empty={{ title: t("noCsv") }}
        />
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" disabled={files.length === 0} onClick={() => void send(false)}>
          {t("look")}
        </Button>
        <Button
          disabled={looked === undefined || looked.good === 0 || looked.applied > 0}
          loading={act.isPending}
          onClick={() => void send(true)}
        >
          {t("apply", { count: looked?.good ?? 0 })}
        </Button>
      </Group>
    </>
  );
}
