/** Which days the calendar of outgoing messages shows. */
import { addDays, type PlainDate, weekday } from "../../../ground/kernel/dates.ts";
import { useHouseDay } from "../../../ground/platform/web/content/today.web.ts";
import { useAddressQuery } from "../../../ground/platform/web/pages/links.web.tsx";
import { readSendCalendar } from "./calendar.contract.ts";

const weeks = { week: 7, month: 35 } as const;

const mondayOf = (on: PlainDate): PlainDate => addDays(on, 1 - weekday(on));

/** The days that are shown, kept in the address; where it names none that can be shown, those from this week on. */
export function useDays() {
  const today = useHouseDay();
  const { values, set } = useAddressQuery();
  const span = values.span === "month" ? "month" : "week";
  const days = weeks[span];
  const named = readSendCalendar.query.shape.from.safeParse(values.from).data;
  const from = named ?? mondayOf(today);
  const goTo = (on: PlainDate | null): void => set({ from: on }, { push: true });
  return {
    span,
    days,
    from,
    goToday: () => goTo(null),
    goBy: (ways: 1 | -1) => goTo(addDays(from, ways * days)),
    setSpan: (value: string) => set({ span: value === "month" ? value : null }),
  };
}
