/** The screens of handing files to offices of bailiffs, and what other modules ask of it (specification, points 2 and 7). */
import { screen } from "../../ground/kernel/contract.ts";
import { who } from "./destinations/destinations.contract.ts";
import { mayAnswer } from "./register/register.contract.ts";

export { enterReceipt, sendFiles } from "./batches/batches.contract.ts";
export { addMasterClient, createDestination, listTypes, setLevels } from "./destinations/destinations.contract.ts";
export { enterReports } from "./monitoring/monitoring.contract.ts";
export { addInstruction } from "./register/register.contract.ts";

export const handoverScreen = screen({
  path: "/bailiff/handover/{handoverType}/{handoverDestination}",
  who,
  title: "handover-batches.title",
});
export const masterdataScreen = screen({
  path: "/bailiff/handover-masterdata/{handoverDestination}",
  who,
  title: "handover-batches.masterdata",
});
export const handoverMonitoringScreen = screen({
  path: "/bailiff/handover/monitoring",
  who,
  title: "handover-batches.monitoring",
});
export const registerScreen = screen({ path: "/bailiff/register", who: mayAnswer, title: "handover-batches.register" });
