/** The door of the payments room on the server, and the answers to its calls. */
import { answer, room } from "../platform/server/room.ts";
import { addAccount, changeAccount, oneAccount } from "./accounts.server.ts";
import { paymentChecks } from "./checks.server.ts";
import { requireBank } from "./entries.server.ts";
import { readImportJob, takeBankFile } from "./import.server.ts";
import { accountRows, entryDetail, entryPage, importPage, statementPage } from "./lists.server.ts";
import {
  assignEntry,
  createAccount,
  findFilesForEntry,
  ignoreEntry,
  listAccounts,
  listEntries,
  listImports,
  listStatements,
  readEntry,
  undoEntry,
  updateAccount,
  uploadStatement,
} from "./payments.contract.ts";
import { paymentTexts } from "./payments.texts.ts";
import { assign, findFiles, ignore, undo } from "./review.server.ts";

export { addAccount } from "./accounts.server.ts";
export { fileSettled, settleFile } from "./settle.server.ts";

export const paymentsServer = room({
  name: "payments",
  checks: paymentChecks,
  texts: [paymentTexts],
  history: [{ subject: "bank_account", who: createAccount.who, name: "payments.accounts" }],
  jobs: [readImportJob],
  answers: [
    answer(listAccounts, async (ctx) => ({ items: await accountRows(ctx) })),
    answer(createAccount, async (ctx, { body }) => oneAccount(ctx, await addAccount(ctx, body))),
    answer(updateAccount, async (ctx, { params, body }) => {
      await changeAccount(ctx, params.id, body);
      return oneAccount(ctx, params.id);
    }),
    answer(uploadStatement, async (ctx, { files }) => {
      requireBank(ctx.user);
      return takeBankFile(ctx, files);
    }),
    answer(listImports, importPage),
    answer(listStatements, statementPage),
    answer(listEntries, entryPage),
    answer(findFilesForEntry, async (ctx, { query }) => {
      requireBank(ctx.user);
      return { items: await findFiles(ctx, query.keywords) };
    }),
    answer(readEntry, (ctx, { params }) => entryDetail(ctx, params.id)),
    answer(assignEntry, (ctx, { params, body }) => assign(ctx, params.id, body.version, body.parts)),
    answer(ignoreEntry, (ctx, { params, body }) => ignore(ctx, params.id, body.version, body.reason)),
    answer(undoEntry, (ctx, { params, body }) => undo(ctx, params.id, body.version)),
  ],
});
