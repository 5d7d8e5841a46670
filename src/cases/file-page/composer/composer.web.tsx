/** The composer of a file: a line on its timeline, or a letter, e-mail or SMS that is previewed before it is sent. */

import { SegmentedControl, Select } from "@mantine/core";
import { type ReactNode, type Ref, useEffect, useRef } from "react";
import { textOf, useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { useUnsavedGuard } from "../../../ground/platform/web/feedback/unsaved.web.ts";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { listOr } from "../../../ground/platform/web/inputs/choice-list.web.ts";
import { useMay } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { Loaded, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { createLog } from "../../logs/logs.contract.ts";
import { Composer } from "../../logs/logs.web.tsx";
import styles from "../file-page.module.css";
import type { filePageTexts } from "../file-page.texts.ts";
import { CallForm } from "./call.web.tsx";
import { messageTemplates, sendFileMessage } from "./composer.contract.ts";
import type { messageTexts } from "./composer.texts.ts";
import { MessagePreview, type MessageProps, useDraft } from "./message-preview.web.tsx";
import { WaitingMessages } from "./waiting-messages.web.tsx";

const usePageTexts = () => useTexts<typeof filePageTexts>("file-page");
const useMessageTexts = () => useTexts<typeof messageTexts>("file-message");

/** A line on the timeline, or a message by this channel. */
export const ways = ["line", "call", "email", "sms", "post"] as const;
export type Way = (typeof ways)[number];

interface FileComposerProps {
  readonly fileId: number;
  /** Whether who writes works here: anybody else only sends the house a message. */
  readonly office: boolean;
  readonly way: Way;
  readonly onWay: (way: Way) => void;
  readonly inputRef: Ref<HTMLInputElement>;
  readonly onWritten: () => void;
}

export function FileComposer({ fileId, office, way, onWay, inputRef, onWritten }: FileComposerProps): ReactNode {
  const t = usePageTexts();
  const m = useMessageTexts();
  const maySend = useMay(sendFileMessage);
  const box = useRef<HTMLDivElement>(null);
  // A message that is begun from the top of the page is written where it can be seen, on a phone too.
  useEffect(() => {
    if (way === "line") return undefined;
    // Once the address has changed, which may move the page itself.
    const timer = setTimeout(() => box.current?.scrollIntoView({ block: "nearest" }), 100);
    return () => clearTimeout(timer);
  }, [way]);
  const mayWrite = useMay(createLog);
  const line = <Composer fileId={fileId} inputRef={inputRef} onWritten={onWritten} />;
  // Where everything stands in one column, the timeline is far below what can be written on it.
  const aside = (
    <a href="#timeline" className={`v-link ${styles.toTimeline}`}>
      {t("toTimeline")}
    </a>
  );
  if (!maySend)
    return (
      mayWrite && (
        <div className={styles.composer}>
          <Section title={t(office ? "writing" : "message")} aside={aside}>
            {line}
          </Section>
        </div>
      )
    );
  return (
    <div className={styles.composer} ref={box}>
      <Section title={t("writing")} aside={aside}>
        <SegmentedControl
          size="xs"
          aria-label={t("channel")}
          data={ways.map((value) => ({ value, label: value === "call" ? m("way_call") : t(`way_${value}`) }))}
          value={way}
          onChange={(value) => onWay(ways.find((known) => known === value) ?? "line")}
        />
        {way === "line" ? (
          line
        ) : way === "call" ? (
          <CallForm fileId={fileId} onWritten={onWritten} />
        ) : (
          <MessageForm
            key={way}
            fileId={fileId}
            channel={way}
            asksBeforeLeaving
            onSent={onWritten}
            onDone={() => onWay("line")}
          />
        )}
        <WaitingMessages fileId={fileId} onRecalled={onWritten} />
      </Section>
    </div>
  );
}

/** Only on a page: over one there is nowhere to go but back to it. */
function AskBeforeLeaving({ unsent }: { unsent: boolean }): null {
  const m = useMessageTexts();
  useUnsavedGuard(unsent, { question: m("unsentSure"), leave: m("leave"), keptOnPage: true });
  return null;
}

/** A message by one channel: its template, whom it is for, how it reads and whether it may go. */
export function MessageForm(props: MessageProps & { asksBeforeLeaving?: boolean }): ReactNode {
  const t = usePageTexts();
  const { fileId, channel } = props;
  const draft = useDraft(props);
  const templates = useCall(messageTemplates, { params: { id: fileId }, query: { channel } });
  return (
    <Loaded of={templates}>
      {({ items }) => {
        if (items.length === 0) return <p className={styles.note}>{t("noTemplates")}</p>;
        const template = items.find(({ code }) => code === draft.template)?.code ?? null;
        return (
          <div className={styles.message}>
            {props.asksBeforeLeaving && <AskBeforeLeaving unsent={draft.note.trim() !== ""} />}
            <Select
              size="xs"
              label={t("template")}
              placeholder={t("chooseTemplate")}
              data={items.map(({ code, name }) => ({ value: code, label: name }))}
              value={template}
              onChange={(code) => draft.setTemplate(code ?? "")}
              allowDeselect={false}
              searchable
              filter={listOr(textOf("platform.noElements"))}
            />
            {template !== null && <MessagePreview key={template} {...props} template={template} draft={draft} />}
          </div>
        );
      }}
    </Loaded>
  );
}
