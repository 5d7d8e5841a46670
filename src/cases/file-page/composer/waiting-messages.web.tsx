/** Unsent messages of a file: scheduled and stopped ones; both can be recalled. */
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { ReplyOf } from "../../../ground/kernel/contract.ts";
import { labelled, useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { dateText } from "../../../ground/platform/web/content/values.web.tsx";
import { confirm } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { listMessages } from "../../../letters/correspondence/correspondence.contract.ts";
import { listLogs } from "../../logs/logs.contract.ts";
import type { filePageTexts } from "../file-page.texts.ts";
import { recallFileMessage, waitingMessages } from "./composer.contract.ts";
import styles from "./composer.module.css";
import type { messageTexts } from "./composer.texts.ts";

// The list follows what the outbox does meanwhile.
const refreshMillis = 30_000;

type Waiting = ReplyOf<typeof waitingMessages>["items"][number];

export function WaitingMessages({ fileId, onRecalled }: { fileId: number; onRecalled: () => void }): ReactNode {
  const m = useTexts<typeof messageTexts>("file-message");
  const list = useCall(waitingMessages, { params: { id: fileId } }, { every: refreshMillis, quiet: true });
  const items = list.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <section className={styles.waiting} aria-label={m("waiting")}>
      <h3>{m("waiting")}</h3>
      <ul>
        {items.map((message) => (
          <WaitingMessage key={message.id} fileId={fileId} message={message} onRecalled={onRecalled} />
        ))}
      </ul>
    </section>
  );
}

function WaitingMessage(props: { fileId: number; message: Waiting; onRecalled: () => void }): ReactNode {
  const { fileId, message, onRecalled } = props;
  const m = useTexts<typeof messageTexts>("file-message");
  const t = useTexts<typeof filePageTexts>("file-page");
  const [open, setOpen] = useState(false);
  const recall = useAct(recallFileMessage, {
    invalidates: [waitingMessages, listLogs, listMessages],
    onSuccess: () => {
      notify({ message: m("recalled"), variant: "success" });
      onRecalled();
    },
  });
  const { to } = message;
  const ask = async (): Promise<void> => {
    const sure = await confirm(m("recallSure", { to }), { title: m("recall"), yes: m("recall"), danger: true });
    if (sure) await recall.run({ params: { id: fileId, messageId: message.id } });
  };
  return (
    <li>
      <div className={styles.what}>
        {t(`way_${message.channel}`)} · {to} · {message.subject.slice(0, 80)}{" "}
        {message.error === null ? (
          <span>({m("goesOn", { date: dateText(message.sendAfter, { time: "HH:mm" }) })})</span>
        ) : (
          <span className={styles.stopped}>({labelled(m("stopped"), message.error)})</span>
        )}
        {open && <pre className={styles.text}>{message.text}</pre>}
      </div>
      <Button size="compact-xs" variant="subtle" aria-expanded={open} onClick={() => setOpen(!open)}>
        {m(open ? "hideText" : "readText")}
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={m("recallThis", { to })}
        loading={recall.isPending}
        onClick={() => void ask()}
      >
        {m("recall")}
      </Button>
    </li>
  );
}
