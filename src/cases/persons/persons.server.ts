/** The public interface of persons on the server: the rows of whoever owes or stands beside who owes. */

export { conflict } from "./conflict.server.ts";
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
