/** The work queue: one item after the other, from task to result, on one screen. */
import { Button, SegmentedControl } from "@mantine/core";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import type { ReplyOf } from "../../../ground/kernel/contract.ts";
import { DueDate, dateText, Money } from "../../../ground/platform/web/content/values.web.tsx";
import { KeyHint, useKeys } from "../../../ground/platform/web/feedback/keys.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct } from "../../../ground/platform/web/http/api.web.ts";
import { Guard } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { Link } from "../../../ground/platform/web/pages/links.web.tsx";
import { Empty, ErrorState, Loading, Page, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { ReasonList } from "../../../law/rules/rules.web.tsx";
import { agendaScreen } from "../../agenda/agenda.contract.ts";
import { showFile } from "../../file-page/file-page.contract.ts";
import { CallPoints, FilePeek } from "../../file-page/file-page.web.tsx";
import { DialerLists } from "../dialer/dialer.web.tsx";
import { outcomeReads, useQueueTexts } from "../texts.web.ts";
import { nextInQueue, type QueueItem, undoOutcome, type writeOutcome } from "../work-queue.contract.ts";
import styles from "../work-queue.module.css";
import { queueScopes } from "../work-queue.ts";
import { Attempts } from "./attempts.web.tsx";
import { Everybody, Figures } from "./figures.web.tsx";
import { OutcomeForm } from "./outcome-form.web.tsx";

type List = "all" | "calls";
type Scope = (typeof queueScopes)[number];

/** What was written down last, which can be taken back. */
interface Last {
  readonly id: number;
  readonly text: string;
}

/** The item in hand, and the way to the next one. */
function useQueue(list: List) {
  const t = useQueueTexts();
  const [scope, setScope] = useState<Scope>("mine");
  const [skipped, setSkipped] = useState<readonly number[]>([]);
  const [last, setLast] = useState<Last | undefined>();
  const ask = useAct(nextInQueue);
  const run = useRef(ask.run);
  run.current = ask.run;
  // What is in hand stays while the queue is asked: a call that is made takes nothing out of the form.
  const [found, setFound] = useState<ReplyOf<typeof nextInQueue> | undefined>();
  const asked = useRef(0);
  const load = useCallback(
    async (skip: readonly number[], of: Scope): Promise<void> => {
      asked.current += 1;
      const own = asked.current;
      const reply = await run.current({ body: { list, scope: of, skip: [...skip] } });
      if (own === asked.current) setFound(reply);
    },
    [list],
  );
  useEffect(() => {
    setFound(undefined);
    void load([], scope);
    setSkipped([]);
  }, [load, scope]);
  const takeBack = useAct(undoOutcome, { invalidates: outcomeReads });
  const undo = async (id: number): Promise<void> => {
    const back = await takeBack.run({ params: { id } });
    if (!back) return;
    setLast(undefined);
    notify({ message: t("undone"), variant: "success" });
    await load(skipped, scope);
  };
  const written = async ({ id, followed, on }: ReplyOf<typeof writeOutcome>): Promise<void> => {
    setLast({ id, text: t(`saved_${followed}`, { on: on === null ? "" : dateText(on) }) });
    await load(skipped, scope);
  };
  const skip = async (id: number): Promise<void> => {
    const all = [...skipped, id].slice(-500);
    setSkipped(all);
    await load(all, scope);
  };
  return {
    scope,
    setScope,
    data: found,
    error: ask.error,
    busy: ask.isPending,
    last,
    undo,
    written,
    skip,
    reload: () => load(skipped, scope),
  };
}

/**
 * Numbers the forms: another item begins one, and what comes after a call that was told. A call that is made begins none, so that what stands
 * in the form already stays.
 */
function useTurn(next: QueueItem | undefined): number {
  const [seen, setSeen] = useState({ item: 0, call: 0, turn: 0 });
  const [item, call] = [next?.item.id ?? 0, next?.dialled?.id ?? 0];
  if (seen.item === item && seen.call === call) return seen.turn;
  const turn = seen.item === item && seen.call === 0 ? seen.turn : seen.turn + 1;
  setSeen({ item, call, turn });
  return turn;
}

function LastWritten({ text, onUndo }: { text: string; onUndo: () => Promise<void> }): ReactNode {
  const t = useQueueTexts();
  return (
    <p className={styles.last} role="status">
      {text}{" "}
      <Button size="compact-xs" variant="subtle" rightSection={<KeyHint>u</KeyHint>} onClick={() => void onUndo()}>
        {t("undo")}
      </Button>
    </p>
  );
}

export function Queue({ list }: { list: List }): ReactNode {
  const t = useQueueTexts();
  const queue = useQueue(list);
  const { data, scope, setScope, last, busy } = queue;
  const next = data?.next ?? undefined;
  const turn = useTurn(next);
  useKeys([
    ...(last === undefined ? [] : [{ key: "u", label: t("undo"), run: () => void queue.undo(last.id) }]),
    ...(next && !busy ? [{ key: "l", label: t("skip"), run: () => void queue.skip(next.item.id) }] : []),
  ]);
  return (
    <Page
      title={t(list === "calls" ? "callsTitle" : "title")}
      count={data && t("waiting", { count: data.waiting })}
      actions={
        <>
          <SegmentedControl
            size="xs"
            aria-label={t("scope")}
            value={scope}
            onChange={(value) => setScope(queueScopes.find((one) => one === value) ?? "mine")}
            data={queueScopes.map((one) => ({ value: one, label: t(`scope_${one}`) }))}
          />
          {next && (
            <Button
              variant="default"
              disabled={busy}
              rightSection={<KeyHint>l</KeyHint>}
              onClick={() => void queue.skip(next.item.id)}
            >
              {t("skip")}
            </Button>
          )}
        </>
      }
    >
      <Figures />
      {last && <LastWritten text={last.text} onUndo={() => queue.undo(last.id)} />}
      {!data && (queue.error ? <ErrorState error={queue.error} onRetry={() => void queue.reload()} /> : <Loading />)}
      {next && <Work key={turn} found={next} onWritten={queue.written} onChanged={queue.reload} />}
      {data && !next && (
        <Empty
          title={t("empty")}
          text={t(data.held.length > 0 ? "emptyHeld" : "emptyHint")}
          action={<Link to={agendaScreen}>{t("toAgenda")}</Link>}
        />
      )}
      {data && data.held.length > 0 && <Held held={data.held} />}
      {list === "calls" && <DialerLists scope={scope} onChanged={queue.reload} />}
      <Everybody />
    </Page>
  );
}

interface WorkProps {
  readonly found: QueueItem;
  readonly onWritten: (written: ReplyOf<typeof writeOutcome>) => Promise<void>;
  readonly onChanged: () => Promise<unknown>;
}

function Work({ found, onWritten, onChanged }: WorkProps): ReactNode {
  const t = useQueueTexts();
  const { item, why, help, attempts, dialled } = found;
  const title = useRef<HTMLHeadingElement>(null);
  // Whoever works by keyboard is told of the next item and of a call that is made, and its keys are heard at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each call moves the focus anew.
  useEffect(() => title.current?.focus(), [dialled?.id]);
  return (
    <div className={styles.columns}>
      <div>
        <h2 className={styles.title} ref={title} tabIndex={-1}>
          {item.subject.text} · {item.debtorName}
        </h2>
        <p className={styles.sub}>
          {item.fileNumber} · {item.clientName} · <Money cents={item.openCents} /> ·{" "}
          <DueDate value={item.on} overdue={item.overdue} />
        </p>
        {item.note !== null && <p>{item.note}</p>}
        <ul className={styles.why} aria-label={t("why")}>
          {why.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
        <OutcomeForm found={found} onWritten={onWritten} onChanged={onChanged} />
        {help && (
          <div className={styles.points}>
            <Section title={t("points")}>
              <CallPoints help={help} />
            </Section>
          </div>
        )}
      </div>
      <aside aria-label={t("theFile")}>
        <Guard who={showFile.who}>
          <FilePeek fileId={item.fileId} to={`/file/show-new/${item.fileId}`} />
        </Guard>
        {attempts.length > 0 && <Attempts attempts={attempts} />}
      </aside>
    </div>
  );
}

function Held({ held }: { held: ReplyOf<typeof nextInQueue>["held"] }): ReactNode {
  const t = useQueueTexts();
  return (
    <Section title={t("held")}>
      <ReasonList
        reasons={held.map(({ text, article, possibleFrom, items }) => ({
          rule: text,
          article,
          possibleFrom,
          text: t("heldItems", { count: items, why: text }),
        }))}
      />
    </Section>
  );
}
