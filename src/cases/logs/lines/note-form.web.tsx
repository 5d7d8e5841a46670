/** Writes a line on the timeline of a file by hand. */
import { Button, Group, Select, Stack, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, type Ref, useState } from "react";
import { any } from "../../../ground/kernel/access.ts";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { useAct } from "../../../ground/platform/web/http/api.web.ts";
import { useStoredText } from "../../../ground/platform/web/inputs/stored-text.web.ts";
import { submitByKeys } from "../../../ground/platform/web/inputs/submit-keys.web.ts";
import { Guard, useMay } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { createLog, listLogs } from "../logs.contract.ts";
import styles from "../logs.module.css";
import type { logTexts } from "../logs.texts.ts";
import { writtenTypes } from "../logs.ts";
import { VisitForm } from "./visit-form.web.tsx";

type Written = NonNullable<BodyOf<typeof createLog>["type"]>;

function KindSelect(props: {
  offered: readonly Written[];
  type: Written;
  onChoose: (type: Written) => void;
}): ReactNode {
  const t = useTexts<typeof logTexts>("logs");
  return (
    <Select
      size="xs"
      aria-label={t("kind")}
      data={props.offered.map((value) => ({ value, label: t(`type_${value}`) }))}
      value={props.type}
      onChange={(value) => props.onChoose(writtenTypes.find((known) => known === value) ?? "note")}
      allowDeselect={false}
      w={150}
    />
  );
}

function ContentField(props: {
  content: string;
  onChange: (content: string) => void;
  busy: boolean;
  ready: boolean;
}): ReactNode {
  const t = useTexts<typeof logTexts>("logs");
  return (
    <>
      <Textarea
        size="xs"
        autosize
        minRows={2}
        maxRows={10}
        placeholder={t("content")}
        aria-label={t("content")}
        value={props.content}
        maxLength={10_000}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
      <Group justify="flex-end" mt={6}>
        <Button type="submit" size="compact-sm" loading={props.busy} disabled={!props.ready}>
          {t("save")}
        </Button>
      </Group>
    </>
  );
}

/** A visit, which has more to be said of it than a line. */
function VisitComposer(props: { fileId: number; kind: ReactNode; onWritten: () => void }): ReactNode {
  return (
    <Guard who={createLog.who}>
      <Stack gap="xs" className={styles.composer ?? ""}>
        {props.kind}
        <VisitForm fileId={props.fileId} onWritten={props.onWritten} />
      </Stack>
    </Guard>
  );
}

/** Writes a line by hand. Ctrl+Enter saves; what was typed stays where it is when saving fails. */
export function Composer(props: {
  fileId: number;
  inputRef?: Ref<HTMLInputElement>;
  onWritten?: () => void;
  /** What is written first of all; a note where left out. */
  kind?: Written;
}): ReactNode {
  const t = useTexts<typeof logTexts>("logs");
  const ofHouse = useMay({ who: any("ROLE_EMPLOYEE", "ROLE_FILE_EDIT") });
  const offered: readonly Written[] = ofHouse ? writtenTypes : ["client_message"];
  const [type, setType] = useState<Written>(props.kind ?? (ofHouse ? "note" : "client_message"));
  const [subject, setSubject] = useStoredText(`note subject ${props.fileId}`);
  const [content, setContent] = useStoredText(`note ${props.fileId}`);
  const create = useAct(createLog, {
    invalidates: [listLogs],
    onAccepted: () => {
      setSubject("");
      setContent("");
      props.onWritten?.();
    },
  });
  const ready = subject.trim() !== "";
  const save = async (): Promise<void> => {
    if (!ready || create.isPending) return;
    await create.run({ body: { file: props.fileId, type, subject, content } });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save();
  };
  const kind = offered.length > 1 && <KindSelect offered={offered} type={type} onChoose={setType} />;
  const visited = (): void => {
    setType("note");
    props.onWritten?.();
  };
  if (type === "visit") return <VisitComposer fileId={props.fileId} kind={kind} onWritten={visited} />;
  return (
    <Guard who={createLog.who}>
      <form onSubmit={submit} onKeyDownCapture={submitByKeys} className={styles.composer} aria-label={t("write")}>
        <div className={styles.composerHead}>
          {kind}
          <TextInput
            {...(props.inputRef ? { ref: props.inputRef } : {})}
            size="xs"
            placeholder={t("subject")}
            aria-label={t("subject")}
            value={subject}
            maxLength={200}
            onChange={(event) => setSubject(event.currentTarget.value)}
          />
        </div>
        {(subject !== "" || content !== "") && (
          <ContentField content={content} onChange={setContent} busy={create.isPending} ready={ready} />
        )}
      </form>
    </Guard>
  );
}
