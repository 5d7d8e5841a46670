/** Handing files to a bailiff: whether a file is ready, what is told of its handover by hand, and the papers that go with it. */
import { defineModule } from "../../ground/platform/server/http/module.ts";
import { handoverTexts } from "./handover.texts.ts";
import { paperHandlers } from "./papers/papers.server.ts";
import { paperTexts } from "./papers/papers.texts.ts";
import { handoverHandlers } from "./readiness/judged.server.ts";

export { erasePassReasons } from "./erase.server.ts";
export { requireOffice } from "./internal.server.ts";
export { filePapers } from "./papers/papers.server.ts";
export { choicesOf, noteClientOrder, noteClientRefusal } from "./readiness/choices.server.ts";
export { handoverSetOf } from "./readiness/data-set.server.ts";
export { handoverOf } from "./readiness/judged.server.ts";
export { claimTypesOf, isOfSubDistrict, subDistrictFiles } from "./readiness/sub-district.server.ts";
export { addTitleReader } from "./readiness/title.server.ts";

export const handoverServer = defineModule({
  name: "handover",
  texts: [handoverTexts, paperTexts],
  handlers: [...handoverHandlers, ...paperHandlers],
});
