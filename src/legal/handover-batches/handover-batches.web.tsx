/** The screens of handing files over in batches; each is fetched when it is first opened. */
export { HandoverBatchScreen } from "./batches/handover.web.tsx";
export { HandoverMasterdata } from "./destinations/masterdata.web.tsx";
export { Proceedings } from "./feed/proceedings.web.tsx";
export { HandoverMonitoring } from "./monitoring/monitoring.web.tsx";
