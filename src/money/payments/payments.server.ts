/** The public interface of the payments module on the server, and the handlers of its calls. */
import { defineModule, handle } from "../../ground/platform/server/http/module.ts";
import { paymentChecks } from "./checks.server.ts";
import {
  assignEntry,
  createAccount,
  findFilesForEntry,
  ignoreEntry,
  importScreen,
  listAccounts,
  listEntries,
  listImports,
  listStatements,
  readEntry,
  reviewScreen,
  undoEntry,
  updateAccount,
} from "./payments.contract.ts";
import { paymentTexts } from "./payments.texts.ts";
import { requireBank } from "./review/entries.server.ts";
import { assign, findFiles, ignore, undo } from "./review/review.server.ts";
import { addAccount, changeAccount, oneAccount } from "./statements/accounts.server.ts";
import { readImportJob, uploadHandler } from "./statements/import.server.ts";
import { accountRows, entryDetail, entryPage, importPage, statementPage } from "./statements/lists.server.ts";

export { recogniseRemitters } from "./matching/remitters.server.ts";
export { type BeforeClosing, beforeSettling, fileSettled, settleFile } from "./matching/settle.server.ts";
export { receiptsInReview } from "./matching/waiting.server.ts";
export { addAccount } from "./statements/accounts.server.ts";
export { readSentBankFile } from "./statements/import.server.ts";

export const paymentsServer = defineModule({
  name: "payments",
  screens: [importScreen, reviewScreen],
  checks: paymentChecks,
  texts: [paymentTexts],
  history: [{ subject: "bank_account", who: createAccount.who, name: "payments.accounts" }],
  jobs: [readImportJob],
  handlers: [
    handle(listAccounts, async (ctx) => ({ items: await accountRows(ctx) })),
    handle(createAccount, async (ctx, { body }) => oneAccount(ctx, await addAccount(ctx, body))),
    handle(updateAccount, async (ctx, { params, body }) => {
      await changeAccount(ctx, params.id, body);
      return oneAccount(ctx, params.id);
    }),
    uploadHandler,
    handle(listImports, importPage),
    handle(listStatements, statementPage),
    handle(listEntries, entryPage),
    handle(findFilesForEntry, async (ctx, { query }) => {
      requireBank(ctx.user);
      return { items: await findFiles(ctx, query.keywords) };
    }),
    handle(readEntry, (ctx, { params }) => entryDetail(ctx, params.id)),
    handle(assignEntry, (ctx, { params, body }) => assign(ctx, params.id, body.version, body.parts)),
    handle(ignoreEntry, (ctx, { params, body }) => ignore(ctx, params.id, body.version, body.reason)),
    handle(undoEntry, (ctx, { params, body }) => undo(ctx, params.id, body.version)),
  ],
});
