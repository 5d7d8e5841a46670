/** Scheduled letters, e-mails and SMS: what waits, what failed and why, and sending again. */

import { ActionIcon, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { IconCheck, IconEye, IconRefresh, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { debtorColumn, FileLink } from "../../../cases/files/files.web.tsx";
import type { ReplyOf } from "../../../ground/kernel/contract.ts";
import { PreviewLink } from "../../../ground/platform/web/content/preview.web.tsx";
import { labelled, useLanguage, useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { DateText, Status, type Tone } from "../../../ground/platform/web/content/values.web.tsx";
import { confirm, openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { addressOf, useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { usePolledCall } from "../../../ground/platform/web/http/polling.web.ts";
import { FilterBar, SearchFilter } from "../../../ground/platform/web/inputs/filter-bar.web.tsx";
import { formatBytes } from "../../../ground/platform/web/inputs/format.ts";
import { Facts, Loaded, Page } from "../../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable, useTableState } from "../../../ground/platform/web/table/table.web.tsx";
import {
  cancelMessage,
  confirmMessage,
  listMessages,
  type MessageRow,
  readDocument,
  readMessage,
  resendMessage,
} from "../correspondence.contract.ts";
import type { correspondenceTexts } from "../correspondence.texts.ts";
import { canCancel, canConfirm, canResend, type MessageChannel, type MessageState } from "./messages.ts";

const useMessageTexts = () => useTexts<typeof correspondenceTexts>("correspondence");

const tones: Readonly<Record<MessageState, Tone>> = {
  made: "good",
  scheduled: "accent",
  sent: "good",
  kept: "warn",
  failed: "bad",
  uncertain: "warn",
  cancelled: "neutral",
};

/** What a person has to look at: what waits for its time, and what went wrong. */
const openStates = "scheduled,failed,uncertain";
const failedStates = "failed,uncertain";
const finishedStates = "sent,kept,cancelled";
const finishedPost = "made,cancelled";

// The list follows what the outbox does meanwhile.
const refreshMillis = 15_000;

export const ScheduledEmail = (): ReactNode => <MessageList channel="email" />;
export const ScheduledSms = (): ReactNode => <MessageList channel="sms" />;
export const ScheduledPost = (): ReactNode => <MessageList channel="post" />;

const titles = { email: "scheduledEmail", sms: "scheduledSms", post: "scheduledPost" } as const;

function useMessageListColumns(): Column<MessageRow>[] {
  const t = useMessageTexts();
  return [
    {
      key: "fileNumber",
      label: t("file"),
      allowToggle: false,
      formatter: (_value, row) => <FileLink id={row.fileId}>{row.fileNumber}</FileLink>,
      text: (_value, row) => row.fileNumber,
    },
    {
      key: "state",
      label: t("state"),
      formatter: (_value, row) => <Status tone={tones[row.state]}>{t(`state_${row.state}`)}</Status>,
      text: (_value, row) => t(`state_${row.state}`),
      below: { key: "error", label: t("error"), limit: 40 },
    },
    { key: "sendAfter", label: t("sendAfter"), sortable: true, as: "datetime" },
    debtorColumn(t("debtor"), t("client"), { share: 28 }),
    {
      key: "subject",
      label: t("subject"),
      share: 52,
      wraps: true,
      // A text message has no subject: what it says begins here, and is whole in its view.
      limit: 80,
      below: { key: "to", label: t("to"), limit: null },
    },
    { key: "template", label: t("template"), hidden: true },
    { key: "attempts", label: t("attempts"), as: "number", hidden: true },
    { key: "sentAt", label: t("sentAt"), as: "datetime", hidden: true },
    { key: "createdAt", label: t("createdAt"), sortable: true, as: "datetime", hidden: true },
  ];
}

function MessageList({ channel }: { channel: MessageChannel }): ReactNode {
  const t = useMessageTexts();
  const table = useTableState(listMessages, { filter: { state: openStates }, fixed: { channel } });
  const list = usePolledCall(listMessages, { query: table.query }, refreshMillis);
  const title = t(titles[channel]);
  const done = channel === "post" ? finishedPost : finishedStates;
  const columns = useMessageListColumns();
  return (
    <Page title={title} count={list.data?.total}>
      <DataTable
        id={`messages-${channel}`}
        label={title}
        columns={columns}
        list={list}
        state={table}
        rowName={(row) => `${row.fileNumber} ${row.debtorName}`}
        rowVariant={(row) => (row.state === "failed" ? "danger" : row.state === "uncertain" ? "warning" : undefined)}
        exportName={`messages-${channel}`}
        empty={{ title: t("noMessages"), ...(channel !== "post" && { text: t("quietHours") }) }}
        actions={(row) => <MessageActions row={row} />}
        filters={
          <FilterBar state={table}>
            <SearchFilter name="search" label={t("search")} />
            <SegmentedControl
              size="xs"
              aria-label={t("state")}
              value={segmentOf(table.filter.state, done)}
              onChange={(state) => table.setFilter({ state: state === "all" ? null : state })}
              data={[
                { value: openStates, label: t("openMessages") },
                { value: failedStates, label: t("failedMessages") },
                { value: done, label: t("doneMessages") },
                { value: "all", label: t("allStates") },
              ]}
            />
          </FilterBar>
        }
      />
    </Page>
  );
}

const segmentOf = (state: string | undefined, done: string): string =>
  [openStates, failedStates, done].find((segment) => segment === state) ?? "all";

interface RowActionProps {
  readonly row: MessageRow;
  readonly name: string;
  readonly color?: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function RowAction({ row, name, onClick, children, ...look }: RowActionProps): ReactNode {
  return (
    <ActionIcon
      variant="subtle"
      {...look}
      aria-label={labelled(name, `${row.fileNumber} ${row.debtorName}`)}
      title={name}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  );
}

function MessageActions({ row }: { row: MessageRow }): ReactNode {
  const t = useMessageTexts();
  const resend = useAct(resendMessage, {
    invalidates: [listMessages, readMessage],
    onSuccess: () => {
      notify({ message: t("resent"), variant: "success" });
    },
  });
  const cancel = useAct(cancelMessage, {
    invalidates: [listMessages, readMessage],
    onSuccess: () => {
      notify({ message: t("cancelled"), variant: "success" });
    },
  });
  const confirmGone = useAct(confirmMessage, {
    invalidates: [listMessages, readMessage],
    onSuccess: () => {
      notify({ message: t("confirmed"), variant: "success" });
    },
  });
  const askGone = async (): Promise<void> => {
    const name = t("confirmSent");
    const sure = await confirm(t("confirmSentSure", { to: row.to }), { title: name, yes: name });
    if (sure) await confirmGone.run({ params: { id: row.id } });
  };
  const askResend = async (): Promise<void> => {
    const question = t(row.state === "uncertain" ? "resendUncertain" : "resendConfirm", { to: row.to });
    if (await confirm(question, { title: t("resend"), yes: t("resend") })) await resend.run({ params: { id: row.id } });
  };
  const askCancel = async (): Promise<void> => {
    const name = t("cancel");
    const sure = await confirm(t("cancelConfirm", { to: row.to }), { title: name, yes: name, danger: true });
    if (sure) await cancel.run({ params: { id: row.id } });
  };
  return (
    <Group gap={4} wrap="nowrap">
      <RowAction row={row} name={t("show")} onClick={() => showMessage(row, t("show"))}>
        <IconEye size={16} />
      </RowAction>
      {canConfirm(row.state) && (
        <RowAction row={row} name={t("confirmSent")} onClick={() => void askGone()}>
          <IconCheck size={16} />
        </RowAction>
      )}
      {canResend(row.state) && (
        <RowAction row={row} name={t("resend")} onClick={() => void askResend()}>
          <IconRefresh size={16} />
        </RowAction>
      )}
      {canCancel(row.state) && (
        <RowAction row={row} name={t("cancel")} color="red" onClick={() => void askCancel()}>
          <IconX size={16} />
        </RowAction>
      )}
    </Group>
  );
}

const showMessage = (row: MessageRow, title: string): void => {
  openModal({ title, size: "lg" }, () => <MessageText id={row.id} />);
};

/** What went along with an e-mail, to be looked at where it stands. */
function Attachments({ of }: { of: ReplyOf<typeof readMessage> }): ReactNode {
  const language = useLanguage();
  const documents = of.attachments.map(({ id, name, size }) => ({
    name,
    size,
    href: addressOf(readDocument, { params: { id: of.fileId, documentId: id } }),
  }));
  return (
    <ul style={{ margin: 0, padding: 0, listStyle: "none" }}>
      {documents.map((document) => (
        <li key={document.href}>
          <PreviewLink document={document} among={documents} /> · {formatBytes(document.size, language)}
        </li>
      ))}
    </ul>
  );
}

/** One message as it was or will be sent. */
function MessageText({ id }: { id: number }): ReactNode {
  const t = useMessageTexts();
  const message = useCall(readMessage, { params: { id } });
  return (
    <Loaded of={message}>
      {(shown) => (
        <Stack gap="md">
          <Facts
            items={[
              [t("to"), shown.to],
              ...(shown.channel !== "sms" ? [[t("subject"), shown.subject] as const] : []),
              [
                t("state"),
                <Status key="state" tone={tones[shown.state]}>
                  {t(`state_${shown.state}`)}
                </Status>,
              ],
              [t("sendAfter"), <DateText key="after" value={shown.sendAfter} time="HH:mm" />],
              ...(shown.attachments.length > 0
                ? [[t("attachments"), <Attachments key="attachments" of={shown} />] as const]
                : []),
              ...(shown.error ? [[t("error"), shown.error] as const] : []),
            ]}
          />
          <Text component="pre" size="sm" ff="inherit" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {shown.text}
          </Text>
        </Stack>
      )}
    </Loaded>
  );
}
