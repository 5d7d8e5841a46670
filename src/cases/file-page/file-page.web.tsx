/** The file screen: the sticky summary, the possible actions, the timeline, and beside it money, parties and documents. */
import { ActionIcon, Button, Group, Menu, Text } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconDots } from "@tabler/icons-react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { listDebtorLinks } from "../../exchange/debtor-page/debtor-page.contract.ts";
import { DebtorLinks } from "../../exchange/debtor-page/debtor-page.web.tsx";
import { date } from "../../ground/kernel/dates.ts";
import { textOf, useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { dateText, LongText } from "../../ground/platform/web/content/values.web.tsx";
import { openModal } from "../../ground/platform/web/feedback/dialogs.web.tsx";
import { KeyHint, useKeys } from "../../ground/platform/web/feedback/keys.web.tsx";
import { api, useCall, useInvalidate, useInvalidateAll } from "../../ground/platform/web/http/api.web.ts";
import { Guard, useMay } from "../../ground/platform/web/pages/current-user.web.tsx";
import { navigate, useAddressQuery, useIdParam } from "../../ground/platform/web/pages/links.web.tsx";
import { Loaded, Page } from "../../ground/platform/web/pages/page.web.tsx";
import { Settled } from "../../ground/platform/web/pages/settled.web.tsx";
import { readHandover } from "../../legal/handover/handover.contract.ts";
import { HoldWithPaper } from "../../legal/handover/handover.web.tsx";
import { listFileDocuments } from "../../letters/correspondence/correspondence.contract.ts";
import { readCapacity, readLimitation, readStep } from "../../letters/processing/processing.contract.ts";
import { readFileWorkflow } from "../../letters/workflows/workflows.contract.ts";
import {
  bookPaymentCall,
  getClaim,
  listDuplicateInvoices,
  readAgreements,
  readInterest,
} from "../../money/claims/claims.contract.ts";
import { AllowTermPayment, Claims, DuplicateInvoices, openPaymentForm } from "../../money/claims/claims.web.tsx";
import { fileAgenda } from "../agenda/agenda.contract.ts";
import { visitFile } from "../files/files.contract.ts";
import type { fileTexts } from "../files/files.texts.ts";
import { type ActTarget, openManagerForm } from "../files/files.web.tsx";
import { createLog, type LogLine, listLogs } from "../logs/logs.contract.ts";
import { Timeline } from "../logs/logs.web.tsx";
import { listParties } from "../parties/parties.contract.ts";
import { openDebtorForm } from "../parties/parties.web.tsx";
import { Presence } from "../presence/presence.web.tsx";
import { listStates, placeHoldOnFile } from "../states/states.contract.ts";
import { openCloseForm, openStatusForm, useStateActs } from "../states/states.web.tsx";
import { previewFileMessage, readCallHelp, sendFileMessage, waitingMessages } from "./composer/composer.contract.ts";
import { FileComposer, type Way, ways } from "./composer/composer.web.tsx";
import type { documentsTexts } from "./documents/documents.texts.ts";
import { type ShownFile, showFile } from "./file-page.contract.ts";
import styles from "./file-page.module.css";
import type { filePageTexts } from "./file-page.texts.ts";
import { DebtorFacts, Documents, FileFacts, LineDocument } from "./summary/facts.web.tsx";
import { Limitation } from "./summary/limitation.web.tsx";
import { useNeighbours } from "./summary/neighbours.web.ts";
import { NextStepPanel } from "./summary/next-step.web.tsx";
import { Planned } from "./summary/planned.web.tsx";
import { FileStrip } from "./summary/strip.web.tsx";
import { FileTabs } from "./tabs.web.tsx";

export { CallPoints } from "./composer/call.web.tsx";
export { FilePeek } from "./summary/peek.web.tsx";

const usePageTexts = () => useTexts<typeof filePageTexts>("file-page");
const useFileTexts = () => useTexts<typeof fileTexts>("files");

export function FileShow(): ReactNode {
  const id = useIdParam();
  const file = useCall(showFile, { params: { id } }, { keep: false });
  useEffect(() => {
    // That it cannot be noted who looked is no reason to bother the one who looks.
    if (id > 0) api(visitFile, { params: { id } }, { quiet: true }).catch(() => undefined);
  }, [id]);
  return (
    <Loaded of={file} shape="page">
      {(data) => <Shown key={data.id} file={data} />}
    </Loaded>
  );
}

/** What any part of the page may show of what an act on the file changes; of these only what is on the screen is read again. */
const fileReads = [
  showFile,
  listLogs,
  getClaim,
  readAgreements,
  readInterest,
  listDuplicateInvoices,
  readStep,
  readLimitation,
  readCapacity,
  readFileWorkflow,
  listFileDocuments,
  fileAgenda,
  listParties,
  listStates,
  readHandover,
  readCallHelp,
  previewFileMessage,
  waitingMessages,
];

function useRefresh(): () => void {
  const invalidate = useInvalidate();
  return () => void invalidate(...fileReads);
}

/** What is done most on a file, each with its button and its key; absent where this person may not. */
function useUsualActs(file: ShownFile, refresh: () => void) {
  const composer = useRef<HTMLInputElement>(null);
  const claim = useCall(getClaim, { params: { id: file.id }, query: {} });
  const mayBook = useMay(bookPaymentCall);
  const mayWrite = useMay(createLog);
  const book = (): void => {
    const { invoices, totals } = claim.data ?? { invoices: [], totals: { open: 0 } };
    const today = date(file.balance.date);
    openPaymentForm({ fileId: file.id, today, invoices, open: totals.open, onBooked: refresh });
  };
  const { values, set } = useAddressQuery();
  const maySend = useMay(sendFileMessage);
  // It stands in the address, which also says which part of the file is open.
  const way = ways.find((known) => known === values.write) ?? "line";
  const setWay = (next: Way): void => set({ tab: null, write: next === "line" ? null : next });
  const write = (): void => {
    if (values.tab !== undefined || way !== "line") setWay("line");
    // The field is there once the first view and this way of writing have been drawn.
    setTimeout(() => composer.current?.focus());
  };
  const message = (): void => setWay("email");
  useRequestedAct(values.do, { payment: mayBook && claim.data ? book : undefined, note: mayWrite ? write : undefined });
  return {
    write: mayWrite ? write : undefined,
    message: maySend ? message : undefined,
    book: mayBook ? book : undefined,
    composer,
    way,
    setWay,
    openTab: (tab: string) => set({ tab }),
  };
}

function Shown({ file }: { file: ShownFile }): ReactNode {
  const t = usePageTexts();
  const refresh = useRefresh();
  const readAll = useInvalidateAll();
  const neighbours = useNeighbours(file.id);
  const { write, message, book, composer, way, setWay, openTab } = useUsualActs(file, refresh);
  useKeys([
    ...(write ? [{ key: "n", label: t("note"), run: write }] : []),
    ...(message ? [{ key: "e", label: t("message"), run: message }] : []),
    ...(book ? [{ key: "b", label: t("bookPayment"), run: book }] : []),
    ...(neighbours.next ? [{ key: "j", label: t("next"), run: () => navigate(neighbours.next ?? "") }] : []),
    ...(neighbours.previous
      ? [{ key: "k", label: t("previous"), run: () => navigate(neighbours.previous ?? "") }]
      : []),
  ]);
  const target: ActTarget = {
    id: file.id,
    version: file.version,
    status: file.status,
    phase: file.phase,
    caseManagerId: file.caseManager?.id ?? null,
    onDone: refresh,
  };
  return (
    <Page
      title={`${file.number} · ${file.debtor.displayName}`}
      count={
        <>
          <LongText limit={50}>{file.client.company}</LongText> · {t("ref")}{" "}
          <LongText limit={30}>{file.clientRef}</LongText>
        </>
      }
      actions={
        <>
          <InList {...neighbours} />
          {write && (
            <Button variant="default" rightSection={<KeyHint>N</KeyHint>} onClick={write}>
              {t(file.office ? "note" : "message")}
            </Button>
          )}
          {message && (
            <Button variant="default" rightSection={<KeyHint>E</KeyHint>} onClick={message}>
              {t("message")}
            </Button>
          )}
          {book && <Button onClick={book}>{t("bookPayment")}</Button>}
          <MoreActs target={target} erased={file.erasedOn !== null} />
        </>
      }
    >
      <Presence fileId={file.id} version={file.version} onChanged={() => void readAll()} />
      <FileStrip file={file} target={target} />
      {file.erasedOn !== null && <Erased on={file.erasedOn} />}
      <FileTabs file={file} onChanged={refresh}>
        <FirstView {...{ file, composer, way }} onWay={setWay} onTab={openTab} onChanged={refresh} />
      </FileTabs>
    </Page>
  );
}

/** The first view of a file: what is to be done, what is owed and known, and what happened. */
function FirstView({
  file,
  composer,
  way,
  onWay,
  onTab,
  onChanged,
}: {
  readonly file: ShownFile;
  readonly composer: RefObject<HTMLInputElement | null>;
  readonly way: Way;
  readonly onWay: (way: Way) => void;
  readonly onTab: (tab: string) => void;
  readonly onChanged: () => void;
}): ReactNode {
  const link = (line: LogLine): ReactNode => {
    if (line.ref?.kind === "document") return <LineDocument line={line} />;
    if (line.ref?.kind !== "arrangement") return null;
    return <AllowTermPayment logId={line.id} fileId={file.id} onChanged={onChanged} />;
  };
  return (
    <Settled>
      <div className={styles.columns}>
        <div className={styles.act}>
          {file.status !== "closed" && <NextStepPanel fileId={file.id} onDone={onChanged} />}
          <FileComposer
            fileId={file.id}
            office={file.office}
            way={way}
            onWay={onWay}
            inputRef={composer}
            onWritten={onChanged}
          />
        </div>
        <div className={styles.side}>
          <Claims fileId={file.id} onBooked={onChanged}>
            <DebtorFacts file={file} onChange={() => openDebtorForm(file.id, file.debtor, onChanged)} />
            {file.office && (
              <Guard who={fileAgenda.who}>
                <Planned fileId={file.id} onAll={() => onTab("agenda")} />
              </Guard>
            )}
          </Claims>
          <DuplicateInvoices fileId={file.id} onChanged={onChanged} />
          <Limitation fileId={file.id} onChanged={onChanged} />
          <FileFacts file={file} />
          <Documents fileId={file.id} onAll={() => onTab("documents")} />
          {file.office && file.erasedOn === null && (
            <Guard who={listDebtorLinks.who}>
              <DebtorLinks fileId={file.id} />
            </Guard>
          )}
        </div>
        <div className={styles.secondary}>
          <Timeline fileId={file.id} link={link} />
        </div>
      </div>
    </Settled>
  );
}

/** Does what the address asks for (`?do=payment`), once that can be done, and takes it out of the address. */
function useRequestedAct(asked: string | undefined, acts: Readonly<Record<string, (() => void) | undefined>>): void {
  const { set } = useAddressQuery();
  const act = asked === undefined ? undefined : acts[asked];
  const isDue = act !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as it can be done.
  useEffect(() => {
    if (!isDue) return;
    set({ do: null });
    act();
  }, [isDue]);
}

function InList({ at, total, previous, next }: ReturnType<typeof useNeighbours>): ReactNode {
  const t = usePageTexts();
  if (at === undefined) return null;
  return (
    <Group gap={4} wrap="nowrap" className={styles.inList ?? ""}>
      <span>{t("placeInList", { at: at, total: total })}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={t("previous")}
        title={`${t("previous")} (K)`}
        disabled={previous === undefined}
        onClick={() => navigate(previous ?? "")}
      >
        <IconChevronUp size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={t("next")}
        title={`${t("next")} (J)`}
        disabled={next === undefined}
        onClick={() => navigate(next ?? "")}
      >
        <IconChevronDown size={16} />
      </ActionIcon>
    </Group>
  );
}

const openHoldForm = (target: ActTarget): void => {
  openModal({ title: textOf("files.placeHold") }, (close) => <HoldWithPaper target={target} close={close} />);
};

function Erased({ on }: { on: string }): ReactNode {
  const t = useTexts<typeof documentsTexts>("documents-tab");
  return (
    <Text size="sm" c="dimmed" my="sm">
      {t("fileErased", { on: dateText(on) })}
    </Text>
  );
}

function MoreActs({ target, erased }: { target: ActTarget; erased: boolean }): ReactNode {
  const t = usePageTexts();
  const f = useFileTexts();
  const acts = useStateActs(target);
  const isClosed = target.status === "closed";
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size={32} aria-label={t("more")}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Guard who={placeHoldOnFile.who}>
          {!isClosed && <Menu.Item onClick={() => openHoldForm(target)}>{f("placeHold")}</Menu.Item>}
          {!isClosed && <Menu.Item onClick={() => openStatusForm(target)}>{f("changeStatus")}</Menu.Item>}
          <Menu.Item onClick={() => openManagerForm(target)}>{f("changeManager")}</Menu.Item>
          {isClosed ? (
            !erased && <Menu.Item onClick={() => void acts.reopen()}>{f("reopen")}</Menu.Item>
          ) : (
            <Menu.Item onClick={() => openCloseForm(target)}>{f("close")}</Menu.Item>
          )}
        </Guard>
        <Menu.Item onClick={() => window.print()}>{t("print")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
