/** What each paper of a file is, new ones, and the paper on which a state rests. */

import { Button, NativeSelect } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { TypedPaper } from "../../../cases/states/states.web.tsx";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { PreviewLink } from "../../../ground/platform/web/content/preview.web.tsx";
import { textOf, useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { FileField } from "../../../ground/platform/web/inputs/files.web.tsx";
import { Form, useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { useMay } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { listFileDocuments } from "../../../letters/correspondence/correspondence.contract.ts";
import { getClaim } from "../../../money/claims/claims.contract.ts";
import { readHandover } from "../handover.contract.ts";
import { addPaper, type FilePaper, kindPaper, listPapers, restState } from "./papers.contract.ts";
import styles from "./papers.module.css";
import type { paperTexts } from "./papers.texts.ts";
import { type PaperKind, type PaperSource, paperKinds } from "./papers.ts";

const usePaperTexts = () => useTexts<typeof paperTexts>("file-documents");
const dependentReads = [listPapers, listFileDocuments, readHandover, getClaim];

const kindOf = (value: string | null): PaperKind | null => paperKinds.find((kind) => kind === value) ?? null;

/** What a paper is, to be chosen by the office and read by others. */
export function PaperKindChoice(props: {
  readonly fileId: number;
  readonly source: PaperSource;
  readonly id: number;
  readonly office: boolean;
}): ReactNode {
  const { fileId, source, id, office } = props;
  const t = usePaperTexts();
  const may = useMay(kindPaper) && office;
  const papers = useCall(listPapers, { params: { id: fileId } });
  const setKind = useAct(kindPaper, { invalidates: dependentReads });
  const paper = papers.data?.items.find((one) => one.source === source && one.id === id);
  if (!paper) return null;
  if (!may) return paper.kind === null ? null : <span className={styles.about}>{t(`kind_${paper.kind}`)}</span>;
  return (
    <NativeSelect
      size="xs"
      className={styles.kind ?? ""}
      aria-label={t("kindOf", { name: paper.name })}
      value={paper.kind ?? ""}
      disabled={setKind.isPending}
      data={[{ value: "", label: t("kindNone") }, ...paperKinds.map((value) => ({ value, label: t(`kind_${value}`) }))]}
      onChange={(event) =>
        void setKind.run({
          params: { id: fileId, source, paperId: id },
          body: { kind: kindOf(event.currentTarget.value) },
        })
      }
    />
  );
}

/** Keeps a document that came in with the file; of that kind, where one is given. */
export function AddPaperButton({ fileId, kind = null }: { fileId: number; kind?: PaperKind | null }): ReactNode {
  const t = usePaperTexts();
  const may = useMay(addPaper);
  if (!may) return null;
  const label = t(kind === "notice14" ? "addNotice" : "add");
  const ask = (): void =>
    void openModal({ title: label }, (close) => <AddPaperForm fileId={fileId} kind={kind} close={close} />);
  return (
    <Button size="compact-sm" variant="default" leftSection={<IconUpload size={14} aria-hidden />} onClick={ask}>
      {label}
    </Button>
  );
}

const kindOptions = (setKind: (key: `kind_${PaperKind}`) => string) =>
  paperKinds.map((value) => ({ value, label: setKind(`kind_${value}`) }));

interface AddProps {
  readonly fileId: number;
  readonly kind: PaperKind | null;
  readonly close: () => void;
}

interface AddValues {
  readonly file: File[];
  readonly kind: PaperKind | null;
}

function AddPaperForm({ fileId, kind: given, close }: AddProps): ReactNode {
  const t = usePaperTexts();
  const add = useAct(addPaper, { invalidates: dependentReads });
  const initial: AddValues = { file: [], kind: given };
  const form = useCallForm(addPaper, initial, ({ kind }) => ({ kind }));
  return (
    <Form
      form={form}
      label={t("add")}
      submit={t("add")}
      onSave={async (body, { file: [file], kind }) => {
        if (kind === null) return form.setFieldError("kind", textOf("platform.invalid.required"));
        if (!file) return form.setFieldError("file", textOf("platform.invalid.required"));
        const made = await add.mutateAsync({ params: { id: fileId }, body, files: { file } });
        notify({ message: t("added", { name: made.name }), variant: "success" });
        return close();
      }}
      onCancel={close}
    >
      <FileField name="file" label={t("file")} required />
      {given === null && <SelectField name="kind" label={t("kind")} required options={kindOptions(t)} />}
    </Form>
  );
}

const previewOf = ({ name, url }: FilePaper) => ({ name, href: url });

/** The paper on which a state rests, to be looked at and chosen. */
export function StatePaper(props: {
  readonly fileId: number;
  readonly holdId: number;
  readonly office: boolean;
}): ReactNode {
  const { fileId, holdId, office } = props;
  const t = usePaperTexts();
  const may = useMay(restState) && office;
  const papers = useCall(listPapers, { params: { id: fileId } });
  const paper = papers.data?.states.find((state) => state.holdId === holdId)?.paper;
  if (!papers.data || (!paper && !may)) return "–";
  const choose = (): void =>
    void openModal({ title: t("restTitle") }, (close) => (
      <RestForm {...{ fileId, holdId, close }} items={papers.data.items} paper={paper} />
    ));
  return (
    <>
      {paper && <PreviewLink document={previewOf(paper)} />}{" "}
      {may && (
        <button type="button" className="v-link" onClick={choose}>
          {t(paper ? "restChange" : "restChoose")}
        </button>
      )}
    </>
  );
}

interface RestFormProps {
  readonly fileId: number;
  readonly holdId: number;
  readonly items: readonly FilePaper[];
  readonly paper: FilePaper | undefined;
  readonly close: () => void;
}

const keyOf = ({ source, id }: FilePaper): string => `${source}:${id}`;

function RestForm({ fileId, holdId, items, paper, close }: RestFormProps): ReactNode {
  const t = usePaperTexts();
  const add = useAct(addPaper, { invalidates: dependentReads });
  const rest = useAct(restState, { invalidates: [listPapers] });
  const chosenOf = (key: string | null) => items.find((item) => keyOf(item) === key);
  const initial: TypedPaper = { paper: paper ? keyOf(paper) : null, file: [] };
  const form = useCallForm(restState, initial, ({ paper: key }) => {
    const chosen = chosenOf(key);
    return { paper: chosen ? { source: chosen.source, id: chosen.id } : null };
  });
  const save = async (body: BodyOf<typeof restState>, { paper: key, file: [file] }: TypedPaper): Promise<void> => {
    const chosen = chosenOf(key);
    if (file && chosen && chosen !== paper) return form.setFieldError("file", t("restEither"));
    if (file) await add.mutateAsync({ params: { id: fileId }, body: { kind: "judgment", holdId }, files: { file } });
    else await rest.mutateAsync({ params: { id: fileId, holdId }, body });
    return close();
  };
  return (
    <Form form={form} label={t("restTitle")} onSave={save} onCancel={close}>
      {items.length > 0 && (
        <SelectField
          name="paper"
          label={t("restPick")}
          clearable
          options={items.map((item) => ({ value: keyOf(item), label: item.name }))}
        />
      )}
      <FileField name="file" label={items.length > 0 ? t("restNew") : t("file")} />
    </Form>
  );
}
