/** One entry: the bank's data, the candidate files, and the actions on it. */

import { Button } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import { FileLink } from "../../../cases/files/files.web.tsx";
import type { ReplyOf } from "../../../ground/kernel/contract.ts";
import { formatIban } from "../../../ground/kernel/identifiers.ts";
import { Copyable, DateText, Money, Status } from "../../../ground/platform/web/content/values.web.tsx";
import { confirm, openModal, promptText } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { KeyHint, useKeys } from "../../../ground/platform/web/feedback/keys.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { Facts, Loaded, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import {
  assignEntry,
  type EntryRow,
  type FileSuggestion,
  ignoreEntry,
  listEntries,
  listImports,
  listStatements,
  readEntry,
  undoEntry,
} from "../payments.contract.ts";
import { usePaymentTexts } from "../texts.web.ts";
import { FileSearch } from "./file-search.web.tsx";
import styles from "./review.module.css";
import { Split } from "./split.web.tsx";

type Detail = ReplyOf<typeof readEntry>;

const stale = [listEntries, readEntry, listStatements, listImports];

export function EntryPanel({ id, onDone }: { id: number; onDone: () => void }): ReactNode {
  const entry = useCall(readEntry, { params: { id } }, { keep: false });
  return (
    <section className={styles.panel}>
      <Loaded of={entry}>{(detail) => <Entry detail={detail} onDone={onDone} />}</Loaded>
    </section>
  );
}

/** The actions on an entry; each confirms its result and offers an undo. */
function useActs(entry: Detail, onDone: () => void) {
  const t = usePaymentTexts();
  const params = { id: entry.id };
  const undo = useAct(undoEntry, { invalidates: stale });
  const takeBack = (done: EntryRow) => async (): Promise<void> => {
    const undone = await undo.run({ params, body: { version: done.version } });
    if (undone) notify({ message: t("undoneNote"), variant: "success" });
  };
  const assign = useAct(assignEntry, { invalidates: stale });
  const ignore = useAct(ignoreEntry, { invalidates: stale });
  return {
    busy: assign.isPending || ignore.isPending || undo.isPending,
    book: async (parts: readonly { fileId: number; number: string; amountCents: number }[]): Promise<boolean> => {
      const body = { version: entry.version, parts: parts.map(({ fileId, amountCents }) => ({ fileId, amountCents })) };
      const done = await assign.run({ params, body });
      if (!done) return false;
      onDone();
      const number = parts.map((part) => part.number).join(", ");
      notify({ message: t("bookedNote", { number }), variant: "success", undo: takeBack(done) });
      return true;
    },
    setAside: async (): Promise<void> => {
      const reason = await promptText(t("ignoreReason"), { title: t("ignore"), yes: t("ignore"), required: true });
      if (reason === undefined) return;
      const done = await ignore.run({ params, body: { version: entry.version, reason } });
      if (!done) return;
      onDone();
      notify({ message: t("ignoredNote"), variant: "success", undo: takeBack(done) });
    },
    undo: async (): Promise<void> => {
      if (
        entry.bookings.some(({ undoneAt }) => undoneAt === null) &&
        !(await confirm(t("undoQuestion"), { yes: t("undo"), danger: true }))
      )
        return;
      await takeBack(entry)();
    },
  };
}

interface OpenActsProps {
  readonly acts: ReturnType<typeof useActs>;
  /** Absent if the entry is not an incoming payment that can be split. */
  readonly onSplit: (() => void) | undefined;
}

/** The actions on an unbooked entry, besides choosing a file. */
function OpenActs({ acts, onSplit }: OpenActsProps): ReactNode {
  const t = usePaymentTexts();
  return (
    <>
      {onSplit && (
        <Button variant="default" disabled={acts.busy} onClick={onSplit} rightSection={<KeyHint>v</KeyHint>}>
          {t("split")}
        </Button>
      )}
      <Button
        variant="default"
        disabled={acts.busy}
        onClick={() => void acts.setAside()}
        rightSection={<KeyHint>x</KeyHint>}
      >
        {t("ignore")}
      </Button>
    </>
  );
}

interface EntryKeys {
  readonly detail: Detail;
  readonly waits: boolean;
  readonly acts: ReturnType<typeof useActs>;
  readonly bookOn: (file: FileSuggestion) => void;
  readonly split: () => void;
  readonly search: () => void;
}

/** A digit books on that suggestion; the others are the first letters of what they do. */
function useEntryKeys({ detail, waits, acts, bookOn, split, search }: EntryKeys): void {
  const t = usePaymentTexts();
  useKeys(
    waits
      ? [
          ...detail.suggestions.slice(0, 9).map((file, index) => ({
            key: String(index + 1),
            label: `${t("assign")} ${file.number}`,
            run: () => bookOn(file),
          })),
          { key: "z", label: t("otherFile"), run: search },
          ...(detail.amountCents > 0 ? [{ key: "v", label: t("split"), run: split }] : []),
          { key: "x", label: t("ignore"), run: () => void acts.setAside() },
        ]
      : [{ key: "u", label: t("undo"), run: () => void acts.undo() }],
  );
}

