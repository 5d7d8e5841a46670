/** The door of the processing screens. */
export { InHold } from "./held.web.tsx";
export { Monitoring } from "./monitoring.web.tsx";
export { NewRun } from "./new.web.tsx";
