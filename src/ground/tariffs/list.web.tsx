/** The tariffs: a tab for each kind, its rows by date, and how one is succeeded. */
import { ActionIcon, Alert, Button, Group, Tabs, Text, Tooltip } from "@mantine/core";
import { IconAlertTriangle, IconEraser, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { ReplyOf } from "../kernel/contract.ts";
import { HistoryButton } from "../platform/web/content/history.web.tsx";
import { currentLanguage, labelled, textOf } from "../platform/web/content/texts.web.ts";
import { dateText, Status, type Tone } from "../platform/web/content/values.web.tsx";
import { confirm, openModal } from "../platform/web/feedback/dialogs.web.tsx";
import { notify } from "../platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../platform/web/http/api.web.ts";
import { formatMoney, formatNumber } from "../platform/web/inputs/format.ts";
import { useMay } from "../platform/web/pages/current-user.web.tsx";
import { Link, useAddressQuery } from "../platform/web/pages/links.web.tsx";
import { Page } from "../platform/web/pages/page.web.tsx";
import { type Column, DataTable } from "../platform/web/table/table.web.tsx";
import { tariffData } from "./rows.ts";
import { Comparison, useTariffTexts } from "./succession/compare.web.tsx";
import { type TariffAction, TariffForm } from "./succession/form.web.tsx";
import {
  deleteTariff,
  listTariffs,
  missingTariffList,
  succeedTariff,
  type TariffRow,
  tariffsScreen,
} from "./tariffs.contract.ts";
import styles from "./tariffs.module.css";
import { type TariffKind, tariffKinds } from "./tariffs.ts";

const kindText = (kind: TariffKind): string => textOf(`tariffs.${kind}`);
const asTitle = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What a row comes to, in a few words. */
function summary(row: TariffRow): string {
  const language = currentLanguage();
  const money = (cents: number): string => formatMoney(cents, language);
  const span = (amounts: readonly number[]) => ({
    count: amounts.length,
    from: money(Math.min(...amounts)),
    until: money(Math.max(...amounts)),
  });
  switch (row.kind) {
    case "interest_statutory":
    case "interest_commercial":
    case "interest_fair":
    case "vat":
      return `${formatNumber(Number(row.data.pct), language)} %`;
    case "bik_scale": {
      const { slices, minimum, maximum } = tariffData.bik_scale.parse(row.data);
      return textOf("tariffs.summarySlices", { count: slices.length, from: money(minimum), until: money(maximum) });
    }
    case "court_fee_kanton":
    case "court_fee_rechtbank":
      return textOf("tariffs.summaryBands", span(tariffData[row.kind].parse(row.data).bands.map(({ legal }) => legal)));
    case "salary_kanton":
      return textOf(
        "tariffs.summaryBands",
        span(tariffData.salary_kanton.parse(row.data).bands.map((b) => b.perPoint)),
      );
    case "after_costs": {
      const { kantonMaximum, civil } = tariffData.after_costs.parse(row.data);
      return textOf("tariffs.summaryAfterCosts", { kanton: money(kantonMaximum), civil: money(civil) });
    }
    case "btag":
      return textOf("tariffs.summaryActs", { count: Object.keys(tariffData.btag.parse(row.data).acts).length });
    case "equated_days": {
      const { days } = tariffData.equated_days.parse(row.data);
      return days.length === 0 ? textOf("tariffs.noDays") : days.map((day) => dateText(day)).join(", ");
    }
  }
}

const tones: Readonly<Record<TariffRow["state"], Tone>> = {
  past: "neutral",
  current: "good",
  future: "accent",
  superseded: "warn",
};

type Missing = ReplyOf<typeof missingTariffList>["items"];

export function Tariffs(): ReactNode {
  const t = useTariffTexts();
  const { values, set } = useAddressQuery();
  const kind = tariffKinds.find((known) => known === values.kind) ?? "interest_statutory";
  const missing = useCall(missingTariffList, {});
  const may = useMay(succeedTariff);
  const list = useCall(listTariffs, { query: { kind } });
  // While another tab is fetched, the rows of the one before are still there.
  const rows = (list.data?.items ?? []).filter((row) => row.kind === kind);
  const open = (doing: TariffAction, row?: TariffRow): void =>
    openForm(doing, kind, rows, row, missing.data?.items ?? []);
  return (
    <Page
      title={t("title")}
      actions={
        may && (
          <Button
            leftSection={<IconPlus size={16} />}
            // A successor is filled in from the last row, which has to be there.
            disabled={list.isPlaceholderData || !list.data || !missing.data}
            onClick={() => open("succeed")}
          >
            {t("succeed")}
          </Button>
        )
      }
    >
      <MissingTariffs items={missing.data?.items ?? []} />
      <Tabs
        value={kind}
        onChange={(next) => set({ kind: next }, { push: true })}
        mb="sm"
        keepMounted={false}
        activateTabWithKeyboard={false}
      >
        <Tabs.List aria-label={t("kinds")}>
          {tariffKinds.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {asTitle(kindText(each))}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={kind} pt="sm">
          <Text size="sm" c="dimmed" mb="xs">
            {t(may ? "inUseHint" : "lookOnly")}
          </Text>
          <Rows kind={kind} rows={rows} list={list} may={may} open={open} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

/** The row that stood before another of its kind. */
const formerOf = (rows: readonly TariffRow[], row: TariffRow): TariffRow | undefined =>
  row.supersedes !== null
    ? rows.find(({ id }) => id === row.supersedes)
    : rows.find((other) => other.state !== "superseded" && other.validFrom < row.validFrom);

function openForm(
  doing: TariffAction,
  kind: TariffKind,
  rows: readonly TariffRow[],
  row: TariffRow | undefined,
  missing: Missing,
): void {
  const last = rows.find(({ state }) => state !== "superseded");
  const from = doing === "succeed" ? last : row;
  const before = doing === "edit" && row ? formerOf(rows, row) : from;
  const due = missing.find((each) => each.kind === kind)?.dueOn;
  const dueOn = due !== undefined && (last === undefined || due > last.validFrom) ? due : undefined;
  const values = { kind: kindText(kind), date: row === undefined ? "" : dateText(row.validFrom) };
  openModal({ title: textOf(`tariffs.${doing}Of`, values), size: "xl" }, (close) => (
    <TariffForm doing={doing} kind={kind} from={from} before={before} dueOn={dueOn} close={close} />
  ));
}

/** What the law sets anew soon, or has set, and nobody has entered. */
function MissingTariffs({ items }: { items: Missing }): ReactNode {
  const t = useTariffTexts();
  if (items.length === 0) return null;
  const overdue = items.some((item) => item.overdue);
  return (
    <Alert
      variant="light"
      color={overdue ? "red" : "yellow"}
      title={t("missingTitle")}
      icon={<IconAlertTriangle size={18} aria-hidden />}
      mb="md"
    >
      {items.map((item) => (
        <div key={`${item.kind} ${item.dueOn}`}>
          <Link to={tariffsScreen} search={{ kind: item.kind }}>
            {t(item.overdue ? "missingOverdue" : "missingSoon", {
              kind: kindText(item.kind),
              date: dateText(item.dueOn),
            })}
          </Link>
        </div>
      ))}
    </Alert>
  );
}

interface RowsProps {
  readonly kind: TariffKind;
  readonly rows: readonly TariffRow[];
  readonly list: { readonly data: unknown; readonly error: Error | null; readonly refetch: () => unknown };
  readonly may: boolean;
  readonly open: (doing: TariffAction, row?: TariffRow) => void;
}

function columnsOf(t: ReturnType<typeof useTariffTexts>): Column<TariffRow>[] {
  return [
    { key: "validFrom", label: t("validFrom"), as: "date", sortable: true, allowToggle: false, width: 130 },
    { key: "validUntil", label: t("validUntil"), as: "date", width: 110 },
    {
      key: "value",
      label: t("value"),
      text: (_value, row) => summary(row),
      formatter: (_value, row) => summary(row),
      limit: null,
    },
    {
      key: "state",
      label: t("state"),
      text: (_value, row) => t(`state_${row.state}`),
      formatter: (_value, row) => <Status tone={tones[row.state]}>{t(`state_${row.state}`)}</Status>,
    },
    {
      key: "verified",
      label: t("check"),
      text: (_value, row) => t(row.verified ? "isVerified" : "notVerified"),
      formatter: (_value, row) => (
        <Status tone={row.verified ? "neutral" : "warn"}>{t(row.verified ? "isVerified" : "notVerified")}</Status>
      ),
    },
    { key: "source", label: t("source"), share: 50, wraps: true },
    {
      key: "createdBy",
      label: t("addedBy"),
      text: (_value, row) => row.createdBy || t("byProduct"),
      formatter: (_value, row) => row.createdBy || t("byProduct"),
    },
    { key: "createdAt", label: t("when"), as: "datetime", hidden: true },
    { key: "reason", label: t("reason"), hidden: true },
  ];
}

interface RowActionsProps {
  readonly row: TariffRow;
  readonly name: string;
  readonly open: RowsProps["open"];
  readonly onDelete: () => void;
}

/** A row that has not begun is changed or deleted; one that has is corrected. */
function RowActions({ row, name, open, onDelete }: RowActionsProps): ReactNode {
  const t = useTariffTexts();
  return (
    <Group gap={4} wrap="nowrap">
      <HistoryButton compact subject="tariff" subjectId={row.id} name={name} />
      {row.state === "future" && (
        <>
          <ActionIcon variant="subtle" aria-label={labelled(t("edit"), name)} onClick={() => open("edit", row)}>
            <IconPencil size={16} />
          </ActionIcon>
          <ActionIcon variant="subtle" color="red" aria-label={labelled(t("delete"), name)} onClick={onDelete}>
            <IconTrash size={16} />
          </ActionIcon>
        </>
      )}
      {(row.state === "current" || row.state === "past") && (
        <Tooltip label={t("correct")}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={labelled(t("correct"), name)}
            onClick={() => open("correct", row)}
          >
            <IconEraser size={16} />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  );
}

function Rows({ kind, rows, list, may, open }: RowsProps): ReactNode {
  const t = useTariffTexts();
  const remove = useAct(deleteTariff, { invalidates: [listTariffs, missingTariffList] });
  const drop = async (row: TariffRow): Promise<void> => {
    const values = { kind: kindText(kind), date: dateText(row.validFrom) };
    if (!(await confirm(t("deleteQuestion", values), { title: t("delete"), yes: t("delete"), danger: true }))) return;
    if (await remove.run({ params: { id: row.id } })) notify({ message: t("deleted"), variant: "success" });
  };
  const name = (row: TariffRow): string => `${kindText(kind)} ${dateText(row.validFrom)}`;
  return (
    <DataTable
      id={`tariffs-${kind}`}
      label={asTitle(kindText(kind))}
      columns={columnsOf(t)}
      list={{ data: list.data === undefined ? undefined : { items: rows }, error: list.error, refetch: list.refetch }}
      rowName={name}
      rowVariant={(row) => (row.state === "superseded" || row.state === "past" ? "muted" : undefined)}
      exportName={`tariffs-${kind}`}
      empty={{ title: t("emptyTitle"), text: t("emptyHint") }}
      details={(row) => <Details kind={kind} row={row} former={formerOf(rows, row)} />}
      actions={(row) => may && <RowActions row={row} name={name(row)} open={open} onDelete={() => void drop(row)} />}
    />
  );
}

/** A row unfolded: what it comes to, beside the row before it, and why it took another's place. */
function Details(props: { kind: TariffKind; row: TariffRow; former: TariffRow | undefined }): ReactNode {
  const t = useTariffTexts();
  const { kind, row, former } = props;
  return (
    <div className={styles.details}>
      {row.reason !== "" && (
        <Text size="sm" mb="xs">
          {labelled(t("reason"), row.reason)}
        </Text>
      )}
      <Text size="xs" c="dimmed" mb={4}>
        {row.source}
      </Text>
      <Text size="sm" fw={550} mb={4}>
        {t(former ? "differs" : "first")}
      </Text>
      <Comparison kind={kind} before={former?.data} after={row.data} />
    </div>
  );
}
