/** The import of claims: a file, its columns, the verdict on every row, and then the files. One address for each upload. */
import { Alert, Button, Group, Progress, Text } from "@mantine/core";
import { IconDownload, IconInfoCircle } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import { getJob } from "../platform/platform.contract.ts";
import { download, showError, useAct, useCall } from "../platform/web/api.web.ts";
import { ClientPicker } from "../platform/web/choices.web.tsx";
import { confirm } from "../platform/web/dialogs.web.tsx";
import { FilePicker } from "../platform/web/files.web.tsx";
import { formatMoney, formatNumber } from "../platform/web/format.ts";
import { Link, useAddressQuery } from "../platform/web/nav.web.tsx";
import { Loaded, Page, Section } from "../platform/web/page.web.tsx";
import { dateText } from "../platform/web/show.web.tsx";
import { useLanguage } from "../platform/web/texts.web.ts";
import { ApiError } from "../platform/web/transport.web.ts";
import { BatchTable } from "./batches.web.tsx";
import { ChooseColumns } from "./columns.web.tsx";
import {
  type Batch,
  cancelImport,
  downloadLayout,
  downloadRejected,
  listImports,
  placeImport,
  readImport,
  uploadImport,
} from "./intake.contract.ts";
import styles from "./intake.module.css";
import { Rows } from "./rows.web.tsx";
import { useIntakeTexts } from "./wording.web.ts";

/** How often the progress of a job is asked for. */
const pollMillis = 700;

export function FileImport(): ReactNode {
  const { values } = useAddressQuery();
  const id = Number(values.upload);
  return Number.isSafeInteger(id) && id > 0 ? <OneImport id={id} /> : <NewImport />;
}

const accepted = {
  "text/csv": [".csv", ".txt"],
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": [".xlsx"],
};

function NewImport(): ReactNode {
  const t = useIntakeTexts();
  const { set } = useAddressQuery();
  const [client, setClient] = useState<number | null>(null);
  const [files, setFiles] = useState<File[]>([]);
  const [error, setError] = useState<ApiError>();
  const upload = useAct(uploadImport, { invalidates: [listImports] });
  const send = async (): Promise<void> => {
    const [file] = files;
    if (!file) return;
    setError(undefined);
    try {
      const batch = await upload.mutateAsync({ body: client === null ? {} : { client }, files: { file } });
      set({ upload: batch.id }, { push: true });
    } catch (problem) {
      if (problem instanceof ApiError && problem.isValidation) setError(problem);
      else showError(problem);
    }
  };
  const layout = (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void download(downloadLayout, {}).catch(showError)}
    >
      {t("layout")}
    </Button>
  );
  return (
    <Page title={t("importTitle")} actions={layout}>
      <Steps at="stepUpload" />
      <div className={styles.form}>
        <div className={styles.stack}>
          <ClientPicker
            label={t("client")}
            description={t("clientHint")}
            value={client}
            error={error?.errors.client?.[0]}
            onChange={(id) => setClient(id === null ? null : Number(id))}
          />
          <FilePicker
            label={t("chooseFile")}
            description={t("dropHint")}
            value={files}
            onChange={setFiles}
            accept={accepted}
            nameLimit={60}
            maxBytes={100 * 1024 * 1024}
            errors={error?.errors.file ?? []}
            required
          />
          <Group>
            <Button onClick={() => void send()} disabled={files.length === 0} loading={upload.isPending}>
              {t("upload")}
            </Button>
          </Group>
        </div>
      </div>
      <RecentImports />
    </Page>
  );
}

function RecentImports(): ReactNode {
  const t = useIntakeTexts();
  const list = useCall(listImports, { query: { limit: 50 } });
  if (list.data?.items.length === 0) return null;
  return (
    <div className={styles.recent}>
      <Section title={t("recent")}>
        <BatchTable id="recent-imports" label={t("recent")} list={list} chooser={false} />
      </Section>
    </div>
  );
}

const steps = ["stepUpload", "stepColumns", "stepCheck", "stepPlace"] as const;
type Step = (typeof steps)[number];

const stepOf = (batch: Batch): Step =>
  batch.state === "uploaded" || batch.state === "failed"
    ? "stepColumns"
    : batch.state === "checking" || batch.state === "checked"
      ? "stepCheck"
      : "stepPlace";

function Steps({ at }: { at: Step }): ReactNode {
  const t = useIntakeTexts();
  return (
    <ol className={styles.steps}>
      {steps.map((step, index) => (
        <li key={step} aria-current={step === at ? "step" : undefined}>
          {index + 1}. {t(step)}
        </li>
      ))}
    </ol>
  );
}

function OneImport({ id }: { id: number }): ReactNode {
  const [again, setAgain] = useState(false);
  const batch = useCall(readImport, { params: { id } }, { every: false, keep: false });
  return (
    <Loaded of={batch}>
      {(data) => (
        <ImportSteps
          batch={data}
          again={again}
          onAgain={setAgain}
          onChanged={() => {
            setAgain(false);
            void batch.refetch();
          }}
        />
      )}
    </Loaded>
  );
}

