/** The roll: cases by their day in court, with what was paid meanwhile; chosen ones are taken off it. */
import { Button, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { labelled } from "../../../ground/platform/web/content/texts.web.ts";
import { useHouseDay } from "../../../ground/platform/web/content/today.web.ts";
import { dateText, Status, type Tone } from "../../../ground/platform/web/content/values.web.tsx";
import { promptText } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { DateRange } from "../../../ground/platform/web/inputs/dates.web.tsx";
import { FilterBar } from "../../../ground/platform/web/inputs/filter-bar.web.tsx";
import {
  type Column,
  DataTable,
  type Selection,
  useTableState,
} from "../../../ground/platform/web/table/table.web.tsx";
import { fileLink } from "../feed/reports.web.tsx";
import { useScreenTexts } from "../texts.web.ts";
import { RollCalendar } from "./calendar.web.tsx";
import {
  confirmWithdrawalReported,
  listRoll,
  type RollCase,
  retryWithdrawal,
  rollDays,
  withdrawCases,
} from "./roll.contract.ts";

const verdictTones: Readonly<Record<RollCase["verdict"], Tone>> = { open: "accent", partly: "warn", paid: "bad" };
const withdrawalTones: Readonly<Record<NonNullable<RollCase["withdrawal"]>["state"], Tone>> = {
  pending: "accent",
  told: "good",
  uncertain: "warn",
  failed: "bad",
  byHand: "warn",
};

function useRollColumns(): Column<RollCase>[] {
  const t = useScreenTexts();
  const today = useHouseDay();
  const asked = ({ withdrawal }: RollCase): string =>
    withdrawal === null ? "" : labelled(t(`withdrawal_${withdrawal.state}`), withdrawal.error ?? "");
  return [
    { key: "rollDate", label: t("rollDate"), as: "date", sortable: true, allowToggle: false },
    {
      key: "checkOn",
      label: t("checkOn"),
      formatter: (_value, row) => (
        <Text size="sm" span {...(row.checkOn < today && row.verdict === "paid" && { c: "red" })}>
          {dateText(row.checkOn)}
        </Text>
      ),
      text: (_value, row) => row.checkOn,
    },
    {
      key: "fileNumber",
      label: t("file"),
      allowToggle: false,
      formatter: (_value, row) => fileLink(row),
      text: (_value, row) => row.fileNumber,
    },
    { key: "debtorName", label: t("debtor"), share: 18, wraps: true, limit: null },
    { key: "clientName", label: t("client"), share: 16, wraps: true, limit: null, hidden: true },
    { key: "office.text", label: t("destination"), share: 16 },
    { key: "court", label: t("court"), share: 16 },
    { key: "caseNumber", label: t("caseNumber") },
    { key: "paidCents", label: t("paidSince"), as: "money" },
    { key: "openCents", label: t("open"), as: "money" },
    {
      key: "verdict",
      label: t("state"),
      formatter: (_value, row) => <Status tone={verdictTones[row.verdict]}>{t(`roll_${row.verdict}`)}</Status>,
      text: (_value, row) => t(`roll_${row.verdict}`),
    },
    {
      key: "withdrawal",
      label: t("withdrawal"),
      formatter: (_value, row) =>
        row.withdrawal && <Status tone={withdrawalTones[row.withdrawal.state]}>{asked(row)}</Status>,
      text: (_value, row) => asked(row),
    },
  ];
}

/** What a person does about a withdrawal that did not reach its office. */
function Mend({ row }: { row: RollCase }): ReactNode {
  const t = useScreenTexts();
  const again = useAct(retryWithdrawal, { invalidates: [listRoll] });
  const confirmReported = useAct(confirmWithdrawalReported, { invalidates: [listRoll] });
  const { withdrawal } = row;
  if (!withdrawal || withdrawal.state === "told" || withdrawal.state === "pending") return null;
  const params = { id: withdrawal.id };
  const confirm = async (): Promise<void> => {
    const note = await promptText(t("toldByQuestion"), { title: t("toldBy"), yes: t("toldBy"), required: true });
    if (note) await confirmReported.run({ params, body: { note } });
  };
  return (
    <>
      {withdrawal.state !== "byHand" && (
        <Button size="compact-xs" variant="default" onClick={() => void again.run({ params })}>
          {t("recallAgain")}
        </Button>
      )}
      <Button size="compact-xs" variant="default" onClick={() => void confirm()}>
        {t("toldBy")}
      </Button>
    </>
  );
}

export function Roll(): ReactNode {
  const t = useScreenTexts();
  const table = useTableState(listRoll);
  const list = useCall(listRoll, { query: table.query });
  const withdraw = useAct(withdrawCases, {
    invalidates: [listRoll, rollDays],
    onSuccess: ({ cases, byHand }) => {
      notify({ message: t("withdrawn", { cases, byHand }), variant: "success" });
    },
  });
  const ask = async (selection: Selection<RollCase>): Promise<void> => {
    const cases = selection.rows.filter(({ withdrawal }) => withdrawal === null).map(({ id }) => id);
    if (cases.length === 0) return;
    const question = t("withdrawQuestion", { cases: cases.length });
    const reason = await promptText(question, { title: t("withdraw"), yes: t("withdraw"), required: true });
    if (!reason) return;
    await withdraw.run({ body: { cases, reason } });
    selection.clear();
  };
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs" maw="var(--v-form)">
        {t("rollHint")}
      </Text>
      <RollCalendar onDay={(on) => table.setFilter({ from: on, until: on })} />
      <FilterBar state={table}>
        <Text size="sm" c="dimmed">
          {t("rollDate")}
        </Text>
        <DateRange
          label={t("rollDate")}
          size="xs"
          value={{ from: table.filter.from ?? null, until: table.filter.until ?? null }}
          onChange={({ from, until }) => table.setFilter({ from, until })}
        />
      </FilterBar>
      <DataTable
        id="handover-roll"
        label={t("roll")}
        columns={useRollColumns()}
        list={list}
        state={table}
        views={false}
        selectable
        rowName={({ fileNumber }) => fileNumber}
        rowVariant={({ verdict, withdrawal }) => (verdict === "paid" && withdrawal === null ? "warning" : undefined)}
        bulk={(selection) => (
          <Button size="compact-sm" onClick={() => void ask(selection)}>
            {t("withdraw")}
          </Button>
        )}
        actions={(row) => <Mend row={row} />}
        exportName="handover-roll"
        empty={{ title: t("none") }}
      />
    </>
  );
}
