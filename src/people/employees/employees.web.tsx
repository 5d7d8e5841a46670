/** The public interface of this module's screens. */
export { EmployeeNew } from "./record/form.web.tsx";
export { EmployeeList } from "./record/list.web.tsx";
export { EmployeePage } from "./record/page.web.tsx";
export { EmployeeGroups } from "./teams/groups.web.tsx";
export { TeamSettings } from "./teams/teams.web.tsx";
