/** Calls and screens of clients (opdrachtgevers), and the short lists that address forms need. */
export { addTerms } from "./agreements/agreements.contract.ts";
export { addContact, makeLogin } from "./contacts/contacts.contract.ts";
export { addClientDocument } from "./documents/documents.contract.ts";
export { mayLook, searchCustomers } from "./record/choices.contract.ts";
export {
  type ClientDetail,
  clientGroupOptions,
  clientRow,
  countries,
  createClientCall,
  customerCreateScreen,
  customerSearchScreen,
  dropClient,
  mayCreate,
  readClient,
  setClientActive,
  updateClientCall,
} from "./record/clients.contract.ts";
