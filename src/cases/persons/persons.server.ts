/** The public interface of persons on the server: rows of debtors and other parties. */

export { conflict } from "./conflict.server.ts";
export { isNamed } from "./named.server.ts";
export type { NewDebtor } from "./new-debtor.ts";
export {
  createPersonRecord,
  createPersons,
  debtorById,
  debtorColumn,
  debtorOf,
  debtorsById,
  erasePersons,
  noteAddressCheck,
  noteChannelInUse,
  problemsError,
  writePersons,
} from "./rows.server.ts";
export { isNamedAlike, nameKeyOf } from "./same-person.server.ts";
