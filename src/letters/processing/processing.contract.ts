/** Calls and screens of processing runs, of what waits, and of a single step by hand. */
export {
  moveWaiting,
  readSendCalendar,
  scheduledProcessing,
  sendsOfDay,
  withdrawMessages,
} from "./calendar/calendar.contract.ts";
export { noteCapacity, readCapacity } from "./capacity/capacity.contract.ts";
export { type InvoiceLimitationRow, noteInterruptionCall, readLimitation } from "./limitation/limitation.contract.ts";
export {
  doStep,
  inHoldScreen,
  listHeld,
  makeRunCall,
  monitoringScreen,
  newRunScreen,
  planRun,
  readRun,
  readStep,
  type StepNow,
  sampleOfRun,
} from "./runs/runs.contract.ts";
