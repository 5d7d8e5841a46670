/** Results of a CSV, looked at before they are noted; many of them are noted by a job. */
import { Button, Group, Loader, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { ReplyOf } from "../../ground/kernel/contract.ts";
import { DateText, Status } from "../../ground/platform/web/content/values.web.tsx";
import { notify } from "../../ground/platform/web/feedback/notify.web.tsx";
import { download, showError, useAct, useCall, useInvalidate } from "../../ground/platform/web/http/api.web.ts";
import { useOnChange } from "../../ground/platform/web/http/polling.web.ts";
import { FilePicker } from "../../ground/platform/web/inputs/files.web.tsx";
import { Section } from "../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable } from "../../ground/platform/web/table/table.web.tsx";
import { listUploads, readAnswers, refusedRows } from "./surveillance.contract.ts";
import { maxAnswers, maxAtOnce } from "./surveillance.ts";
import { useSurveillanceTexts } from "./texts.web.ts";

type Looked = ReplyOf<typeof readAnswers>;
type Line = Looked["rows"][number];

function useLookedColumns(): Column<Line>[] {
  const t = useSurveillanceTexts();
  return [
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
}

/** The rows of the file with what is wrong with each; of many the first only. */
function LookedAt({ looked: { good, bad, rows } }: { looked: Looked }): ReactNode {
  const t = useSurveillanceTexts();
  return (
    <>
      {good + bad > maxAtOnce && (
        <Text size="sm" my="xs">
          {t("shownOf", { good, bad, shown: rows.length })} {t("tooManyAtOnce", { max: maxAtOnce })}
        </Text>
      )}
      <DataTable
        id="address-answers"
        label={t("upload")}
        columns={useLookedColumns()}
        list={{ data: { items: rows }, error: null, refetch: () => undefined }}
        rowName={(row) => String(row.row)}
        empty={{ title: t("noCsv") }}
      />
    </>
  );
}

export function UploadForm({ close, onDone }: { close: () => void; onDone: () => void }): ReactNode {
  const t = useSurveillanceTexts();
  const [files, setFiles] = useState<File[]>([]);
  const [looked, setLooked] = useState<Looked>();
  const act = useAct(readAnswers);
  const invalidate = useInvalidate();
  const send = async (apply: boolean): Promise<void> => {
    const [file] = files;
    if (!file) return;
    const reply = await act.run({ body: { apply }, files: { file } });
    if (!reply) return;
    setLooked(reply);
    if (!apply) return;
    onDone();
    if (reply.upload !== null) {
      await invalidate(listUploads);
      setFiles([]);
      setLooked(undefined);
      return;
    }
    notify({ message: t("applied", { count: reply.applied }), variant: "success" });
    if (reply.applied === reply.rows.length) close();
  };
  return (
    <>
      <FilePicker
        label={t("uploadFile")}
        description={t("uploadHint", { max: maxAnswers })}
        accept={{ "text/csv": [".csv"] }}
        value={files}
        onChange={(chosen) => {
          setFiles(chosen);
          setLooked(undefined);
        }}
      />
      {looked !== undefined && <LookedAt looked={looked} />}
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
      <Uploads onDone={onDone} />
    </>
  );
}

/** What became of the uploads that a job notes; they outlive this window. */
function Uploads({ onDone }: { onDone: () => void }): ReactNode {
  const t = useSurveillanceTexts();
  const [moves, setMoves] = useState(true);
  const uploads = useCall(listUploads, {}, { quiet: true, ...(moves ? { every: 1000 } : {}) });
  const items = uploads.data?.items ?? [];
  const isRunning = items.some(({ finishedAt }) => finishedAt === null);
  if (uploads.data && isRunning !== moves) setMoves(isRunning);
  useOnChange(uploads.data && items.map(({ id, finishedAt }) => `${id} ${finishedAt}`).join(), onDone);
  if (items.length === 0) return null;
  return (
    <Section title={t("uploads")}>
      {items.map((upload) => (
        <Group key={upload.id} justify="space-between" gap="xs" py={4}>
          <div>
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              {upload.fileName} · <DateText value={upload.askedAt} time="HH:mm" />
            </Text>
            <Text size="xs" c="dimmed">
              {t("uploadState", { applied: upload.applied, rows: upload.rows, refused: upload.refused })}
            </Text>
          </div>
          {upload.finishedAt === null ? (
            <Loader size="xs" />
          ) : (
            upload.refused > 0 && (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => download(refusedRows, { params: { id: upload.id } }).catch(showError)}
              >
                {t("refusedRows")}
              </Button>
            )
          )}
        </Group>
      ))}
    </Section>
  );
}
