/** The screen of print batches: choosing what goes into one, and one that was made. */
export { Merging } from "./merging.web.tsx";
