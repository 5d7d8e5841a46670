/** The screens of court paper templates, and what of court papers the page of a file shows. */
import { lazyComponent } from "../../ground/platform/web/pages/lazy.web.tsx";

export const CourtTemplatePage = lazyComponent(() =>
  import("./templates/edit.web.tsx").then((m) => m.CourtTemplatePage),
);
export const CourtTemplates = lazyComponent(() => import("./templates/list.web.tsx").then((m) => m.CourtTemplates));
/** Fetched when the tab of a file is first opened. */
export const CourtPapers = lazyComponent(() => import("./drafting/papers.web.tsx").then((m) => m.CourtPapers));
