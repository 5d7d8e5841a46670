/** All documents of a file: letters and received documents with earlier versions, to view and mail, and attachments of its timeline. */
import { Button, Checkbox, Text } from "@mantine/core";
import { IconMail } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useLanguage, useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { DateText } from "../../../ground/platform/web/content/values.web.tsx";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { formatBytes } from "../../../ground/platform/web/inputs/format.ts";
import { useMay } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { Loaded, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { AddPaperButton, PaperKindChoice } from "../../../legal/handover/handover.web.tsx";
import { type DocumentRow, listFileDocuments } from "../../../letters/correspondence/correspondence.contract.ts";
import type { correspondenceTexts } from "../../../letters/correspondence/correspondence.texts.ts";
import { mostEnclosed } from "../../../letters/correspondence/correspondence.ts";
import { DocumentLink } from "../../../letters/correspondence/correspondence.web.tsx";
import { FileAttachments } from "../../logs/logs.web.tsx";
import { sendFileMessage } from "../composer/composer.contract.ts";
import { MessageForm } from "../composer/composer.web.tsx";
import type { filePageTexts } from "../file-page.texts.ts";
import styles from "./documents.module.css";
import type { documentsTexts } from "./documents.texts.ts";
import { type Versions, versionsOf } from "./versions.ts";

const useDocumentsTexts = () => useTexts<typeof documentsTexts>("documents-tab");

export function DocumentsTab({ fileId, office }: { fileId: number; office: boolean }): ReactNode {
  const t = useTexts<typeof filePageTexts>("file-page");
  const documents = useCall(listFileDocuments, { params: { id: fileId } });
  return (
    <>
      <Section title={t("documents")} aside={documents.data?.items.length || undefined}>
        {office && (
          <div className={styles.foot}>
            <AddPaperButton fileId={fileId} />
          </div>
        )}
        <Loaded of={documents}>
          {({ items }) =>
            items.length === 0 ? (
              <Text size="sm" c="dimmed">
                {t("noDocuments")}
              </Text>
            ) : (
              <List fileId={fileId} items={items} office={office} />
            )
          }
        </Loaded>
      </Section>
      <FileAttachments
        fileId={fileId}
        about={({ id }) => <PaperKindChoice source="log" {...{ fileId, id, office }} />}
      />
    </>
  );
}

function List({
  fileId,
  items,
  office,
}: {
  fileId: number;
  items: readonly DocumentRow[];
  office: boolean;
}): ReactNode {
  const t = useDocumentsTexts();
  const maySend = useMay(sendFileMessage) && office;
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const mark = (id: number): void =>
    setChosen((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id]));
  const documents = items.filter(({ id }) => chosen.includes(id));
  const count = documents.length;
  const label = count === 0 ? t("emailNone") : t("emailMany", { count });
  const compose = (): void => {
    openModal({ title: label, size: "lg" }, (close) => (
      <MessageForm fileId={fileId} channel="email" documents={documents} onSent={() => setChosen([])} onDone={close} />
    ));
  };
  return (
    <>
      <ul className={styles.list}>
        {versionsOf(items).map((versions) => (
          <Group
            key={versions.newest.id}
            versions={versions}
            among={items}
            chosen={maySend ? chosen : null}
            office={office}
            onMark={mark}
          />
        ))}
      </ul>
      {maySend && (
        <div className={styles.foot}>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconMail size={14} aria-hidden />}
            disabled={count === 0 || count > mostEnclosed}
            onClick={compose}
          >
            {label}
          </Button>
          {count > mostEnclosed && (
            <Text size="xs" c="red" role="alert">
              {t("tooMany", { most: mostEnclosed })}
            </Text>
          )}
        </div>
      )}
    </>
  );
}

interface RowProps {
  readonly among: readonly DocumentRow[];
  /** Null where nothing can be chosen. */
  readonly chosen: readonly number[] | null;
  readonly office: boolean;
  readonly onMark: (id: number) => void;
}

function Group({ versions, ...row }: RowProps & { versions: Versions<DocumentRow> }): ReactNode {
  const t = useDocumentsTexts();
  const { newest, earlier } = versions;
  const count = earlier.length;
  return (
    <li>
      <Line document={newest} {...row} />
      {count > 0 && (
        <details className={styles.earlier}>
          <summary>{t("earlierMany", { count })}</summary>
          {earlier.map((document) => (
            <Line key={document.id} document={document} {...row} />
          ))}
        </details>
      )}
    </li>
  );
}

function Line({ document, among, chosen, office, onMark }: RowProps & { document: DocumentRow }): ReactNode {
  const t = useDocumentsTexts();
  const c = useTexts<typeof correspondenceTexts>("correspondence");
  const language = useLanguage();
  const { id, name, kind, size, createdAt, fileId, erased, recalled } = document;
  return (
    <div className={styles.line}>
      {chosen !== null && !erased && !recalled && (
        <Checkbox
          size="xs"
          aria-label={t("choose", { name })}
          checked={chosen.includes(id)}
          onChange={() => onMark(id)}
        />
      )}
      <span className={styles.name}>
        <DocumentLink fileId={fileId} id={id} name={name} erased={erased} recalled={recalled} among={among} />
      </span>
      <span className={styles.about}>
        {c(`kind_${kind}`)} · {formatBytes(size, language)} · <DateText value={createdAt} time="HH:mm" />
      </span>
      {!recalled && <PaperKindChoice source="document" {...{ fileId, id, office }} />}
    </div>
  );
}
