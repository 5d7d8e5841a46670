/** The composer of a file: a line on its timeline, or a letter, e-mail or SMS that is read before it goes. */
import { Button, Group, Input, SegmentedControl, Select, Textarea } from "@mantine/core";
import { type ReactNode, type Ref, useState } from "react";
import { type DocumentRow, listFileDocuments, listMessages } from "../correspondence/correspondence.contract.ts";
import { type MessageChannel, mostEnclosedBytes, mostNote } from "../correspondence/correspondence.ts";
import type { partyTexts } from "../files/files.texts.ts";
import { listLogs } from "../logs/logs.contract.ts";
import { Composer } from "../logs/logs.web.tsx";
import { addressOf, useAct, useCall } from "../platform/web/api.web.ts";
import { formatBytes } from "../platform/web/format.ts";
import { useMay } from "../platform/web/me.web.tsx";
import { notify } from "../platform/web/notify.web.tsx";
import { Facts, Loaded } from "../platform/web/page.web.tsx";
import { openPreview } from "../platform/web/preview.web.tsx";
import { dateText } from "../platform/web/show.web.tsx";
import { useLanguage, useTexts } from "../platform/web/texts.web.ts";
import documentStyles from "./documents.module.css";
import type { documentsTexts } from "./documents.texts.ts";
import styles from "./file-page.module.css";
import type { filePageTexts } from "./file-page.texts.ts";
import { messageTemplates, previewFileMessage, sampleFileLetter, sendFileMessage } from "./message.contract.ts";
import { Reasons } from "./reasons.web.tsx";

const usePageTexts = () => useTexts<typeof filePageTexts>("file-page");

/** A line on the timeline, or a message by this channel. */
export const ways = ["line", "email", "sms", "post"] as const;
export type Way = (typeof ways)[number];

interface FileComposerProps {
  readonly fileId: number;
  readonly way: Way;
  readonly onWay: (way: Way) => void;
  readonly inputRef: Ref<HTMLInputElement>;
  readonly onWritten: () => void;
}

export function FileComposer({ fileId, way, onWay, inputRef, onWritten }: FileComposerProps): ReactNode {
  const t = usePageTexts();
  const maySend = useMay(sendFileMessage);
  const line = <Composer fileId={fileId} inputRef={inputRef} onWritten={onWritten} />;
  if (!maySend) return line;
  return (
    <div className={styles.composer}>
      <SegmentedControl
        size="xs"
        aria-label={t("channel")}
        data={ways.map((value) => ({ value, label: t(`way_${value}`) }))}
        value={way}
        onChange={(value) => onWay(ways.find((known) => known === value) ?? "line")}
      />
      {way === "line" ? (
        line
      ) : (
        <MessageForm key={way} fileId={fileId} channel={way} onSent={onWritten} onDone={() => onWay("line")} />
      )}
    </div>
  );
}

interface MessageProps {
  readonly fileId: number;
  readonly channel: MessageChannel;
  readonly onSent: () => void;
  readonly onDone: () => void;
  /** What goes along with an e-mail. */
  readonly documents?: readonly DocumentRow[];
}

/** A message by one channel: its template, whom it is for, how it reads and whether it may go. */
export function MessageForm(props: MessageProps): ReactNode {
  const t = usePageTexts();
  const { fileId, channel } = props;
  const [template, setTemplate] = useState<string | null>(null);
  const templates = useCall(messageTemplates, { params: { id: fileId }, query: { channel } });
  return (
    <Loaded of={templates}>
      {({ items }) =>
        items.length === 0 ? (
          <p className={styles.note}>{t("noTemplates")}</p>
        ) : (
          <div className={styles.message}>
            <Select
              size="xs"
              label={t("template")}
              placeholder={t("chooseTemplate")}
              data={items.map(({ code, name }) => ({ value: code, label: name }))}
              value={template}
              onChange={setTemplate}
              searchable
            />
            {template !== null && <Preview key={template} {...props} template={template} />}
          </div>
        )
      }
    </Loaded>
  );
}

/** As the server does: below the first paragraph, the salutation. */
const withNote = (text: string, note: string): string => {
  const at = text.indexOf("\n\n");
  return note.trim() === "" || at < 0 ? text : `${text.slice(0, at)}\n\n${note.trim()}${text.slice(at)}`;
};

/** What goes along, with what is wrong about it beside it. */
function Enclosed({ documents, errors }: { documents: readonly DocumentRow[]; errors: readonly string[] }): ReactNode {
  const d = useTexts<typeof documentsTexts>("file-documents");
  const language = useLanguage();
  return (
    <Input.Wrapper size="xs" label={d("enclosed")} labelElement="div" error={errors.length > 0 && errors.join(" / ")}>
      <ul className={documentStyles.enclosed}>
        {documents.map(({ id, name, size }) => (
          <li key={id}>
            {name} · {formatBytes(size, language)}
          </li>
        ))}
      </ul>
    </Input.Wrapper>
  );
}

