/** The public interface of pre-collection on the web. */
export { PrecassoHouse } from "./house/house.web.tsx";
export { PrecassoDocuments, PrecassoExport } from "./papers/papers.web.tsx";
export { PrecassoCreate } from "./records/create.web.tsx";
export { PrecassoSearch } from "./records/search.web.tsx";
export { PrecassoShow } from "./records/show.web.tsx";
export { PrecassoActions } from "./runs/actions.web.tsx";
export { PrecassoLast } from "./runs/last-runs.web.tsx";
export { PrecassoRun } from "./runs/run.web.tsx";
export { PrecassoUpload, PrecassoUploaded } from "./uploads/uploads.web.tsx";
