/** The public interface of the states on the server: status, holds and closing of a file. */

import { fieldError } from "../../ground/kernel/errors.ts";
import { defineModule } from "../../ground/platform/server/http/module.ts";
import { beforeBecomingEntity } from "../parties/parties.server.ts";
import { stateChecks } from "./checks.server.ts";
import { stateHandlers } from "./handlers.server.ts";
import { inPersonalState } from "./natural-persons.server.ts";
import { agreeJob } from "./status-repair.server.ts";

export { chosenReasons, requireReason } from "./closing-reasons.server.ts";
export { spokenForElsewhere } from "./elsewhere.server.ts";
export { eraseStates } from "./erase.server.ts";
export { activeHolds, endHold, type Hold, holdOf, holdsColumn, liftHold, placeHold } from "./holds.server.ts";
export { endedGuardianships, inPersonalState, owedByLegalEntity } from "./natural-persons.server.ts";
export { wantedState } from "./records.server.ts";
export { speakersOf } from "./speakers.server.ts";
export { closeByHand, closeFile, closingAsPaid, moveFile, reopenFile, setStatus } from "./state.server.ts";
export { arrangedWhere, factsOf } from "./status-consistency.server.ts";

beforeBecomingEntity(async (ctx, debtorId) => {
  if ((await inPersonalState(ctx.db, [debtorId], ctx.clock.today())).has(debtorId))
    throw fieldError("legalForm", "files.personalState");
});

export const statesServer = defineModule({
  name: "states",
  checks: stateChecks,
  handlers: stateHandlers,
  jobs: [agreeJob],
});
