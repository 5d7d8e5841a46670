/** The preview of a message: recipient, personal text, time of sending, and what forbids it. */
import { Button, Group, Input, Select, Switch, Textarea, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import type { ReplyOf } from "../../../ground/kernel/contract.ts";
import { openPreview, type Previewed } from "../../../ground/platform/web/content/preview.web.tsx";
import { useLanguage, useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { dateText } from "../../../ground/platform/web/content/values.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { ApiError, respond, showError, useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { formatBytes } from "../../../ground/platform/web/inputs/format.ts";
import { useStoredText } from "../../../ground/platform/web/inputs/stored-text.web.ts";
import { Facts, Loaded } from "../../../ground/platform/web/pages/page.web.tsx";
import { Reasons } from "../../../law/rules/rules.web.tsx";
import {
  type DocumentRow,
  listFileDocuments,
  listMessages,
} from "../../../letters/correspondence/correspondence.contract.ts";
import {
  type MessageChannel,
  mostEnclosedBytes,
  mostNote,
  mostSubject,
} from "../../../letters/correspondence/correspondence.ts";
import { listLogs } from "../../logs/logs.contract.ts";
import type { partyTexts } from "../../parties/parties.texts.ts";
import documentStyles from "../documents/documents.module.css";
import type { documentsTexts } from "../documents/documents.texts.ts";
import type { filePageTexts } from "../file-page.texts.ts";
import { previewFileMessage, sampleFileLetter, sendFileMessage, waitingMessages } from "./composer.contract.ts";
import type { messageTexts } from "./composer.texts.ts";
import { When } from "./send-time.web.tsx";

export interface MessageProps {
  readonly fileId: number;
  readonly channel: MessageChannel;
  readonly onSent: () => void;
  readonly onDone: () => void;
  /** What goes along with an e-mail. */
  readonly documents?: readonly DocumentRow[];
}

type Shown = ReplyOf<typeof previewFileMessage>;

const usePageTexts = () => useTexts<typeof filePageTexts>("file-page");
const useMessageTexts = () => useTexts<typeof messageTexts>("file-message");

/** A date, or an instant with its time. */
const moment = (value: string): string => dateText(value, value.length > 10 ? { time: "HH:mm" } : {});

/** As the server does: below the first paragraph, the salutation. */
const withNote = (text: string, note: string): string => {
  const at = text.indexOf("\n\n");
  return note.trim() === "" || at < 0 ? text : `${text.slice(0, at)}\n\n${note.trim()}${text.slice(at)}`;
};

/** What goes along, with what is wrong about it beside it. */
function Enclosed({ documents, errors }: { documents: readonly DocumentRow[]; errors: readonly string[] }): ReactNode {
  const d = useTexts<typeof documentsTexts>("documents-tab");
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

const none: readonly DocumentRow[] = [];

/** What a person adds and chooses; it stays when another template is chosen. The words are kept with the template that they are read in. */
export function useDraft({ fileId, channel, documents = none }: MessageProps) {
  const d = useTexts<typeof documentsTexts>("documents-tab");
  const language = useLanguage();
  const [note, setNote] = useStoredText(`message ${channel} ${fileId}`);
  const [subject, setSubject] = useStoredText(`message subject ${channel} ${fileId}`);
  const [template, setTemplate] = useStoredText(`message template ${channel} ${fileId}`);
  // The key of a message of which nobody heard whether it was sent, and what it was to say: after a reload too, trying again sends it once.
  const [attempt, setAttempt] = useStoredText(`message attempt ${channel} ${fileId}`);
  const [presses, setPresses] = useState(true);
  const [to, setTo] = useState<number | undefined>();
  // Undefined goes as soon as possible; null is a moment of which a part is missing.
  const [at, setAt] = useState<string | null | undefined>();
  const size = documents.reduce((sum, document) => sum + document.size, 0);
  const isTooLarge = size > mostEnclosedBytes;
  const limit = formatBytes(mostEnclosedBytes, language);
  const errors = isTooLarge ? [d("tooLarge", { size: formatBytes(size, language), limit })] : [];
  // At once, so that nobody is asked whether to leave what has just been sent.
  const sent = (): void =>
    flushSync(() => {
      setNote("");
      setSubject("");
      setTemplate("");
      setAttempt("");
    });
  const words = { note, setNote, subject, setSubject, template, setTemplate, attempt, setAttempt };
  return { ...words, presses, setPresses, to, setTo, at, setAt, documents, errors, sent };
}
export type Draft = ReturnType<typeof useDraft>;

/** What of a draft goes with a template of this kind: what was meant for another one stays behind. */
function wordsOf({ note, subject }: Draft, channel: MessageChannel, free: boolean) {
  return {
    ...((free || channel !== "sms") && note.trim() !== "" && { note }),
    ...(free && channel !== "sms" && subject.trim() !== "" && { subject }),
  };
}

function bodyOf(draft: Draft, channel: MessageChannel, free: boolean) {
  const { to, presses, at, documents } = draft;
  return {
    ...wordsOf(draft, channel, free),
    ...(to !== undefined && { to }),
    ...(free && !presses && { presses }),
    ...(typeof at === "string" && { at }),
    ...(documents.length > 0 && { documents: documents.map(({ id }) => id) }),
  };
}

/** The message as it would go now, and as it would go at the moment that was chosen. */
function usePreviews({ fileId, channel }: MessageProps, template: string, draft: Draft) {
  const { to, presses, at } = draft;
  const query = { channel, template, ...(to !== undefined && { to }), ...(!presses && { presses: "false" }) };
  const now = useCall(previewFileMessage, { params: { id: fileId }, query });
  const isLater = typeof at === "string";
  const later = useCall(
    previewFileMessage,
    { params: { id: fileId }, query: { ...query, ...(isLater && { at }) } },
    { enabled: isLater },
  );
  const judged = isLater ? later : now;
  const isKnown = at !== null && judged.isSuccess && !judged.isPlaceholderData;
  return { now, shown: (isLater ? later.data : undefined) ?? now.data, isKnown, error: isLater ? later.error : null };
}

type PreviewProps = MessageProps & { readonly template: string; readonly draft: Draft };

const keyLength = 36;
const attemptOf = (key: string, words: object): string => `${key} ${JSON.stringify(words)}`;

/** Sends the message once, and says when it goes. Where an earlier attempt turns out to have gone, what was changed since stays to be sent. */
function useSending({ fileId, channel, template, onSent, onDone, draft }: PreviewProps, isLater: boolean) {
  const t = usePageTexts();
  const m = useMessageTexts();
  const send = useAct(sendFileMessage, {
    invalidates: [listLogs, listFileDocuments, listMessages, waitingMessages],
    onAccepted: ({ sendAfter, again }, { body: { key, ...words } }) => {
      if (again && draft.attempt !== attemptOf(key, words)) {
        draft.setAttempt("");
        notify({ message: m("sentEarlier"), variant: "warning" });
        return;
      }
      draft.sent();
      const message = isLater ? t("willGo", { date: moment(sendAfter) }) : t(`sent_${channel}`);
      notify({ message, variant: "success" });
      onSent();
      onDone();
    },
  });
  const run = async ({ free }: Shown): Promise<void> => {
    const words = { channel, template, ...bodyOf(draft, channel, free) };
    const isFirst = draft.attempt === "";
    const key = isFirst ? crypto.randomUUID() : draft.attempt.slice(0, keyLength);
    if (isFirst) draft.setAttempt(attemptOf(key, words));
    try {
      await send.mutateAsync({ params: { id: fileId }, body: { ...words, key } });
    } catch (error) {
      // What was refused is known not to have gone: the next attempt is another message.
      if (isFirst && error instanceof ApiError && error.status >= 400 && error.status < 500) draft.setAttempt("");
      showError(error);
    }
  };
  return { run, error: send.error, isPending: send.isPending };
}

export function MessagePreview(props: PreviewProps): ReactNode {
  const { fileId, channel, template, draft } = props;
  const t = usePageTexts();
  const m = useMessageTexts();
  const { now, shown, isKnown, error } = usePreviews(props, template, draft);
  const isLater = draft.at !== undefined || (shown?.quiet.length ?? 0) > 0;
  const send = useSending(props, isLater);
  const wrong = { ...error?.errors, ...send.error?.errors };
  return (
    <Loaded of={now}>
      {(first) => {
        const data = shown ?? first;
        const ready = isKnown && data.allowed && draft.errors.length === 0 && (!data.free || draft.note.trim() !== "");
        return (
          <>
            <Whom data={data} draft={draft} />
            {draft.documents.length > 0 && (
              <Enclosed documents={draft.documents} errors={[...draft.errors, ...(wrong.documents ?? [])]} />
            )}
            <Words channel={channel} data={data} draft={draft} wrong={wrong} />
            <Textarea
              size="xs"
              label={t("preview")}
              lang={data.language}
              readOnly
              autosize
              minRows={3}
              maxRows={16}
              value={withNote(data.text, wordsOf(draft, channel, data.free).note ?? "")}
            />
            <When
              value={draft.at}
              onChange={draft.setAt}
              hint={channel === "post" ? m("letterThen") : undefined}
              today={data.today}
              lastDay={data.lastDay}
              error={wrong.at?.join(" / ")}
            />
            <Judgement data={data} chosen={typeof draft.at === "string"} />
            <Group justify="flex-end" gap="xs" mt={6}>
              {channel === "post" && (
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={data.free && draft.note.trim() === ""}
                  onClick={() => openPreview([sampleOf(fileId, template, draft, data.free)])}
                >
                  {t("asPdf")}
                </Button>
              )}
              <Button size="compact-sm" disabled={!ready} loading={send.isPending} onClick={() => void send.run(data)}>
                {isLater && isKnown ? t("sendThen", { date: moment(data.sendAfter) }) : t(`send_${channel}`)}
              </Button>
            </Group>
          </>
        );
      }}
    </Loaded>
  );
}

const sampleOf = (fileId: number, template: string, draft: Draft, free: boolean): Previewed => ({
  name: `${template.toLowerCase()}.pdf`,
  href: "message-sample",
  read: (signal) =>
    respond(sampleFileLetter, {
      params: { id: fileId },
      body: {
        template,
        ...(draft.to !== undefined && { to: draft.to }),
        ...(typeof draft.at === "string" && { at: draft.at }),
        ...wordsOf(draft, "post", free),
      },
      signal,
    }),
});

function Whom({ data, draft }: { data: Shown; draft: Draft }): ReactNode {
  const t = usePageTexts();
  const p = useTexts<typeof partyTexts>("parties");
  const hasSubject = data.subject !== "" && !data.free;
  return (
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
          onChange={(value) => draft.setTo(value === null ? undefined : Number(value))}
          allowDeselect={false}
        />
      )}
      <Facts
        items={[
          [t("to"), data.to === "" ? "–" : data.to],
          ...(hasSubject ? [[t("subject"), data.subject] satisfies [string, ReactNode]] : []),
        ]}
      />
    </>
  );
}

/** The words of one's own: alone between salutation and close, or beside a template, which stays whole. */
function Words(props: {
  channel: MessageChannel;
  data: Shown;
  draft: Draft;
  wrong: Readonly<Record<string, readonly string[] | undefined>>;
}): ReactNode {
  const { channel, data, draft, wrong } = props;
  const t = usePageTexts();
  const m = useMessageTexts();
  const d = useTexts<typeof documentsTexts>("documents-tab");
  if (channel === "sms" && !data.free) return null;
  const where = channel === "sms" ? m("wordsSms") : data.free ? m("wordsWhere") : d("noteWhere");
  return (
    <>
      {data.free && channel !== "sms" && (
        <TextInput
          size="xs"
          label={t("subject")}
          placeholder={data.subject}
          lang={data.language}
          maxLength={mostSubject}
          value={draft.subject}
          onChange={(event) => draft.setSubject(event.currentTarget.value)}
          error={wrong.subject?.join(" / ")}
        />
      )}
      <Textarea
        size="xs"
        label={data.free ? m("words") : d("note")}
        description={where}
        required={data.free}
        lang={data.language}
        autosize
        minRows={data.free ? 4 : 2}
        maxRows={14}
        maxLength={mostNote}
        value={draft.note}
        onChange={(event) => draft.setNote(event.currentTarget.value)}
        error={wrong.note?.join(" / ")}
      />
      {data.free && (
        <Switch
          size="xs"
          label={m("presses")}
          description={m("pressesWhy")}
          checked={draft.presses}
          onChange={(event) => draft.setPresses(event.currentTarget.checked)}
        />
      )}
    </>
  );
}

function Judgement({ data, chosen }: { data: Shown; chosen: boolean }): ReactNode {
  const t = usePageTexts();
  const m = useMessageTexts();
  if (!data.allowed) return <Reasons title={t("messageRefused")} reasons={data.reasons} />;
  if (data.quiet.length === 0) return null;
  const date = moment(data.sendAfter);
  return <Reasons title={chosen ? m("quietThen", { date }) : t("quietNow", { date })} reasons={data.quiet} />;
}
