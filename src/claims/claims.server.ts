/** The door of the claims room on the server. */
export {
  type Appended,
  appendEvents,
  appendMany,
  eventsOf,
  type FileEvents,
  fileBalance,
  loadEvents,
  refreshBalances,
} from "./record.server.ts";
