/** The screens of the decision whether to sue; each is fetched when it is first opened. */
import { lazyComponent } from "../../ground/platform/web/pages/lazy.web.tsx";

export const Decisions = lazyComponent(() => import("./list.web.tsx").then((m) => m.Decisions));
export const DecisionPage = lazyComponent(() => import("./page.web.tsx").then((m) => m.DecisionPage));
export const Questions = lazyComponent(() => import("./questions.web.tsx").then((m) => m.Questions));
/** Fetched when the tab of a file is first opened. */
export const FileDecision = lazyComponent(() => import("./page.web.tsx").then((m) => m.FileDecision));
