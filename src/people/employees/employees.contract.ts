/** Employees, teams and groups; option lists of the people who look after files and clients. */
import { any } from "../../ground/kernel/access.ts";
import { call } from "../../ground/kernel/contract.ts";
import { itemsOf, option } from "../../ground/kernel/query.ts";

export {
  addTraining,
  type ChargeKind,
  createEmployee,
  editEmployeeScreen,
  employeeScreen,
  getEmployee,
  handOver,
  listCharges,
  listReminders,
  newEmployeeScreen,
  setEmployeeActive,
  updateEmployee,
} from "./record/people.contract.ts";
export { groupScreen, teamScreen } from "./teams/teams.contract.ts";

const staffOrClient = any("ROLE_EMPLOYEE", "ROLE_CUSTOMER", "ROLE_CONTACT_PERSON");

export const accountManagerOptions = call({
  method: "GET",
  path: "/api/v3/account-manager/get-option-list",
  who: staffOrClient,
  summary: "Account managers (accountmanagers) as options.",
  reply: itemsOf(option),
});

export const caseManagerOptions = call({
  method: "GET",
  path: "/api/v3/case-manager/get-option-list",
  who: staffOrClient,
  summary: "Case managers (dossierbehandelaars) as options.",
  reply: itemsOf(option),
});

export const teamOptions = call({
  method: "GET",
  path: "/api/v4/team/option-list",
  who: any("ROLE_EMPLOYEE"),
  summary: "Teams as options.",
  reply: itemsOf(option),
});
