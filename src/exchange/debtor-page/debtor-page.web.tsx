/** What staff see of the debtor's own page. */
export { DebtorLinks } from "./staff/links.web.tsx";
