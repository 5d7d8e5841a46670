/** The court papers of a file: each with its versions as DOCX and PDF, a new one, and what came back from a word processor. */
import { Button, Group } from "@mantine/core";
import { IconFilePlus } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import { PreviewLink } from "../../../ground/platform/web/content/preview.web.tsx";
import { labelled, textOf, useLanguage } from "../../../ground/platform/web/content/texts.web.ts";
import { dateText, Status } from "../../../ground/platform/web/content/values.web.tsx";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { FileField } from "../../../ground/platform/web/inputs/files.web.tsx";
import { Form, useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { formatMoney } from "../../../ground/platform/web/inputs/format.ts";
import { useMay } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { Link, useAddressQuery } from "../../../ground/platform/web/pages/links.web.tsx";
import { Loaded, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { listFileDocuments, readDocument } from "../../../letters/correspondence/correspondence.contract.ts";
import { CourtBundles } from "../bundle/bundle.web.tsx";
import styles from "../court-papers.module.css";
import { BalanceAnswers } from "../statements/statements.web.tsx";
import { courtTemplatesScreen } from "../templates/templates.contract.ts";
import { useCourtPaperTexts } from "../texts.web.ts";
import { firstChoices } from "./choices.web.ts";
import {
  type CourtPaperRow,
  type CourtPapers as CourtPapersKnown,
  listCourtPapers,
  returnCourtPaper,
  storeCourtPaper,
} from "./drafting.contract.ts";
import { PaperForm } from "./form.web.tsx";

const hrefOf = (fileId: number, documentId: number): string =>
  readDocument.path.replace("{id}", String(fileId)).replace("{documentId}", String(documentId));

export function CourtPapers({ fileId }: { fileId: number }): ReactNode {
  const t = useCourtPaperTexts();
  const may = useMay(listCourtPapers);
  const mayTemplates = useMay(courtTemplatesScreen);
  const papers = useCall(listCourtPapers, { params: { id: fileId } }, { enabled: may });
  const { values, set } = useAddressQuery();
  const asked = useRef(values.paper);
  const open = (known: CourtPapersKnown, paper?: CourtPaperRow, template?: number): void => {
    openModal({ title: paper ? labelled(paper.template, t("rewrite")) : t("make"), size: "xl" }, (close) => (
      <PaperForm fileId={fileId} known={known} paper={paper} template={template} close={close} />
    ));
  };
  // Whoever comes from the list of templates finds the form open.
  useEffect(() => {
    if (!papers.data || asked.current === undefined) return;
    const template = Number(asked.current);
    asked.current = undefined;
    set({ paper: null });
    open(papers.data, undefined, template);
  });
  if (!may) return null;
  return (
    <>
      <BalanceAnswers fileId={fileId} />
      <Papers papers={papers} fileId={fileId} mayTemplates={mayTemplates} open={open} />
      <CourtBundles fileId={fileId} />
    </>
  );
}

interface PapersProps {
  readonly papers: ReturnType<typeof useCall<typeof listCourtPapers>>;
  readonly fileId: number;
  readonly mayTemplates: boolean;
  readonly open: (known: CourtPapersKnown, paper?: CourtPaperRow, template?: number) => void;
}

function Papers({ papers, fileId, mayTemplates, open }: PapersProps): ReactNode {
  const t = useCourtPaperTexts();
  return (
    <Section title={t("papers")}>
      <Loaded of={papers}>
        {(known) => (
          <>
            {known.items.length === 0 ? (
              <p className={styles.quiet}>{t("noPapers")}</p>
            ) : (
              <ul className={styles.list}>
                {known.items.map((paper) => (
                  <li key={paper.id}>
                    <Paper fileId={fileId} paper={paper} onRewrite={() => open(known, paper)} />
                  </li>
                ))}
              </ul>
            )}
            <div className={styles.foot}>
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconFilePlus size={14} aria-hidden />}
                disabled={known.templates.length === 0}
                onClick={() => open(known)}
              >
                {t("make")}
              </Button>
              {known.state !== null && known.items.every(({ kind }) => kind !== "claim") && (
                <LodgeButton fileId={fileId} known={known} />
              )}
              {mayTemplates && <Link to={courtTemplatesScreen.path}>{t("openTemplate")}</Link>}
            </div>
          </>
        )}
      </Loaded>
    </Section>
  );
}

function Paper(props: { fileId: number; paper: CourtPaperRow; onRewrite: () => void }): ReactNode {
  const t = useCourtPaperTexts();
  const { fileId, paper, onRewrite } = props;
  const giveBack = (): void => {
    openModal({ title: t("giveBack") }, (close) => <ReturnForm fileId={fileId} paperId={paper.id} close={close} />);
  };
  return (
    <>
      <Group gap="sm">
        <strong>{paper.template}</strong>
        <Status>{t(`kind_${paper.kind}`)}</Status>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={labelled(t("rewrite"), paper.template)}
          onClick={onRewrite}
        >
          {t("rewrite")}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={labelled(t("giveBack"), paper.template)}
          onClick={giveBack}
        >
          {t("giveBack")}
        </Button>
      </Group>
      {paper.versions.map((version) => (
        <Version key={version.version} fileId={fileId} version={version} />
      ))}
    </>
  );
}

function Version({ fileId, version }: { fileId: number; version: CourtPaperRow["versions"][number] }): ReactNode {
  const t = useCourtPaperTexts();
  const language = useLanguage();
  const { docx, pdf, asOf, openCents } = version;
  const made = [dateText(version.madeAt, { time: "HH:mm" }), version.madeBy ?? ""].filter((part) => part !== "");
  const amount =
    asOf === null || openCents === null
      ? t("edited")
      : t("openOn", { amount: formatMoney(openCents, language), date: dateText(asOf) });
  return (
    <div className={styles.version}>
      <span>{t("version", { number: String(version.version) })}</span>
      {pdf && <PreviewLink document={{ name: pdf.name, href: hrefOf(fileId, pdf.documentId) }} />}
      <a className="v-link" href={hrefOf(fileId, docx.documentId)} download={docx.name}>
        {docx.name}
      </a>
      <span className={styles.quiet}>
        {amount} · {made.join(" · ")}
      </span>
      {version.unchecked && <Status tone="warn">{t("uncheckedShort")}</Status>}
    </div>
  );
}

/** Lodges the claim in an insolvency as the template stands: what is to be said otherwise is said in a next version. */
function LodgeButton({ fileId, known }: { fileId: number; known: CourtPapersKnown }): ReactNode {
  const t = useCourtPaperTexts();
  const keep = useAct(storeCourtPaper, { invalidates: [listCourtPapers, listFileDocuments] });
  const template = known.templates.find(({ kind }) => kind === "claim");
  if (!template) return null;
  const lodge = async (): Promise<void> => {
    const body = firstChoices({ known, template: template.id });
    const done = await keep.run({ params: { id: fileId }, body });
    if (done) notify({ message: t("kept", { name: done.paper.template }), variant: "success" });
  };
  return (
    <Button size="compact-sm" loading={keep.isPending} onClick={() => void lodge()}>
      {t("lodge")}
    </Button>
  );
}

function ReturnForm({ fileId, paperId, close }: { fileId: number; paperId: number; close: () => void }): ReactNode {
  const t = useCourtPaperTexts();
  const give = useAct(returnCourtPaper, { invalidates: [listCourtPapers, listFileDocuments] });
  const initial: { file: readonly File[] } = { file: [] };
  const form = useCallForm(returnCourtPaper, initial, () => ({}));
  return (
    <Form
      form={form}
      label={t("giveBack")}
      submit={t("giveBack")}
      onSave={async (body, { file: [file] }) => {
        if (!file) return form.setFieldError("file", textOf("platform.invalid.required"));
        await give.mutateAsync({ params: { id: fileId, paperId }, body, files: { file } });
        return close();
      }}
      onCancel={close}
    >
      <FileField name="file" label={t("docx")} description={t("giveBackHint")} required />
    </Form>
  );
}
