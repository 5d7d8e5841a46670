/** The options of manual bookings, from the lists in settings: descriptions of payments and types of costs. */
import { fieldError } from "../../../ground/kernel/errors.ts";
import { type CostType, costTypeRows, nameIn, paymentDescriptionRows } from "../../../ground/lists/lists.server.ts";
import { type Db, type Handler, handle, type WorkCtx } from "../../../ground/platform/server/http/module.ts";
import { type ReceiptKind, receiptKinds } from "../engine/events.ts";
import { bookingChoices } from "./bookings.contract.ts";

type DebtorGroup = "execution" | "court" | "other";

const groupOf = ({ costGroup, chargeTo }: CostType): DebtorGroup | undefined =>
  chargeTo === "debtor" && costGroup !== "bik" ? costGroup : undefined;

/** Types of costs that can be charged to a debtor by hand; collection costs are charged by the workflow. */
export async function chargeableCosts(db: Db) {
  return (await costTypeRows(db)).flatMap((row) => {
    const group = groupOf(row);
    return group ? [{ row, group }] : [];
  });
}

/** Descriptions of payments that are received and allocated. */
async function received(db: Db) {
  return (await paymentDescriptionRows(db)).flatMap((row) => {
    const kind = receiptKinds.find((known) => known === row.kind);
    return kind && row.effect === "allocates" ? [{ row, kind }] : [];
  });
}

export const choiceHandlers: readonly Handler[] = [
  handle(bookingChoices, async ({ db, lang }) => ({
    descriptions: (await received(db)).map(({ row, kind }) => ({ code: row.code, text: nameIn(row.name, lang), kind })),
    costTypes: (await chargeableCosts(db)).map(({ row, group }) => ({
      id: row.id,
      text: nameIn(row.name, lang),
      group,
      needsDocument: row.needsDocument,
      article: row.btagArticle,
    })),
  })),
];

/** @throws validation if a description is not on the list, or belongs to another kind of receipt. */
export async function requireDescription(ctx: WorkCtx, description: string | undefined, kind: ReceiptKind) {
  if (description === undefined) return;
  const known = await received(ctx.db);
  if (!known.some(({ row, kind: of }) => row.code === description && of === kind))
    throw fieldError("description", "claims.noSuchDescription");
}

/** The group and name of a cost: from the chosen type, otherwise as sent. @throws validation if neither is valid. */
export async function chosenCost(
  ctx: WorkCtx,
  sent: {
    readonly costType?: number | undefined;
    readonly group?: DebtorGroup | undefined;
    readonly type?: string | undefined;
  },
): Promise<{ readonly group: DebtorGroup; readonly type: string; readonly article?: string }> {
  if (sent.costType === undefined) {
    if (!sent.group || !sent.type) throw fieldError("costType", "claims.noSuchCostType");
    return { group: sent.group, type: sent.type };
  }
  const chosen = (await chargeableCosts(ctx.db)).find(({ row }) => row.id === sent.costType);
  if (!chosen) throw fieldError("costType", "claims.noSuchCostType");
  const { row, group } = chosen;
  return { group, type: nameIn(row.name, "nl"), ...(row.btagArticle === "" ? {} : { article: row.btagArticle }) };
}
