/** What of a handover the page of a file shows: whether the file is ready, and its papers with what each is. */
import { lazyComponent } from "../../ground/platform/web/pages/lazy.web.tsx";
import { Loading } from "../../ground/platform/web/pages/page.web.tsx";

export { AddPaperButton, PaperKindChoice, StatePaper } from "./papers/paper-kinds.web.tsx";

/** Fetched when they are first opened. */
export const Handover = lazyComponent(() => import("./readiness/readiness.web.tsx").then((m) => m.Handover));
export const HoldWithPaper = lazyComponent(
  () => import("./papers/hold-form.web.tsx").then((m) => m.HoldWithPaper),
  <Loading />,
);
