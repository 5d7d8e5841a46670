/** The clients' screens, and the parts of the client's own page that need no other module. */
export { Account } from "./account/account.web.tsx";
export { Commissions } from "./agreements/commission.web.tsx";
export { Terms } from "./agreements/terms.web.tsx";
export { Contacts } from "./contacts/contacts.web.tsx";
export { ClientDocuments, ClientNotes } from "./documents/documents.web.tsx";
export { CustomerCreate } from "./record/create.web.tsx";
export { ClientEdit } from "./record/edit.web.tsx";
export { useOptions } from "./record/fields.web.tsx";
export { Partners } from "./record/partners.web.tsx";
export { formKey, useCustomersTexts } from "./texts.web.ts";
