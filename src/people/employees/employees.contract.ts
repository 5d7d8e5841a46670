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

/** Whoever opens a screen on which a manager is chosen: a form, a filter, or the successor of an employee who leaves. */
const mayChooseManagers = any(
  "ROLE_EMPLOYEE",
  "ROLE_CUSTOMER",
  "ROLE_CONTACT_PERSON",
  "ROLE_AGENDA",
  "ROLE_CUSTOMER_CREATE",
  "ROLE_FILE_EDIT",
  "ROLE_FILE_EXPORT",
  "ROLE_FILE_SEARCH",
  "ROLE_MANAGE_CLIENT",
  "ROLE_MANAGE_EMPLOYEE",
);

export const accountManagerOptions = call({
  method: "GET",
  path: "/api/v3/account-manager/get-option-list",
  who: mayChooseManagers,
  summary: "Account managers (accountmanagers) as options.",
  reply: itemsOf(option),
});

export const caseManagerOptions = call({
  method: "GET",
  path: "/api/v3/case-manager/get-option-list",
  who: mayChooseManagers,
  summary: "Case managers (dossierbehandelaars) as options.",
  reply: itemsOf(option),
});

export const teamOptions = call({
  method: "GET",
  path: "/api/v4/team/option-list",
  who: any("ROLE_EMPLOYEE", "ROLE_CUSTOMER_CREATE", "ROLE_MANAGE_CLIENT", "ROLE_MANAGE_EMPLOYEE"),
  summary: "Teams as options; none for people of clients.",
  reply: itemsOf(option),
});
