/** The public interface of the processing screens. */

export { SendCalendar } from "./calendar/calendar.web.tsx";
export { InHold } from "./on-hold/on-hold.web.tsx";
export { Monitoring } from "./runs/monitoring.web.tsx";
export { NewRun } from "./runs/new-run.web.tsx";
