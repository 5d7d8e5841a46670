/** The screen of one debtor: all files over clients, the merged records, and similar ones. */
import { Button, Group, Table, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { ReplyOf } from "../../ground/kernel/contract.ts";
import { houseLine } from "../../ground/kernel/identifiers.ts";
import { labelled, useLanguage, useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { DateText, LongText, MailAddress, Money, PhoneLink } from "../../ground/platform/web/content/values.web.tsx";
import { confirm } from "../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../ground/platform/web/http/api.web.ts";
import { formatNumber } from "../../ground/platform/web/inputs/format.ts";
import { Guard } from "../../ground/platform/web/pages/current-user.web.tsx";
import { Link, useIdParam } from "../../ground/platform/web/pages/links.web.tsx";
import { Empty, HorizontalScroll, Loaded, Page, Section, Strip } from "../../ground/platform/web/pages/page.web.tsx";
import { fileAddress } from "../files/files.ts";
import { FileStatusText } from "../files/files.web.tsx";
import { listParties } from "../parties/parties.contract.ts";
import type { partyTexts } from "../parties/parties.texts.ts";
import {
  type DebtorRecord,
  type FileOfDebtor,
  markAsDifferent,
  mergeDebtors,
  readDebtor,
  undoMerge,
} from "./debtors.contract.ts";
import styles from "./debtors.module.css";
import type { debtorTexts } from "./debtors.texts.ts";
import { debtorAddress } from "./debtors.ts";

const useDebtorTexts = () => useTexts<typeof debtorTexts>("debtors");

const addressOf = (of: DebtorRecord): string => `${of.street} ${houseLine(of)}, ${of.postcode} ${of.city}`;

export function DebtorShow(): ReactNode {
  const id = useIdParam();
  const t = useDebtorTexts();
  const lang = useLanguage();
  const person = useCall(readDebtor, { params: { id } });
  return (
    <Loaded of={person} shape="page">
      {({ main, records, files, openCents, alike, merges }) => (
        <Page title={main.name} balances count={addressOf(main)}>
          <Strip
            items={[
              { name: t("openTotal"), value: <Money cents={openCents} />, big: true },
              { name: t("files"), value: formatNumber(files.length, lang) },
            ]}
          />
          <Section title={t("files")}>
            <Files files={files} label={t("files")} />
          </Section>
          <Section title={t("records")}>
            <Records items={records} label={t("records")} />
          </Section>
          {merges.length > 0 && <Merges id={id} merges={merges} />}
          <Guard who={mergeDebtors.who}>
            <Section title={t("alike")}>
              {alike.length === 0 ? <Empty title={t("noAlike")} /> : <Alike id={id} items={alike} />}
            </Section>
          </Guard>
        </Page>
      )}
    </Loaded>
  );
}

function Files({ files, label }: { files: readonly FileOfDebtor[]; label: string }): ReactNode {
  const t = useDebtorTexts();
  const p = useTexts<typeof partyTexts>("parties");
  if (files.length === 0) return <Empty title={t("noFiles")} />;
  return (
    <HorizontalScroll label={label}>
      <Table className={`${styles.files} ${styles.sums}`}>
        <Table.Thead>
          <Table.Tr>
            {[t("file"), t("client"), t("role"), t("status"), t("placedOn"), t("open")].map((head, at) => (
              <Table.Th key={head} ta={at === 5 ? "right" : "left"}>
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {files.map((file) => (
            <Table.Tr key={`${file.id}:${file.debtorId}:${file.role}`}>
              <Table.Td>
                <Link to={fileAddress(file.id)}>{file.number}</Link> <LongText limit={40}>{file.clientRef}</LongText>
              </Table.Td>
              <Table.Td>
                <LongText limit={60}>{file.clientName}</LongText>
              </Table.Td>
              <Table.Td>{file.role === "main" ? t("role_main") : p(`role_${file.role}`)}</Table.Td>
              <Table.Td>
                <FileStatusText status={file.status} holds={file.holds} />
              </Table.Td>
              <Table.Td>
                <DateText value={file.placedOn} />
              </Table.Td>
              <Table.Td ta="right">
                <Money cents={file.openCents} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </HorizontalScroll>
  );
}

function Records(props: { items: readonly DebtorRecord[]; label: string }): ReactNode {
  return (
    <HorizontalScroll label={props.label}>
      <Table className={styles.files ?? ""}>
        <Table.Tbody>
          {props.items.map((item) => (
            <Table.Tr key={item.id}>
              <Table.Td>
                <Link to={debtorAddress(item.id)}>{item.name}</Link>
                <Group gap="xs" fz="xs" c="dimmed">
                  {item.email !== null && <MailAddress>{item.email}</MailAddress>}
                  {[item.mobile, item.phone].map(
                    (number) => number !== null && <PhoneLink key={number} value={number} />,
                  )}
                </Group>
              </Table.Td>
              <Table.Td>
                <LongText limit={60}>{item.clientName}</LongText>
              </Table.Td>
              <Table.Td>{addressOf(item)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </HorizontalScroll>
  );
}

type AlikeItem = ReplyOf<typeof readDebtor>["alike"][number];

/** Records that may be the same person: why, their files, and whether they are. */
function Alike({ id, items }: { id: number; items: readonly AlikeItem[] }): ReactNode {
  const t = useDebtorTexts();
  return items.map((item) => (
    <div key={item.id} className={styles.alike}>
      <div className={styles.alikeHead}>
        <div>
          <Link to={debtorAddress(item.id)}>{item.name}</Link> · <LongText limit={70}>{item.clientName}</LongText>
          <Text size="xs" c="dimmed">
            {addressOf(item)} · {t("sameBy", { what: item.by.map((one) => t(`by_${one}`)).join(", ") })}
          </Text>
        </div>
        <AlikeActs id={id} item={item} />
      </div>
      {item.files.map((file) => (
        <FileLine key={`${file.id}:${file.role}`} file={file} />
      ))}
    </div>
  ));
}

/** A file on one line, where a table would be too much. */
function FileLine({ file }: { file: FileOfDebtor }): ReactNode {
  const p = useTexts<typeof partyTexts>("parties");
  return (
    <div className={styles.line}>
      <span>
        <Link to={fileAddress(file.id)}>{file.number}</Link> <LongText limit={40}>{file.clientRef}</LongText>
      </span>
      <span>
        {file.role !== "main" && `${p(`role_${file.role}`)} · `}
        <FileStatusText status={file.status} holds={file.holds} />
      </span>
      <Money cents={file.openCents} />
    </div>
  );
}

function AlikeActs({ id, item }: { id: number; item: AlikeItem }): ReactNode {
  const t = useDebtorTexts();
  const undo = useAct(undoMerge, { invalidates: [readDebtor] });
  const merge = useAct(mergeDebtors, {
    invalidates: [readDebtor],
    onSuccess: ({ mergeId }) => {
      notify({
        message: t("merged"),
        variant: "success",
        undo: async () => {
          await undo.run({ params: { id: mergeId }, body: {} });
        },
      });
    },
  });
  const apart = useAct(markAsDifferent, { invalidates: [readDebtor] });
  const ask = async (): Promise<void> => {
    const question = t("mergeQuestion", { name: item.name, client: item.clientName });
    if (await confirm(question, { yes: t("merge") })) await merge.run({ params: { id }, body: { otherId: item.id } });
  };
  return (
    <Guard who={mergeDebtors.who}>
      <Group gap={4} wrap="nowrap" justify="flex-end">
        <Button
          size="compact-sm"
          variant="default"
          aria-label={labelled(t("merge"), `${item.name}, ${item.clientName}`)}
          onClick={() => void ask()}
        >
          {t("merge")}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={labelled(t("apart"), `${item.name}, ${item.clientName}`)}
          onClick={() => void apart.run({ params: { id }, body: { otherId: item.id } })}
        >
          {t("apart")}
        </Button>
      </Group>
    </Guard>
  );
}

interface Merged {
  readonly id: number;
  readonly keptName: string;
  readonly mergedName: string;
  readonly at: string;
  readonly by: string | null;
}

function Merges({ merges }: { id: number; merges: readonly Merged[] }): ReactNode {
  const t = useDebtorTexts();
  const undo = useAct(undoMerge, {
    invalidates: [readDebtor, listParties],
    onSuccess: () => {
      notify({ message: t("undone"), variant: "success" });
    },
  });
  return (
    <Section title={t("merges")}>
      {merges.map((one) => (
        <Group key={one.id} gap={8}>
          <Text size="sm">
            {one.keptName} + {one.mergedName} · <DateText value={one.at} time="HH:mm" />{" "}
            {one.by === null ? "" : `· ${one.by}`}
          </Text>
          <Guard who={undoMerge.who}>
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() => void undo.run({ params: { id: one.id }, body: {} })}
            >
              {t("undo")}
            </Button>
          </Guard>
        </Group>
      ))}
    </Section>
  );
}

/** All files of the debtor of a file, those of merged records with them; and apart from them what may be the same person's. */
export function DebtorFiles({ fileId }: { readonly fileId: number; readonly onChanged?: () => void }): ReactNode {
  const t = useDebtorTexts();
  const parties = useCall(listParties, { params: { id: fileId } });
  const id = parties.data?.main.id ?? 0;
  const person = useCall(readDebtor, { params: { id } }, { enabled: id > 0 });
  if (!person.data) return null;
  const { files, alike, openCents } = person.data;
  const others = files.filter((file) => file.id !== fileId);
  return (
    <>
      <Section title={t("otherFiles")} aside={<Link to={debtorAddress(id)}>{t("showDebtor")}</Link>}>
        {others.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t("onlyThis")}
          </Text>
        ) : (
          <>
            <Text size="sm" mb={4}>
              {t("showAll", { count: files.length })} <Money cents={openCents} />
            </Text>
            <Files files={others} label={t("otherFiles")} />
          </>
        )}
      </Section>
      {alike.length > 0 && (
        <Section title={t("alike")}>
          <Alike id={id} items={alike} />
        </Section>
      )}
    </>
  );
}
