/** Answers what the codes of the API mean, from the lists that the house keeps. */
import { closingReasons, fileStatuses } from "../../cases/files/files.ts";
import { closingReasons as closingReasonRows, fileStatusRows, nameIn } from "../../ground/lists/lists.server.ts";
import { belowFixed } from "../../ground/lists/lists.ts";
import { type Ctx, defineModule, handle } from "../../ground/platform/server/http/module.ts";
import {
  closingReasonDocScreen,
  type DocumentedReason,
  type DocumentedStatus,
  documentedClosingReasons,
  documentedStatuses,
  statusDocScreen,
} from "./api-doc.contract.ts";
import { apiDocTexts } from "./api-doc.texts.ts";

async function statuses(ctx: Ctx): Promise<DocumentedStatus[]> {
  const rows = await fileStatusRows(ctx.db, "all");
  return belowFixed(rows, fileStatuses)
    .filter(({ row, own }) => !own || row.shownToClients)
    .map(({ row, code, own }) => ({
      id: row.id,
      code,
      ownCode: own ? row.code : null,
      name: nameIn(row.name, ctx.lang),
      explanation: nameIn(row.explanation, ctx.lang),
      inUse: row.archivedAt === null,
    }));
}

async function reasons(ctx: Ctx): Promise<DocumentedReason[]> {
  const rows = await closingReasonRows(ctx.db, "all");
  return belowFixed(rows, closingReasons).map(({ row, code, own }) => ({
    id: row.id,
    code,
    own,
    name: nameIn(row.name, ctx.lang),
    collected: row.countsAsCollected,
    inUse: row.archivedAt === null,
  }));
}

export const apiDocServer = defineModule({
  name: "api-doc",
  texts: [apiDocTexts],
  screens: [statusDocScreen, closingReasonDocScreen],
  handlers: [
    handle(documentedStatuses, async (ctx) => ({ items: await statuses(ctx) })),
    handle(documentedClosingReasons, async (ctx) => ({ items: await reasons(ctx) })),
  ],
});
