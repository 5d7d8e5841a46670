/** Every screen and every call of every module, gathered from the contracts: for the router, the menu, the matrix and the description. */

import * as agenda from "../cases/agenda/agenda.contract.ts";
import * as debtors from "../cases/debtors/debtors.contract.ts";
import * as filePage from "../cases/file-page/file-page.contract.ts";
import * as fileSearch from "../cases/file-search/file-search.contract.ts";
import * as files from "../cases/files/files.contract.ts";
import * as workQueue from "../cases/work-queue/work-queue.contract.ts";
import * as bulk from "../exchange/bulk/bulk.contract.ts";
import * as debtorPage from "../exchange/debtor-page/debtor-page.contract.ts";
import * as exported from "../exchange/exports/exports.contract.ts";
import * as intake from "../exchange/intake/intake.contract.ts";
import * as sharedInfo from "../exchange/sharing/sharing.contract.ts";
import type { Screen } from "../ground/kernel/contract.ts";
import * as lists from "../ground/lists/lists.contract.ts";
import * as settings from "../ground/settings/settings.contract.ts";
import * as tariffs from "../ground/tariffs/tariffs.contract.ts";
import * as dashboard from "../insight/dashboard/dashboard.contract.ts";
import * as retention from "../law/retention/retention.contract.ts";
import * as surveillance from "../law/surveillance/surveillance.contract.ts";
import * as bailiffs from "../legal/bailiffs/bailiffs.contract.ts";
import * as courtCosts from "../legal/court-costs/court-costs.contract.ts";
import * as courtPapers from "../legal/court-papers/court-papers.contract.ts";
import * as courts from "../legal/courts/courts.contract.ts";
import * as decisions from "../legal/decisions/decisions.contract.ts";
import * as handoverBatches from "../legal/handover-batches/handover-batches.contract.ts";
import * as offices from "../legal/offices/offices.contract.ts";
import * as correspondence from "../letters/correspondence/correspondence.contract.ts";
import * as precasso from "../letters/precasso/precasso.contract.ts";
import * as printBatches from "../letters/print-batches/print-batches.contract.ts";
import * as processing from "../letters/processing/processing.contract.ts";
import * as templatePages from "../letters/template-pages/template-pages.contract.ts";
import * as whatIf from "../letters/what-if/what-if.contract.ts";
import * as workflows from "../letters/workflows/workflows.contract.ts";
import * as claims from "../money/claims/claims.contract.ts";
import * as onlinePayments from "../money/online-payments/online-payments.contract.ts";
import * as payments from "../money/payments/payments.contract.ts";
import * as access from "../people/access/access.contract.ts";
import * as clientPage from "../people/client-page/client-page.contract.ts";
import * as customers from "../people/customers/customers.contract.ts";
import * as employees from "../people/employees/employees.contract.ts";
import * as merchants from "../people/merchants/merchants.contract.ts";
import * as app from "./app.contract.ts";
import * as news from "./news/news.contract.ts";
import * as backup from "./operations/backup/backup.contract.ts";
import * as recurring from "./operations/recurring/recurring.contract.ts";
import * as verification from "./operations/verification/verification.contract.ts";

const contracts: readonly Readonly<Record<string, unknown>>[] = [
  app,
  access,
  settings,
  tariffs,
  lists,
  lists.listScreens,
  employees,
  customers,
  merchants,
  workflows,
  whatIf,
  files,
  fileSearch,
  agenda,
  workQueue,
  claims,
  correspondence,
  intake,
  surveillance,
  bulk,
  exported,
  debtorPage,
  filePage,
  dashboard,
  news,
  sharedInfo,
  clientPage,
  payments,
  onlinePayments,
  processing,
  printBatches,
  precasso,
  templatePages,
  templatePages.templateScreensOf.email,
  templatePages.templateScreensOf.post,
  templatePages.templateScreensOf.sms,
  debtors,
  bailiffs,
  courts,
  courtCosts,
  courtPapers,
  handoverBatches,
  decisions,
  offices,
  retention,
  verification,
  backup,
  recurring,
];

const isScreen = (value: unknown): value is Screen =>
  typeof value === "object" && value !== null && "kind" in value && value.kind === "screen";

export const screens: readonly Screen[] = contracts.flatMap((contract) => Object.values(contract).filter(isScreen));
