/** The clients' screens: the list with its search, and the form that makes one. */
export { CustomerCreate } from "./create.web.tsx";
export { CustomerSearch } from "./search.web.tsx";