function Entry({ detail, onDone }: { detail: Detail; onDone: () => void }): ReactNode {
  const t = usePaymentTexts();
  const acts = useActs(detail, onDone);
  const searchBox = useRef<HTMLInputElement>(null);
  const waits = detail.state === "review" || detail.state === "unmatched";
  const cents = Math.abs(detail.amountCents);
  const bookOn = (file: FileSuggestion): void =>
    void acts.book([{ fileId: file.fileId, number: file.number, amountCents: cents }]);
  const split = (): void => {
    openModal({ title: t("split"), size: "lg" }, (close) => (
      <Split
        cents={cents}
        suggestions={detail.suggestions}
        onBook={async (parts) => {
          if (await acts.book(parts)) close();
        }}
      />
    ));
  };
  useEntryKeys({ detail, waits, acts, bookOn, split, search: () => searchBox.current?.focus() });
  return (
    <>
      <p className={styles.amount}>
        <Money cents={detail.amountCents} strong />
      </p>
      <p className={styles.reason}>
        {detail.why}
        {detail.decidedBy !== null && ` (${detail.decidedBy})`}
      </p>
      <EntryFacts entry={detail} />
      {waits && (
        <>
          <Suggestions detail={detail} busy={acts.busy} onBook={bookOn} />
          <FileSearch ref={searchBox} onChoose={bookOn} label={t("otherFile")} />
        </>
      )}
      <div className={styles.acts}>
        {waits ? (
          <OpenActs acts={acts} onSplit={detail.amountCents > 0 ? split : undefined} />
        ) : (
          <Button
            variant="default"
            disabled={acts.busy}
            onClick={() => void acts.undo()}
            rightSection={<KeyHint>u</KeyHint>}
          >
            {t("undo")}
          </Button>
        )}
      </div>
      <History bookings={detail.bookings} />
    </>
  );
}

function EntryFacts({ entry }: { entry: Detail }): ReactNode {
  const t = usePaymentTexts();
  const iban = entry.counterpartyIban;
  return (
    <Facts
      items={[
        [t("payer"), entry.counterpartyName],
        [t("iban"), iban && <Copyable value={iban}>{formatIban(iban)}</Copyable>],
        [t("description"), entry.description || null],
        [t("reference"), entry.structuredRef && <Copyable value={entry.structuredRef} />],
        ...(entry.endToEndId ? ([[t("endToEndId"), entry.endToEndId]] as const) : []),
        ...(entry.returnCode
          ? ([
              [
                t("returnCode"),
                <Status key="code" tone="bad">
                  {entry.returnCode}
                </Status>,
              ],
            ] as const)
          : []),
        [t("valueDate"), <DateText key="value" value={entry.valueDate} />],
        [t("account"), formatIban(entry.account)],
      ]}
    />
  );
}

function Suggestions(props: { detail: Detail; busy: boolean; onBook: (file: FileSuggestion) => void }): ReactNode {
  const t = usePaymentTexts();
  const { suggestions, amountCents } = props.detail;
  return (
    <div className={styles.part}>
      <Section title={t("suggestions")}>
        {suggestions.length === 0 && <p className={styles.reason}>{t("noSuggestions")}</p>}
        <ul className={styles.suggestions}>
          {suggestions.map((file, index) => (
            <li key={file.fileId} className={styles.suggestion}>
              <span>
                <FileLink id={file.fileId}>{file.number}</FileLink> {file.debtor}{" "}
                {file.closed && <Status>{t("closedFile")}</Status>}
                <small>{[file.client, file.clientRef, ...file.why].join(" · ")}</small>
              </span>
              <span title={t("open")}>
                <Money cents={file.openCents} />
              </span>
              <Button
                size="compact-sm"
                variant={index === 0 ? "filled" : "default"}
                disabled={props.busy}
                aria-label={`${t(amountCents > 0 ? "assign" : "assignReturn")} ${file.number}`}
                rightSection={index < 9 ? <KeyHint>{String(index + 1)}</KeyHint> : undefined}
                onClick={() => props.onBook(file)}
              >
                {t(amountCents > 0 ? "assign" : "assignReturn")}
              </Button>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}

function History({ bookings }: { bookings: Detail["bookings"] }): ReactNode {
  const t = usePaymentTexts();
  if (bookings.length === 0) return null;
  return (
    <div className={styles.part}>
      <Section title={t("history")}>
        <Facts
          items={bookings.map((booking) => [
            <DateText key="at" value={booking.bookedAt} time="HH:mm" />,
            <>
              {t(booking.kind)} <Money cents={booking.amountCents} />{" "}
              <FileLink id={booking.file.id}>{booking.file.number}</FileLink> · {booking.bookedBy}
              {booking.undoneBy !== null && ` · ${t("undoneBy", { name: booking.undoneBy })}`}
            </>,
          ])}
        />
      </Section>
    </div>
  );
}
