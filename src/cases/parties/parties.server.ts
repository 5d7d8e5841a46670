/** The public interface of the parties on the server: the debtor of a file and its other parties. */
import { defineModule } from "../../ground/platform/server/http/module.ts";
import { channelsEnd, partyHandlers } from "./handlers.server.ts";
import { partyTexts } from "./parties.texts.ts";
import { wishHandlers } from "./wishes.server.ts";

export { recordAddressCheck } from "./address-check.server.ts";
export { beforeBecomingEntity, changeDebtor } from "./debtor.server.ts";
export { eraseParties } from "./erase.server.ts";
export { partiesOf, personById, wishesOf } from "./people.server.ts";
export { correspondenceOf, recipientsOf } from "./recipients.server.ts";
export { noteLanguage, noteWish } from "./wishes.server.ts";

export const partiesServer = defineModule({
  name: "parties",
  texts: [partyTexts],
  handlers: [...partyHandlers, ...wishHandlers],
  jobs: [channelsEnd],
});
