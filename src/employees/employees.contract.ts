/** Employees, teams and groups; option lists of the people who look after files and clients. */
import { any } from "../kernel/access.ts";
import { call } from "../kernel/contract.ts";
import { itemsOf, option } from "../kernel/query.ts";

export {
  addTraining,
  type ChargeKind,
  chargeKinds,
  createEmployee,
  downloadCertificate,
  dropTraining,
  type Employee,
  type EmployeeRow,
  editEmployeeScreen,
  employeeScreen,
  getEmployee,
  handOver,
  inviteEmployee,
  listCharges,
  listEmployees,
  listReminders,
  listTrainings,
  newEmployeeScreen,
  setEmployeeActive,
  type Training,
  updateEmployee,
  updateTraining,
} from "./people.contract.ts";
export {
  archiveTeam,
  createTeamCall,
  deleteGroup,
  deleteTeam,
  groupScreen,
  listTeams,
  staffOptions,
  type TeamRow,
  teamScreen,
  updateTeamCall,
} from "./teams.contract.ts";

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
