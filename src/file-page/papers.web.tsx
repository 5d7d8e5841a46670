/** What each paper of a file is, new ones, and the paper on which a state rests. */
import { Button, NativeSelect } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { listFileDocuments } from "../correspondence/correspondence.contract.ts";
import { useAct, useCall } from "../platform/web/api.web.ts";
import { SelectField } from "../platform/web/choices.web.tsx";
import { openModal } from "../platform/web/dialogs.web.tsx";
import { FileField } from "../platform/web/files.web.tsx";
import { Form, useForm } from "../platform/web/form.web.tsx";
import { useMay } from "../platform/web/me.web.tsx";
import { notify } from "../platform/web/notify.web.tsx";
import { PreviewLink } from "../platform/web/preview.web.tsx";
import { textOf, useTexts } from "../platform/web/texts.web.ts";
import styles from "./documents.module.css";
import type { documentsTexts } from "./documents.texts.ts";
import { readHandover } from "./handover.contract.ts";
import { addPaper, type FilePaper, kindPaper, listPapers, restState } from "./papers.contract.ts";
import { type PaperKind, type PaperSource, paperKinds } from "./papers.ts";

const useDocumentsTexts = () => useTexts<typeof documentsTexts>("file-documents");
const told = [listPapers, listFileDocuments, readHandover];

const kindOf = (value: string | null): PaperKind | null => paperKinds.find((kind) => kind === value) ?? null;

/** What a paper is, to be chosen by the office and read by others. */
export function PaperKindChoice(props: {
  readonly fileId: number;
  readonly source: PaperSource;
  readonly id: number;
  readonly office: boolean;
}): ReactNode {
  const { fileId, source, id, office } = props;
  const t = useDocumentsTexts();
  const may = useMay(kindPaper) && office;
  const papers = useCall(listPapers, { params: { id: fileId } });
  const say = useAct(kindPaper, { invalidates: told });
  const paper = papers.data?.items.find((one) => one.source === source && one.id === id);
  if (!paper) return null;
  if (!may) return paper.kind === null ? null : <span className={styles.about}>{t(`kind_${paper.kind}`)}</span>;
  return (
    <NativeSelect
      size="xs"
      className={styles.kind ?? ""}
      aria-label={t("kindOf", { name: paper.name })}
      value={paper.kind ?? ""}
      disabled={say.isPending}
      data={[{ value: "", label: t("kindNone") }, ...paperKinds.map((value) => ({ value, label: t(`kind_${value}`) }))]}
      onChange={(event) =>
        void say.run({
          params: { id: fileId, source, paperId: id },
          body: { kind: kindOf(event.currentTarget.value) },
        })
      }
    />
  );
}

/** Keeps a document that came in with the file. */
export function AddPaperButton({ fileId }: { fileId: number }): ReactNode {
  const t = useDocumentsTexts();
  const may = useMay(addPaper);
  if (!may) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconUpload size={14} aria-hidden />}
      onClick={() => void openModal({ title: t("add") }, (close) => <AddPaperForm fileId={fileId} close={close} />)}
    >
      {t("add")}
    </Button>
  );
}

const kindOptions = (say: (key: `kind_${PaperKind}`) => string) =>
  paperKinds.map((value) => ({ value, label: say(`kind_${value}`) }));

function AddPaperForm({ fileId, close }: { fileId: number; close: () => void }): ReactNode {
  const t = useDocumentsTexts();
  const add = useAct(addPaper, { invalidates: told });
  const form = useForm({ file: [] as File[], kind: null as string | null });
  return (
    <Form
      form={form}
      label={t("add")}
      submit={t("add")}
      onSave={async ({ file: [file], kind }) => {
        const known = kindOf(kind);
        if (known === null) return form.setFieldError("kind", textOf("platform.invalid.required"));
        if (!file) return form.setFieldError("file", textOf("platform.invalid.required"));
        const made = await add.mutateAsync({ params: { id: fileId }, body: { kind: known }, files: { file } });
        notify({ message: t("added", { name: made.name }), variant: "success" });
        return close();
      }}
      onCancel={close}
    >
      <FileField name="file" label={t("file")} required />
      <SelectField name="kind" label={t("kind")} required options={kindOptions(t)} />
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
  const t = useDocumentsTexts();
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
  const t = useDocumentsTexts();
  const add = useAct(addPaper, { invalidates: told });
  const rest = useAct(restState, { invalidates: [listPapers] });
  const form = useForm({ paper: (paper ? keyOf(paper) : null) as string | null, file: [] as File[] });
  const save = async ({ paper: key, file: [file] }: typeof form.values): Promise<void> => {
    const chosen = items.find((item) => keyOf(item) === key);
    if (file && chosen && chosen !== paper) return form.setFieldError("file", t("restEither"));
    if (file) await add.mutateAsync({ params: { id: fileId }, body: { kind: "judgment", holdId }, files: { file } });
    else {
      const body = { paper: chosen ? { source: chosen.source, id: chosen.id } : null };
      await rest.mutateAsync({ params: { id: fileId, holdId }, body });
    }
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