function ImportSteps(props: {
  batch: Batch;
  again: boolean;
  onAgain: (again: boolean) => void;
  onChanged: () => void;
}): ReactNode {
  const t = useIntakeTexts();
  const { batch } = props;
  const choosing = props.again || batch.state === "uploaded" || batch.state === "failed";
  const busy = batch.state === "checking" || batch.state === "placing";
  return (
    <Page title={t("importTitle")} tab={t("importTitle")} count={batch.fileName} actions={<Links batch={batch} />}>
      <Steps at={choosing ? "stepColumns" : stepOf(batch)} />
      <Notices batch={batch} />
      {choosing && <ChooseColumns batch={batch} onChecked={props.onChanged} />}
      {!choosing && busy && <Working batch={batch} onDone={props.onChanged} />}
      {!choosing && !busy && <Outcome {...props} />}
    </Page>
  );
}

function Links({ batch }: { batch: Batch }): ReactNode {
  const t = useIntakeTexts();
  const { set } = useAddressQuery();
  const cancel = useAct(cancelImport, { invalidates: [readImport, listImports] });
  const open = batch.state === "uploaded" || batch.state === "checked" || batch.state === "failed";
  const giveUp = async (): Promise<void> => {
    const sure = await confirm(t("giveUpConfirm", { file: batch.fileName }), { yes: t("giveUp"), danger: true });
    if (sure && (await cancel.run({ params: { id: batch.id }, body: { version: batch.version } })))
      set({ upload: null });
  };
  return (
    <>
      {open && (
        <Button variant="default" onClick={() => void giveUp()}>
          {t("giveUp")}
        </Button>
      )}
      <Button variant="default" onClick={() => set({ upload: null, page: null, verdict: null }, { push: true })}>
        {t("another")}
      </Button>
    </>
  );
}

function Notices({ batch }: { batch: Batch }): ReactNode {
  const t = useIntakeTexts();
  return (
    <>
      {batch.error !== null && (
        <Alert color="red" variant="light" role="alert" mb="sm">
          {batch.error}
        </Alert>
      )}
      {batch.sameAs && batch.state !== "placed" && batch.state !== "cancelled" && (
        <Alert color="yellow" variant="light" icon={<IconInfoCircle size={18} aria-hidden />} mb="sm">
          {t("sameBytes", { file: batch.sameAs.fileName, date: dateText(batch.sameAs.uploadedAt, { time: "HH:mm" }) })}
        </Alert>
      )}
    </>
  );
}

/** The job that runs, asked for until the upload itself says that it is over: the tab may be closed meanwhile. */
function Working({ batch, onDone }: { batch: Batch; onDone: () => void }): ReactNode {
  const t = useIntakeTexts();
  const language = useLanguage();
  const now = useCall(readImport, { params: { id: batch.id } }, { every: pollMillis, quiet: true });
  const { values } = useAddressQuery();
  const job = useCall(
    getJob,
    { params: { id: values.job ?? "" } },
    { enabled: values.job !== undefined, every: pollMillis, quiet: true },
  );
  const state = now.data?.state;
  useEffect(() => {
    if (state !== undefined && state !== batch.state) onDone();
  }, [state, batch.state, onDone]);
  const [done, total] =
    batch.state === "placing"
      ? [now.data?.filesPlaced ?? 0, batch.counts.files]
      : [job.data?.done ?? 0, job.data?.total ?? 0];
  const share = total > 0 ? Math.min(100, (done / total) * 100) : 0;
  return (
    <div className={styles.bar} role="status">
      <Text mb={6}>{t(batch.state === "placing" ? "placing" : "checking")}</Text>
      <Progress value={share} animated aria-label={t(batch.state === "placing" ? "placing" : "checking")} />
      {total > 0 && (
        <Text size="sm" c="dimmed" mt={4}>
          {t("progressOf", { done: formatNumber(done, language), total: formatNumber(total, language) })}
        </Text>
      )}
    </div>
  );
}

function Outcome(props: { batch: Batch; onAgain: (again: boolean) => void; onChanged: () => void }): ReactNode {
  const t = useIntakeTexts();
  const language = useLanguage();
  const { batch } = props;
  const place = useAct(placeImport);
  const amount = formatMoney(batch.counts.cents, language);
  const start = async (): Promise<void> => {
    const count = formatNumber(batch.counts.files, language);
    const sure = await confirm(t("placeConfirm", { file: batch.fileName, count, amount }), {
      yes: t("place", { count }),
    });
    if (sure && (await place.run({ params: { id: batch.id }, body: { version: batch.version } }))) props.onChanged();
  };
  return (
    <>
      <Group mb="md" gap="xs">
        {batch.state === "checked" && (
          <>
            <Button onClick={() => void start()} disabled={batch.counts.files === 0} loading={place.isPending}>
              {t("place", { count: formatNumber(batch.counts.files, language) })}
            </Button>
            <Button variant="default" onClick={() => props.onAgain(true)}>
              {t("backToColumns")}
            </Button>
          </>
        )}
        {batch.state === "placed" && (
          <Text fw={550}>
            {t("placed", {
              count: formatNumber(batch.filesPlaced, language),
              amount: formatMoney(batch.principalCents, language),
            })}
          </Text>
        )}
        {batch.counts.rejected > 0 && (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void download(downloadRejected, { params: { id: batch.id } }).catch(showError)}
          >
            {t("downloadRejected", { count: formatNumber(batch.counts.rejected, language) })}
          </Button>
        )}
        {batch.state === "placed" && (
          <Link to="/file/search" search={{ client: batch.client?.id }}>
            {t("showFiles")}
          </Link>
        )}
      </Group>
      {batch.state !== "cancelled" && <Rows batch={batch} />}
    </>
  );
}
