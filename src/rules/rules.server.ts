/** The law gate has no calls of its own; on the server it only brings its texts. */
import { room } from "../platform/server/room.ts";
import { ruleTexts } from "./rules.texts.ts";

export { LawRefusal } from "./refused.server.ts";

export {
  type Reader,
  type SaidRefusal,
  type StoredRefusal,
  sayRefusal,
  sayRefusals,
  storedRefusal,
} from "./shown.server.ts";

export const rulesServer = room({ name: "rules", texts: [ruleTexts] });
