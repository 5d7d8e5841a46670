/** What a row of files shows: who owes whom, what is open on which day, where the file stands and what comes next. */
import { daysBetween, parsePlainDate } from "../../ground/kernel/dates.ts";
import { useLanguage, useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { useHouseDay } from "../../ground/platform/web/content/today.web.ts";
import { DueDate, dateText } from "../../ground/platform/web/content/values.web.tsx";
import type { Column } from "../../ground/platform/web/table/table.web.tsx";
import { debtorColumn, FileStatusText } from "../files/files.web.tsx";
import type { FileRow } from "./file-search.contract.ts";
import type { ListTexts } from "./file-search.texts.ts";

const useFileTexts = () => useTexts<ListTexts>("files");

/** "vandaag", "gisteren", "morgen", or the date itself; by the house's day. */
export function useNearDate(): (on: string) => string {
  const t = useFileTexts();
  const language = useLanguage();
  const today = useHouseDay();
  return (on) => {
    const date = parsePlainDate(on);
    const days = date === undefined ? Number.NaN : daysBetween(today, date);
    if (days === 0) return t("today");
    if (days === 1) return t("tomorrow");
    return days === -1 ? t("yesterday") : dateText(on, {}, language);
  };
}

/** Where the file stands, over what holds it. */
const statusColumn = (t: ReturnType<typeof useFileTexts>): Column<FileRow> => ({
  key: "status",
  label: t("status"),
  sortable: true,
  formatter: (_value, row) => <FileStatusText status={row.status} />,
  text: (_value, row) => t(`status_${row.status}`),
  below: {
    key: "holds",
    label: t("holds"),
    formatter: (_value, row) => <FileStatusText holds={row.holds} />,
    text: (_value, row) => row.holds.map((kind) => t(`hold_${kind}`)).join(", "),
  },
});

/** The columns of a list of files. What one works by stands whole, in two lines; the rest gives way. */
export function useFileColumns(): Column<FileRow>[] {
  const t = useFileTexts();
  const near = useNearDate();
  const today = useHouseDay();
  const isOverdue = ({ nextActionOn, status }: FileRow): boolean =>
    nextActionOn !== null && nextActionOn < today && status !== "closed";
  return [
    { key: "number", label: t("number"), sortable: true, allowToggle: false, copy: true },
    debtorColumn(t("debtor"), t("client"), {
      share: 30,
      sortable: { debtor: true, client: false },
      allowToggle: false,
    }),
    {
      key: "openCents",
      label: t("open"),
      sortable: true,
      as: "money",
      below: { key: "openOn", label: t("asOf"), as: "date" },
    },
    { key: "clientRef", label: t("clientRef"), sortable: true, hidden: true },
    { key: "phase", label: t("phase"), sortable: true, formatter: (_value, row) => t(`phase_${row.phase}`) },
    statusColumn(t),
    {
      key: "nextStep",
      label: t("nextAction"),
      share: 26,
      wraps: true,
      limit: null,
      below: {
        key: "nextActionOn",
        label: t("onDate"),
        sortable: true,
        as: "date",
        formatter: (_value, row) =>
          row.nextActionOn !== null && (
            <DueDate value={row.nextActionOn} overdue={isOverdue(row)}>
              <time dateTime={row.nextActionOn} title={dateText(row.nextActionOn)}>
                {near(row.nextActionOn)}
              </time>
            </DueDate>
          ),
      },
    },
    { key: "caseManager", label: t("caseManager"), hidden: true },
    { key: "placedOn", label: t("placedOn"), sortable: true, as: "date", hidden: true },
    { key: "principalCents", label: t("principal"), sortable: true, as: "money", hidden: true },
    { key: "city", label: t("city"), limit: 18, card: "none" },
  ];
}
