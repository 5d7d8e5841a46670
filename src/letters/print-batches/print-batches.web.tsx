/** The screen of print batches: choosing the letters of a new one, and an existing one. */
export { Merging } from "./merging.web.tsx";
