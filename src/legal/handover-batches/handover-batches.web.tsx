/** The screens of handing files over in batches; each is fetched when it is first opened. */
import { lazyComponent } from "../../ground/platform/web/pages/lazy.web.tsx";

export const loadHandoverBatch = () => import("./batches/handover.web.tsx").then((m) => m.HandoverBatchScreen);
export const loadHandoverMasterdata = () =>
  import("./destinations/masterdata.web.tsx").then((m) => m.HandoverMasterdata);
export const loadHandoverMonitoring = () => import("./monitoring/monitoring.web.tsx").then((m) => m.HandoverMonitoring);
export const loadRegister = () => import("./register/register.web.tsx").then((m) => m.RegisterPage);

/** Fetched when the tab of a file is first opened. */
export const Proceedings = lazyComponent(() => import("./feed/proceedings.web.tsx").then((m) => m.Proceedings));
