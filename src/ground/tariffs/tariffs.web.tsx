/** The screens of the tariffs module. */
export { Holidays } from "./holidays/holidays.web.tsx";
export { Tariffs } from "./list.web.tsx";
