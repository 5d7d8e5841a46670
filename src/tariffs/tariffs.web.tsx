/** The screens of the tariffs room. */
export { Holidays } from "./holidays.web.tsx";
export { Tariffs } from "./list.web.tsx";