/** The words and documents that a person adds to an e-mail, and what is wrong about them. */
function useAdditions(channel: MessageChannel, documents: readonly DocumentRow[]) {
  const d = useTexts<typeof documentsTexts>("file-documents");
  const language = useLanguage();
  const [note, setNote] = useState("");
  const size = documents.reduce((sum, document) => sum + document.size, 0);
  const isTooLarge = size > mostEnclosedBytes;
  const limit = formatBytes(mostEnclosedBytes, language);
  const body = {
    ...(channel === "email" && note.trim() !== "" && { note }),
    ...(documents.length > 0 && { documents: documents.map(({ id }) => id) }),
  };
  const errors = isTooLarge ? [d("tooLarge", { size: formatBytes(size, language), limit })] : [];
  return { note, setNote, isTooLarge, body, errors };
}

const none: readonly DocumentRow[] = [];

function Preview(props: MessageProps & { template: string }): ReactNode {
  const { fileId, channel, template, onSent, onDone, documents = none } = props;
  const t = usePageTexts();
  const d = useTexts<typeof documentsTexts>("file-documents");
  const { note, setNote, isTooLarge, body, errors } = useAdditions(channel, documents);
  const p = useTexts<typeof partyTexts>("parties");
  const [to, setTo] = useState<number | undefined>();
  const chosen = to === undefined ? {} : { to };
  const preview = useCall(
    previewFileMessage,
    { params: { id: fileId }, query: { channel, template, ...chosen } },
    { keep: false },
  );
  // One key for one message, so that asking twice sends once.
  const [key] = useState(() => crypto.randomUUID());
  const send = useAct(sendFileMessage, { invalidates: [listLogs, listFileDocuments, listMessages] });
  const run = async (): Promise<void> => {
    const sent = await send.run({ params: { id: fileId }, body: { channel, template, key, ...chosen, ...body } });
    if (!sent) return;
    const isLater = (preview.data?.quiet.length ?? 0) > 0;
    const message = isLater ? t("willGo", { date: moment(sent.sendAfter) }) : t(`sent_${channel}`);
    notify({ message, variant: "success" });
    onSent();
    onDone();
  };
  return (
    <Loaded of={preview}>
      {(data) => (
        <>
          {data.recipients.length > 1 && (
            <Select
              size="xs"
              label={t("recipient")}
              data={data.recipients.map(({ id, name, role }) => ({
                value: String(id),
                label: `${name} · ${p(`role_${role}`)}`,
              }))}
              value={String(data.recipient)}
              onChange={(value) => setTo(value === null ? undefined : Number(value))}
              allowDeselect={false}
            />
          )}
          <Facts
            items={[
              [t("to"), data.to === "" ? "–" : data.to],
              ...(data.subject === "" ? [] : [[t("subject"), data.subject] satisfies [string, ReactNode]]),
            ]}
          />
          {documents.length > 0 && (
            <Enclosed documents={documents} errors={[...errors, ...(send.error?.errors.documents ?? [])]} />
          )}
          {channel === "email" && (
            <Textarea
              size="xs"
              label={d("note")}
              description={d("noteWhere")}
              lang={data.language}
              autosize
              minRows={2}
              maxRows={10}
              maxLength={mostNote}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
              error={send.error?.errors.note?.join(" / ")}
            />
          )}
          <Textarea
            size="xs"
            label={t("preview")}
            lang={data.language}
            readOnly
            autosize
            minRows={3}
            maxRows={16}
            value={withNote(data.text, note)}
          />
          {!data.allowed && <Reasons title={t("messageRefused")} reasons={data.reasons} />}
          {data.allowed && data.quiet.length > 0 && (
            <Reasons title={t("quietNow", { date: moment(data.sendAfter) })} reasons={data.quiet} />
          )}
          <Group justify="flex-end" gap="xs" mt={6}>
            {channel === "post" && (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() =>
                  openPreview([
                    {
                      name: `${template.toLowerCase()}.pdf`,
                      href: addressOf(sampleFileLetter, { params: { id: fileId }, query: { template, ...chosen } }),
                    },
                  ])
                }
              >
                {t("asPdf")}
              </Button>
            )}
            <Button
              size="compact-sm"
              disabled={!data.allowed || isTooLarge}
              loading={send.isPending}
              onClick={() => void run()}
            >
              {data.quiet.length > 0 ? t("sendThen", { date: moment(data.sendAfter) }) : t(`send_${channel}`)}
            </Button>
          </Group>
        </>
      )}
    </Loaded>
  );
}

/** A date, or an instant with its time. */
const moment = (value: string): string => dateText(value, value.length > 10 ? { time: "HH:mm" } : {});
