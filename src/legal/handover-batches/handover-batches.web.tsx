/** The screens of handing files over in batches; each is fetched when it is first opened. */
import { lazyComponent } from "../../ground/platform/web/pages/lazy.web.tsx";

export { HandoverBatchScreen } from "./batches/handover.web.tsx";
export { HandoverMasterdata } from "./destinations/masterdata.web.tsx";
export { HandoverMonitoring } from "./monitoring/monitoring.web.tsx";

/** Fetched when the tab of a file is first opened. */
export const Proceedings = lazyComponent(() => import("./feed/proceedings.web.tsx").then((m) => m.Proceedings));
