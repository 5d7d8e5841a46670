/** Five weeks of days in court over all files: how many cases each day has, and which of them were paid and are still on the roll. */
import { Button, Group } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { addDays, date, dateParts, type PlainDate, weekday } from "../../../ground/kernel/dates.ts";
import { labelled, useLanguage } from "../../../ground/platform/web/content/texts.web.ts";
import { useHouseDay } from "../../../ground/platform/web/content/today.web.ts";
import { dateText, Status } from "../../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { weekdayName } from "../../../ground/platform/web/inputs/format.ts";
import { HorizontalScroll } from "../../../ground/platform/web/pages/page.web.tsx";
import { useScreenTexts } from "../texts.web.ts";
import { rollDays, rollDaysShown } from "./roll.contract.ts";
import styles from "./roll.module.css";

const weeks = rollDaysShown / 7;
const mondayOf = (on: PlainDate): PlainDate => addDays(on, 1 - weekday(on));
const upTo = (count: number): number[] => Array.from({ length: count }, (_none, at) => at);

export function RollCalendar({ onDay }: { onDay: (on: string) => void }): ReactNode {
  const t = useScreenTexts();
  const language = useLanguage();
  const today = date(useHouseDay());
  const [from, setFrom] = useState(mondayOf(today));
  const found = useCall(rollDays, { query: { from } });
  const known = new Map((found.data?.items ?? []).map((day) => [day.on, day]));
  // No court sits at the weekend; a day that was told so all the same is not hidden.
  const wide = (found.data?.items ?? []).some(({ on }) => weekday(date(on)) > 5);
  const columns = upTo(wide ? 7 : 5);
  return (
    <>
      <Group gap="xs" mb="xs">
        <Button size="compact-sm" variant="default" onClick={() => setFrom(addDays(from, -rollDaysShown))}>
          {t("earlier")}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => setFrom(mondayOf(today))}>
          {t("thisWeek")}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => setFrom(addDays(from, rollDaysShown))}>
          {t("later")}
        </Button>
      </Group>
      <HorizontalScroll label={t("rollCalendar")} style={{ flexShrink: 0 }}>
        <table className={styles.days} aria-label={t("rollCalendar")} aria-busy={found.isPending}>
          <thead>
            <tr>
              {columns.map((at) => (
                <th key={at} scope="col">
                  {weekdayName(at + 1, language)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {upTo(weeks).map((week) => (
              <tr key={week}>
                {columns.map((at) => {
                  const on = addDays(from, week * 7 + at);
                  return <Day key={on} on={on} day={known.get(on)} isToday={on === today} onDay={onDay} />;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </HorizontalScroll>
    </>
  );
}

interface DayProps {
  readonly on: PlainDate;
  readonly day: { readonly cases: number; readonly paid: number } | undefined;
  readonly isToday: boolean;
  readonly onDay: (on: string) => void;
}

function Day({ on, day, isToday, onDay }: DayProps): ReactNode {
  const t = useScreenTexts();
  const { month, day: number } = dateParts(on);
  return (
    <td {...(isToday && { "data-today": true })}>
      <span className={styles.number}>
        {number}-{month}
      </span>
      {day && (
        <button
          type="button"
          className={styles.cases}
          aria-label={labelled(dateText(on), t("rollCases", { count: day.cases }))}
          onClick={() => onDay(on)}
        >
          {t("rollCases", { count: day.cases })}
        </button>
      )}
      {day !== undefined && day.paid > 0 && (
        <div>
          <Status tone="bad">{t("rollPaid", { count: day.paid })}</Status>
        </div>
      )}
    </td>
  );
}
