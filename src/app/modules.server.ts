/** All modules' servers, from the ground up. */

import { agendaServer } from "../cases/agenda/agenda.server.ts";
import { debtorsServer } from "../cases/debtors/debtors.server.ts";
import { filePageServer } from "../cases/file-page/file-page.server.ts";
import { fileSearchServer } from "../cases/file-search/file-search.server.ts";
import { filesServer } from "../cases/files/files.server.ts";
import { logsServer } from "../cases/logs/logs.server.ts";
import { partiesServer } from "../cases/parties/parties.server.ts";
import { presenceServer } from "../cases/presence/presence.server.ts";
import { statesServer } from "../cases/states/states.server.ts";
import { workQueueServer } from "../cases/work-queue/work-queue.server.ts";
import { apiDocServer } from "../exchange/api-doc/api-doc.server.ts";
import { bulkServer } from "../exchange/bulk/bulk.server.ts";
import { debtorPageServer } from "../exchange/debtor-page/debtor-page.server.ts";
import { exportsServer } from "../exchange/exports/exports.server.ts";
import { intakeServer } from "../exchange/intake/intake.server.ts";
import { sharingServer } from "../exchange/sharing/sharing.server.ts";
import { listsServer } from "../ground/lists/lists.server.ts";
import type { ModuleServer } from "../ground/platform/server/http/module.ts";
import { settingsServer } from "../ground/settings/settings.server.ts";
import { tariffsServer } from "../ground/tariffs/tariffs.server.ts";
import { viewsServer } from "../ground/views/views.server.ts";
import { dashboardServer } from "../insight/dashboard/dashboard.server.ts";
import { retentionServer } from "../law/retention/retention.server.ts";
import { rulesServer } from "../law/rules/rules.server.ts";
import { surveillanceServer } from "../law/surveillance/surveillance.server.ts";
import { bailiffsServer } from "../legal/bailiffs/bailiffs.server.ts";
import { courtCostsServer } from "../legal/court-costs/court-costs.server.ts";
import { courtPapersServer } from "../legal/court-papers/court-papers.server.ts";
import { courtsServer } from "../legal/courts/courts.server.ts";
import { decisionsServer } from "../legal/decisions/decisions.server.ts";
import { handoverServer } from "../legal/handover/handover.server.ts";
import { handoverBatchesServer } from "../legal/handover-batches/handover-batches.server.ts";
import { officesServer } from "../legal/offices/offices.server.ts";
import { correspondenceServer } from "../letters/correspondence/correspondence.server.ts";
import { precassoServer } from "../letters/precasso/precasso.server.ts";
import { printBatchesServer } from "../letters/print-batches/print-batches.server.ts";
import { processingServer } from "../letters/processing/processing.server.ts";
import { templatePagesServer } from "../letters/template-pages/template-pages.server.ts";
import { templatesServer } from "../letters/templates/templates.server.ts";
import { whatIfServer } from "../letters/what-if/what-if.server.ts";
import { workflowsServer } from "../letters/workflows/workflows.server.ts";
import { claimsServer } from "../money/claims/claims.server.ts";
import { onlinePaymentsServer } from "../money/online-payments/online-payments.server.ts";
import { paymentsServer } from "../money/payments/payments.server.ts";
import { accessServer } from "../people/access/access.server.ts";
import { clientPageServer } from "../people/client-page/client-page.server.ts";
import { customersServer } from "../people/customers/customers.server.ts";
import { employeesServer } from "../people/employees/employees.server.ts";
import { merchantsServer } from "../people/merchants/merchants.server.ts";
import { takeoverServer } from "../people/takeover/takeover.server.ts";
import { newsServer } from "./news/news.server.ts";

export const moduleServers: readonly ModuleServer[] = [
  settingsServer,
  listsServer,
  accessServer,
  employeesServer,
  viewsServer,
  customersServer,
  merchantsServer,
  tariffsServer,
  filesServer,
  partiesServer,
  statesServer,
  presenceServer,
  fileSearchServer,
  logsServer,
  agendaServer,
  workQueueServer,
  claimsServer,
  rulesServer,
  templatesServer,
  correspondenceServer,
  workflowsServer,
  intakeServer,
  paymentsServer,
  onlinePaymentsServer,
  processingServer,
  printBatchesServer,
  whatIfServer,
  precassoServer,
  templatePagesServer,
  debtorsServer,
  surveillanceServer,
  bulkServer,
  exportsServer,
  debtorPageServer,
  bailiffsServer,
  courtsServer,
  courtCostsServer,
  handoverServer,
  courtPapersServer,
  handoverBatchesServer,
  decisionsServer,
  officesServer,
  filePageServer,
  apiDocServer,
  clientPageServer,
  dashboardServer,
  newsServer,
  sharingServer,
  takeoverServer,
  retentionServer,
];
