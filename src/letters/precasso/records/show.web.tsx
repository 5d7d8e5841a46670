/** The page of one record: open amount, next step or what forbids it, messages, reports and actions. */

import { ActionIcon, Alert, Anchor, Group, Table, Text } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { FileLink } from "../../../cases/files/files.web.tsx";
import { labelled, useLanguage } from "../../../ground/platform/web/content/texts.web.ts";
import {
  DateText,
  dateText,
  MailAddress,
  Money,
  PhoneLink,
  Status,
} from "../../../ground/platform/web/content/values.web.tsx";
import { confirm, openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { formatMoney } from "../../../ground/platform/web/inputs/format.ts";
import { Guard } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { useIdParam } from "../../../ground/platform/web/pages/links.web.tsx";
import {
  Empty,
  Facts,
  HorizontalScroll,
  Loaded,
  Page,
  Section,
  Strip,
} from "../../../ground/platform/web/pages/page.web.tsx";
import styles from "../precasso.module.css";
import { ConvertButton } from "../runs/actions.web.tsx";
import { convertCall } from "../runs/runs.contract.ts";
import { usePrecassoTexts } from "../texts.web.ts";
import { ReturnedForm } from "./address-forms.web.tsx";
import { RecordActs } from "./forms.web.tsx";
import {
  listRecords,
  mayCreate,
  type RecordDetail,
  readRecord,
  returnLetter,
  takePaymentBack,
} from "./records.contract.ts";
import { stateTones } from "./search.web.tsx";

export function PrecassoShow(): ReactNode {
  const t = usePrecassoTexts();
  const id = useIdParam();
  const read = useCall(readRecord, { params: { id } });
  return (
    <Loaded of={read} shape="page">
      {(record) => (
        <Page
          title={record.number}
          tab={record.number}
          count={`${record.debtorName} · ${record.clientName}`}
          actions={
            <>
              {record.mayConvert && (
                <Guard who={convertCall.who}>
                  <ConvertButton id={record.id} version={record.version} />
                </Guard>
              )}
              <Guard who={mayCreate}>
                <RecordActs record={record} />
              </Guard>
            </>
          }
        >
          <Head record={record} />
          <div className={styles.columns}>
            <div>
              <Section title={t("invoices")}>
                <Invoices record={record} />
              </Section>
              <Section title={t("payments")}>
                <Payments record={record} />
              </Section>
              <Section title={t("messages")}>
                <Messages record={record} />
              </Section>
            </div>
            <div>
              <Section title={t("steps")}>
                <Steps record={record} />
              </Section>
              <Section title={t("debtor")}>
                <Debtor record={record} />
              </Section>
              <Section title={t("timeline")}>
                <Timeline record={record} />
              </Section>
            </div>
          </div>
        </Page>
      )}
    </Loaded>
  );
}

function Head({ record }: { record: RecordDetail }): ReactNode {
  const t = usePrecassoTexts();
  return (
    <Strip
      items={[
        { name: t("open"), value: <Money cents={record.openCents} />, big: true },
        { name: t("state"), value: <Status tone={stateTones[record.state]}>{t(`state_${record.state}`)}</Status> },
        { name: t("clientRef"), value: record.clientRef },
        { name: t("dueOn"), value: <DateText value={record.dueOn} /> },
        ...(record.fileId === null
          ? []
          : [{ name: t("file"), value: <FileLink id={record.fileId}>{record.fileNumber}</FileLink> }]),
      ]}
    />
  );
}

function Invoices({ record }: { record: RecordDetail }): ReactNode {
  const t = usePrecassoTexts();
  return (
    <HorizontalScroll label={t("invoices")}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("invoice")}</Table.Th>
            <Table.Th ta="right">{t("amount")}</Table.Th>
            <Table.Th ta="right">{t("open")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {record.invoices.map((invoice) => (
            <Table.Tr key={invoice.number}>
              <Table.Td>
                {invoice.number}
                <Text size="xs" c="dimmed">
                  {t("invoiceDate")} <DateText value={invoice.date} />
                  <br />
                  {t("dueOn")} <DateText value={invoice.dueDate} />
                </Text>
              </Table.Td>
              <Table.Td ta="right">
                <Money cents={invoice.cents} />
              </Table.Td>
              <Table.Td ta="right">
                <Money cents={invoice.openCents} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </HorizontalScroll>
  );
}

function Payments({ record }: { record: RecordDetail }): ReactNode {
  const t = usePrecassoTexts();
  const language = useLanguage();
  const back = useAct(takePaymentBack, { invalidates: [readRecord, listRecords] });
  if (record.payments.length === 0) return <Text c="dimmed">{t("noPayments")}</Text>;
  const ask = async (paymentId: number, cents: number): Promise<void> => {
    const amount = formatMoney(cents, language);
    if (await confirm(t("takeBackConfirm", { amount }), { yes: t("takeBack"), danger: true }))
      await back.run({ params: { id: record.id, paymentId }, body: { version: record.version } });
  };
  return (
    <HorizontalScroll label={t("payments")}>
      <Table>
        <Table.Tbody>
          {record.payments.map((payment) => (
            <Table.Tr key={payment.id} c={payment.takenBackAt === null ? "inherit" : "dimmed"}>
              <Table.Td>
                <DateText value={payment.on} />
              </Table.Td>
              <Table.Td>
                {payment.reference}
                <Text size="xs" c="dimmed">
                  {t(`told_${payment.toldBy}`)} {payment.notedBy ?? ""}
                  {payment.takenBackAt !== null && ` · ${t("takenBack")}`}
                </Text>
              </Table.Td>
              <Table.Td ta="right">
                <Money cents={payment.cents} />
              </Table.Td>
              <Table.Td w={40}>
                {payment.takenBackAt === null && record.fileId === null && (
                  <Guard who={mayCreate}>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={labelled(t("takeBack"), formatMoney(payment.cents, language))}
                      onClick={() => void ask(payment.id, payment.cents)}
                    >
                      <IconArrowBackUp size={16} />
                    </ActionIcon>
                  </Guard>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </HorizontalScroll>
  );
}

type Message = RecordDetail["messages"][number];
const isLive = ({ state }: RecordDetail): boolean => state === "open" || state === "disputed";

function Messages({ record }: { record: RecordDetail }): ReactNode {
  const t = usePrecassoTexts();
  if (record.messages.length === 0) return <Text c="dimmed">{t("noMessages")}</Text>;
  const open = (message: Message): void => {
    openModal({ title: message.subject || message.template, size: "lg" }, () => (
      <Text component="div" className={styles.words ?? ""}>
        {message.text}
      </Text>
    ));
  };
  const askReturned = (messageId: number): void =>
    void openModal({ title: t("returned") }, (close) => (
      <ReturnedForm record={record} close={close} messageId={messageId} />
    ));
  return (
    <ul className={styles.list}>
      {record.messages.map((message) => (
        <li key={message.id}>
          <Anchor component="button" type="button" onClick={() => open(message)}>
            {message.template}
          </Anchor>
          <Text size="xs" c="dimmed" className={styles.breaks ?? ""}>
            {dateText(message.createdAt, { time: "HH:mm" })} · {message.toAddress}
            {message.state !== null && ` · ${messageState(t, message.state)}`}
            {message.isAwaited && ` · ${t("isAwaited")}`}
            {message.isRecalled && ` · ${t("isRecalled")}`}
            {message.postedOn !== null && ` · ${t("postedOn", { date: dateText(message.postedOn) })}`}
            {message.returnedOn !== null && ` · ${t("returnedOn", { date: dateText(message.returnedOn) })}`}
          </Text>
          {message.channel === "post" && message.returnedOn === null && isLive(record) && (
            <Guard who={returnLetter.who}>
              <Anchor component="button" type="button" size="xs" onClick={() => askReturned(message.id)}>
                {t("returned")}
              </Anchor>
            </Guard>
          )}
        </li>
      ))}
    </ul>
  );
}

const messageStates = ["pending", "sending", "sent", "kept", "uncertain", "dead", "cancelled"] as const;
const messageState = (t: ReturnType<typeof usePrecassoTexts>, state: string): string => {
  const known = messageStates.find((one) => one === state);
  return known ? t(`messageState_${known}`) : state;
};

function Steps({ record }: { record: RecordDetail }): ReactNode {
  const t = usePrecassoTexts();
  const language = useLanguage();
  const { notice14: notice } = record;
  return (
    <>
      <ol className={styles.list}>
        {record.steps.map((step) => (
          <li key={step.position} aria-current={step.isNext ? "step" : undefined}>
            <Text span fw={step.isNext ? 600 : 400} c={step.isDone ? "dimmed" : "inherit"}>
              {step.name}
            </Text>
            <Text size="xs" c="dimmed">
              {step.isDone ? t("stepDone") : step.dueOn !== null && dateText(step.dueOn)}
            </Text>
          </li>
        ))}
      </ol>
      {notice && (
        <Text size="sm" mt="xs">
          {t("noticeSays", {
            date: dateText(notice.sentOn),
            last: dateText(notice.lastPayDay),
            amount: formatMoney(notice.announcedCents, language),
          })}
        </Text>
      )}
      {(record.state === "open" || record.state === "disputed") && record.reasons.length > 0 && (
        <Alert color="yellow" variant="light" mt="xs" py={6} title={t("why")}>
          {record.reasons.map(({ rule, text, article }) => (
            <Text size="sm" key={`${rule} ${text}`}>
              {text} {article !== "house" && `(${article})`}
            </Text>
          ))}
        </Alert>
      )}
    </>
  );
}

function Debtor({ record }: { record: RecordDetail }): ReactNode {
  const t = usePrecassoTexts();
  const { debtor } = record;
  const claim = [record.claimTitle, record.claimDescription].filter(Boolean).join(" · ");
  const numbers = [debtor.mobile, debtor.phone].filter((number) => number !== null);
  return (
    <Facts
      items={[
        [t("debtor"), `${record.debtorName}, ${debtor.street}, ${debtor.postcode} ${debtor.city}`],
        [
          t("contact"),
          <Group key="contact" gap="xs" component="span">
            {debtor.email !== null && <MailAddress>{debtor.email}</MailAddress>}
            {numbers.map((number) => (
              <PhoneLink key={number} value={number} />
            ))}
          </Group>,
        ],
        ...(claim === "" ? [] : [[t("claim"), claim] as const]),
        ...(record.merchantName === null ? [] : [[t("merchant"), record.merchantName] as const]),
      ]}
    />
  );
}

function Timeline({ record }: { record: RecordDetail }): ReactNode {
  if (record.lines.length === 0) return <Empty title="–" />;
  return (
    <ul className={styles.list}>
      {record.lines.map((line) => (
        <li key={line.id}>
          {line.text}
          {line.note !== null && <div className={styles.words}>{line.note}</div>}
          <Text size="xs" c="dimmed">
            {[dateText(line.at, { time: "HH:mm" }), line.by].filter(Boolean).join(" · ")}
          </Text>
        </li>
      ))}
    </ul>
  );
}
