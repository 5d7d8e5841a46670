/** The screen of one debtor: all files over clients, the records behind them, and what looks alike. */
import { Button, Group, Table, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { listParties } from "../files/files.contract.ts";
import type { partyTexts } from "../files/files.texts.ts";
import { fileAddress } from "../files/files.ts";
import { FileStatusText } from "../files/files.web.tsx";
import { useAct, useCall } from "../platform/web/api.web.ts";
import { confirm } from "../platform/web/dialogs.web.tsx";
import { formatNumber } from "../platform/web/format.ts";
import { Guard } from "../platform/web/me.web.tsx";
import { Link, useIdParam } from "../platform/web/nav.web.tsx";
import { notify } from "../platform/web/notify.web.tsx";
import { Empty, Loaded, Page, Section, Sideways, Strip } from "../platform/web/page.web.tsx";
import { DateText, LongText, Money } from "../platform/web/show.web.tsx";
import { useLanguage, useTexts } from "../platform/web/texts.web.ts";
import {
  type DebtorRecord,
  type FileOfDebtor,
  keepApart,
  mergeDebtors,
  readDebtor,
  undoMerge,
} from "./debtors.contract.ts";
import type { debtorTexts } from "./debtors.texts.ts";
import { debtorAddress } from "./debtors.ts";

const useDebtorTexts = () => useTexts<typeof debtorTexts>("debtors");

const addressOf = (of: DebtorRecord): string =>
  `${of.street} ${[of.houseNumber, of.addition].filter((part) => part !== null).join(" ")}, ${of.postcode} ${of.city}`;

export function DebtorShow(): ReactNode {
  const id = useIdParam();
  const t = useDebtorTexts();
  const lang = useLanguage();
  const person = useCall(readDebtor, { params: { id } });
  return (
    <Loaded of={person}>
      {({ main, records, files, openCents, alike, merges }) => (
        <Page title={main.name} count={addressOf(main)}>
          <Strip
            items={[
              { name: t("openTotal"), value: <Money cents={openCents} />, big: true },
              { name: t("files"), value: formatNumber(files.length, lang) },
            ]}
          />
          <Section title={t("files")}>
            <Files files={files} />
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

function Files({ files }: { files: readonly FileOfDebtor[] }): ReactNode {
  const t = useDebtorTexts();
  const p = useTexts<typeof partyTexts>("parties");
  if (files.length === 0) return <Empty title={t("noFiles")} />;
  return (
    <Sideways label={t("files")}>
      <Table>
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
                <Link to={fileAddress(file.id)}>{file.number}</Link> <LongText limit={20}>{file.clientRef}</LongText>
              </Table.Td>
              <Table.Td>
                <LongText limit={30}>{file.clientName}</LongText>
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
    </Sideways>
  );
}

function Records(props: {
  items: readonly DebtorRecord[];
  label: string;
  acts?: (item: DebtorRecord) => ReactNode;
  why?: (item: DebtorRecord) => string;
}): ReactNode {
  return (
    <Sideways label={props.label}>
      <Table>
        <Table.Tbody>
          {props.items.map((item) => (
            <Table.Tr key={item.id}>
              <Table.Td>
                <Link to={debtorAddress(item.id)}>{item.name}</Link>
                <Text size="xs" c="dimmed">
                  {props.why?.(item) ??
                    [item.email, item.mobile, item.phone].filter((part) => part !== null).join(" · ")}
                </Text>
              </Table.Td>
              <Table.Td>
                <LongText limit={30}>{item.clientName}</LongText>
              </Table.Td>
              <Table.Td>{addressOf(item)}</Table.Td>
              {props.acts && <Table.Td>{props.acts(item)}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Sideways>
  );
}

type AlikeItem = DebtorRecord & {
  readonly by: readonly ("nameAddress" | "email" | "phone" | "iban" | "birthDate" | "kvk")[];
};

function Alike({ id, items }: { id: number; items: readonly AlikeItem[] }): ReactNode {
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
  const apart = useAct(keepApart, { invalidates: [readDebtor] });
  const ask = async (item: DebtorRecord): Promise<void> => {
    const question = t("mergeQuestion", { name: item.name, client: item.clientName });
    if (await confirm(question, { yes: t("merge") })) await merge.run({ params: { id }, body: { otherId: item.id } });
  };
  const reasons = new Map(items.map((item) => [item.id, item.by.map((one) => t(`by_${one}`)).join(", ")]));
  return (
    <Records
      items={items}
      label={t("alike")}
      why={(item) => reasons.get(item.id) ?? ""}
      acts={(item) => (
        <Group gap={4} wrap="nowrap" justify="flex-end">
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${t("merge")}: ${item.name}, ${item.clientName}`}
            onClick={() => void ask(item)}
          >
            {t("merge")}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`${t("apart")}: ${item.name}, ${item.clientName}`}
            onClick={() => void apart.run({ params: { id }, body: { otherId: item.id } })}
          >
            {t("apart")}
          </Button>
        </Group>
      )}
    />
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

/** What else this debtor owes, for the page of a file. */
export function DebtorFiles({ fileId }: { readonly fileId: number; readonly onChanged?: () => void }): ReactNode {
  const t = useDebtorTexts();
  const parties = useCall(listParties, { params: { id: fileId } });
  const id = parties.data?.main.id ?? 0;
  const person = useCall(readDebtor, { params: { id } }, { enabled: id > 0 });
  const others = (person.data?.files ?? []).filter((file) => file.id !== fileId);
  if (id === 0 || (others.length === 0 && (person.data?.alike.length ?? 0) === 0)) return null;
  return (
    <Section title={t("otherFiles")} aside={<Link to={debtorAddress(id)}>{t("alike")}</Link>}>
      <Files files={others} />
    </Section>
  );
}
