/** The door of this room's screens. */
export { EmployeeNew } from "./form.web.tsx";
export { EmployeeGroups } from "./groups.web.tsx";
export { EmployeeList } from "./list.web.tsx";
export { EmployeePage } from "./page.web.tsx";
export { TeamSettings } from "./teams.web.tsx";
