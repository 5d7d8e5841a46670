/** Settlements in debt counselling (schuldregeling): offered by a counsellor, decided by the client, recalculated each year (domain facts 6). */
import { planAgenda, settleAgenda } from "../../../cases/agenda/agenda.server.ts";
import { lockFile } from "../../../cases/files/files.server.ts";
import { fieldError, notFound, VorderError } from "../../../ground/kernel/errors.ts";
import { type Ctx, type Handler, handle } from "../../../ground/platform/server/http/module.ts";
import { arrangementOut } from "../engine/statement.server.ts";
import { decideSettlement, proposeSettlement, recalculateSettlement } from "./agreements.contract.ts";
import { type ArrangementState, isSettlement } from "./arrangement.ts";
import { currentArrangements } from "./arrangement-state.server.ts";
import { changeTo, propose, recalculate } from "./arrangements.server.ts";

const isHouse = ({ user }: Pick<Ctx, "user">): boolean => user.kind === "staff" || user.kind === "system";

/** Only staff decide. @throws forbidden for others. */
function requireHouse(ctx: Ctx): void {
  if (!isHouse(ctx)) throw new VorderError("forbidden");
}

const requestKey = (id: string): string => `settlement-asked:${id}`;

const offer = handle(proposeSettlement, async (ctx, { params, body }) => {
  const file = await lockFile(ctx, params.id);
  requireHouse(ctx);
  const { forced, ...terms } = body;
  const waiting = (await currentArrangements(ctx, file.id)).some(({ status }) => status === "proposed");
  if (waiting) throw fieldError("common", "agreements.alreadyAsked");
  const state = await propose(ctx, file.id, { ...terms, interest: "frozen", activate: forced });
  if (!forced) {
    const note = ctx.translate({ key: "settlement.settlementAsked" }, "nl");
    await planAgenda(ctx, { fileId: file.id, subject: "client_question", key: requestKey(state.id), note });
  }
  return arrangementOut(state);
});

async function requireOffer(ctx: Ctx, fileId: number, id: string): Promise<ArrangementState> {
  const state = (await currentArrangements(ctx, fileId)).find((each) => each.id === id);
  if (!state || !isSettlement(state.plan)) throw notFound();
  return state;
}

const decide = handle(decideSettlement, async (ctx, { params, body }) => {
  const file = await lockFile(ctx, params.id);
  const state = await requireOffer(ctx, file.id, params.arrangement);
  const { decision, reason, version } = body;
  if (decision === "refuse" && reason === "") throw fieldError("reason", "settlement.refusalNeedsReason");
  if (state.status !== "proposed" && state.version === version) throw fieldError("common", "settlement.alreadyDecided");
  const action = decision === "accept" ? "activate" : "cancel";
  const after = await changeTo(ctx, file.id, state.id, { action, reason, version });
  await settleAgenda(ctx, { fileId: file.id, key: requestKey(state.id) });
  if (!isHouse(ctx)) {
    // The counsellor waits for the answer, and is informed by the provider.
    const note = ctx.translate({ key: `settlement.settlementDecided_${decision}` }, "nl");
    await planAgenda(ctx, { fileId: file.id, subject: "shv_review", key: `settlement-decided:${state.id}`, note });
  }
  return arrangementOut(after);
});

const again = handle(recalculateSettlement, async (ctx, { params, body }) => {
  const file = await lockFile(ctx, params.id);
  requireHouse(ctx);
  return arrangementOut(await recalculate(ctx, file.id, params.arrangement, body));
});

export const settlementAnswers: readonly Handler[] = [offer, decide, again];
