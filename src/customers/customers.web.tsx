/** The clients' screens, and the parts of the client's own page that need no other room. */
export { Account } from "./account.web.tsx";
export { Commissions } from "./commission.web.tsx";
export { Contacts } from "./contacts.web.tsx";
export { CustomerCreate } from "./create.web.tsx";
export { ClientEdit } from "./edit.web.tsx";
export { useOptions } from "./fields.web.tsx";
export { ClientDocuments, ClientNotes } from "./papers.web.tsx";
export { Partners } from "./partners.web.tsx";
export { Terms } from "./terms.web.tsx";
export { formKey, useCustomersTexts } from "./texts.web.ts";
