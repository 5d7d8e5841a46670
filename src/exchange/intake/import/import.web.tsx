/** The import of claims: a file, its columns, the verdict on every row, and then the files. One address for each upload. */
import { Alert, Button, Group, Progress, SegmentedControl, Text } from "@mantine/core";
import { IconDownload, IconInfoCircle } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import { getJob } from "../../../ground/platform/platform.contract.ts";
import { dateText } from "../../../ground/platform/web/content/values.web.tsx";
import { confirm } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { download, showError, useAct, useCall, useInvalidate } from "../../../ground/platform/web/http/api.web.ts";
import { useOnChange } from "../../../ground/platform/web/http/polling.web.ts";
import { ApiError } from "../../../ground/platform/web/http/transport.web.ts";
import { ClientPicker } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { FilePicker } from "../../../ground/platform/web/inputs/files.web.tsx";
import { useHolds } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { useAddressQuery } from "../../../ground/platform/web/pages/links.web.tsx";
import { Loaded, Page, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { WorkNotice } from "../../../ground/platform/web/work.web.tsx";
import styles from "../intake.module.css";
import { ChooseColumns } from "../reading/columns.web.tsx";
import { LayoutColumns } from "../reading/layout-columns.web.tsx";
import { useIntakeTexts } from "../texts.web.ts";
import { ImportNotices, SeenNotices } from "../uploads/notices.web.tsx";
import { UndoButton, undoneThings, useUndoTexts } from "../uploads/undo.web.tsx";
import { BatchTable } from "../uploads/uploads.web.tsx";
import {
  type Batch,
  cancelImport,
  downloadLayout,
  listImportDocuments,
  listImportRows,
  listImports,
  readImport,
} from "./import.contract.ts";
import { useImportKind } from "./kind.web.tsx";
import { areaOf, type ImportArea, type ImportMode } from "./layout.ts";
import { Outcome } from "./result.web.tsx";

/** How often the progress of a job is asked for. */
const pollMillis = 700;

/** The import of rows of some kinds; within `ImportOf` that of another area. */
export function ImportScreen({ modes }: { modes: readonly ImportMode[] }): ReactNode {
  const { values } = useAddressQuery();
  const id = Number(values.upload);
  return Number.isSafeInteger(id) && id > 0 ? <OneImport id={id} /> : <NewImport modes={modes} />;
}

/** New claims; and for whoever may edit files, corrections and withdrawals. */
export function FileImport(): ReactNode {
  const isEditor = useHolds("ROLE_FILE_EDIT");
  return <ImportScreen modes={isEditor ? ["new", "correct", "withdraw"] : ["new"]} />;
}

/** Instalments of contracts. */
export const SubscriptionImport = (): ReactNode => <ImportScreen modes={["instalments"]} />;

const titleOf = (mode: ImportMode) =>
  mode === "instalments" ? "subscriptionTitle" : areaOf(mode) === "precasso" ? "precassoTitle" : "importTitle";

/** Downloads a table that has the columns of this kind of import. */
function LayoutButton({ mode }: { mode: ImportMode }): ReactNode {
  const t = useIntakeTexts();
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void download(downloadLayout, { query: { mode } }).catch(showError)}
    >
      {t("layout")}
    </Button>
  );
}

interface ModeProps {
  readonly modes: readonly ImportMode[];
  readonly mode: ImportMode;
  /** The first kind is what stands in the address where nothing does. */
  readonly onChoose: (kind: string | null) => void;
}

function ModeChoice({ modes, mode, onChoose }: ModeProps): ReactNode {
  const t = useIntakeTexts();
  return (
    <>
      {modes.length > 1 && (
        <SegmentedControl
          data={modes.map((value) => ({ value, label: t(`mode_${value}`) }))}
          value={mode}
          onChange={(value) => onChoose(value === modes[0] ? null : value)}
          aria-label={t("mode")}
        />
      )}
      <Text size="sm" c="dimmed">
        {t(`modeHint_${mode}`)}
      </Text>
    </>
  );
}

const pickLabel = (mode: ImportMode) =>
  mode === "precassoPayments" ? "chooseStatement" : areaOf(mode) === "precasso" ? "chooseTable" : "chooseFile";

