/** The law gate has no calls of its own; on the server it only brings its texts. */
import { defineModule } from "../../ground/platform/server/http/module.ts";
import { ruleTexts } from "./rules.texts.ts";

export {
  type Reader,
  type StoredRefusal,
  storedRefusal,
  type TranslatedRefusal,
  translateRefusal,
  translateRefusals,
} from "./reason-texts.server.ts";
export { LawRefusal } from "./refusal-error.server.ts";

export const rulesServer = defineModule({ name: "rules", texts: [ruleTexts] });