function NewImport({ modes }: { modes: readonly ImportMode[] }): ReactNode {
  const t = useIntakeTexts();
  const { set, values } = useAddressQuery();
  const mode = modes.find((known) => known === values.kind) ?? modes[0] ?? "new";
  const [client, setClient] = useState<number | null>(null);
  const [files, setFiles] = useState<File[]>([]);
  const [error, setError] = useState<ApiError>();
  const { accepted, address, area, useSend } = useImportKind();
  const upload = useSend();
  const send = async (): Promise<void> => {
    const [file] = files;
    if (!file) return;
    setError(undefined);
    try {
      const batch = await upload.send({ mode, client, file });
      set({ upload: batch.id }, { push: true });
    } catch (problem) {
      if (problem instanceof ApiError && problem.isValidation) setError(problem);
      else showError(problem);
    }
  };
  return (
    <Page title={t(titleOf(mode))} actions={<LayoutButton mode={mode} />}>
      <Steps at="stepUpload" />
      <ImportNotices addressOf={(upload) => address(upload, mode)} />
      <div className={styles.form}>
        <div className={styles.stack}>
          <ModeChoice modes={modes} mode={mode} onChoose={(kind) => set({ kind })} />
          <ClientPicker
            label={t("client")}
            {...(mode === "instalments" ? { required: true } : { description: t("clientHint") })}
            value={client}
            error={error?.errors.client?.[0]}
            onChange={(id) => setClient(id === null ? null : Number(id))}
          />
          <FilePicker
            label={t(pickLabel(mode))}
            description={t("dropHint")}
            value={files}
            onChange={setFiles}
            accept={accepted(mode)}
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
      <RecentImports mode={mode} filter={modes.length === 1 && mode === "instalments" ? { mode } : { area }} />
    </Page>
  );
}

interface RecentProps {
  readonly mode: ImportMode;
  readonly filter: { readonly mode?: ImportMode; readonly area?: ImportArea };
}

/** What was uploaded before; to whoever never did, what such a file holds. */
function RecentImports({ mode, filter }: RecentProps): ReactNode {
  const t = useIntakeTexts();
  const list = useCall(listImports, { query: { limit: 50, filter } });
  if (list.data?.items.length === 0) return <LayoutColumns mode={mode} />;
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
  const invalidate = useInvalidate();
  const batch = useCall(readImport, { params: { id } }, { every: false, keep: false });
  // Whoever asked first: what was shown of its rows is from before the work that has ended.
  useOnChange(batch.data && `${batch.data.state} ${batch.data.version}`, () =>
    invalidate(listImportRows, listImportDocuments, listImports),
  );
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
  const busy = batch.state === "checking" || batch.state === "placing" || batch.state === "undoing";
  return (
    <Page
      title={t(titleOf(batch.mode))}
      tab={t(titleOf(batch.mode))}
      count={batch.fileName}
      actions={<Links batch={batch} />}
    >
      <Steps at={choosing ? "stepColumns" : stepOf(batch)} />
      <Notices batch={batch} />
      {!busy && <SeenNotices batch={batch.id} />}
      {batch.state === "failed" && (
        <Group mb="md">
          <UndoButton batch={batch} onChanged={props.onChanged} />
        </Group>
      )}
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
  const isWaiting = batch.state === "uploaded" || batch.state === "checked" || batch.state === "failed";
  // What was placed of it is not given up with the rest: it is taken back.
  const open = isWaiting && batch.filesPlaced === 0;
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
      <WorkNotice work={batch.work} invalidates={[readImport]} />
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
  const tUndo = useUndoTexts();
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
  const progress: Partial<Record<Batch["state"], readonly [number, number]>> = {
    placing: [now.data?.filesPlaced ?? 0, batch.counts.files],
    undoing: [now.data?.filesUndone ?? 0, batch.filesPlaced],
  };
  const [done, total] = progress[batch.state] ?? [job.data?.done ?? 0, job.data?.total ?? 0];
  const placing = batch.mode === "new" ? "placing" : areaOf(batch.mode) === "precasso" ? "noting" : "changing";
  const doing =
    batch.state === "undoing"
      ? tUndo(`working_${undoneThings(batch)}`)
      : t(batch.state === "placing" ? placing : "checking");
  const share = total > 0 ? Math.min(100, (done / total) * 100) : 0;
  return (
    <div className={styles.bar} role="status">
      <Text mb={6}>{doing}</Text>
      <Progress value={share} animated aria-label={doing} />
      {total > 0 && (
        <Text size="sm" c="dimmed" mt={4}>
          {t("progressOf", { done: done, total: total })}
        </Text>
      )}
    </div>
  );
}
