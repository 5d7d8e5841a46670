/** All rooms' servers, from the ground up. */

import { accessServer } from "../access/access.server.ts";
import { agendaServer } from "../agenda/agenda.server.ts";
import { bulkServer } from "../bulk/bulk.server.ts";
import { claimsServer } from "../claims/claims.server.ts";
import { clientPageServer } from "../client-page/client-page.server.ts";
import { correspondenceServer } from "../correspondence/correspondence.server.ts";
import { customersServer } from "../customers/customers.server.ts";
import { dashboardServer } from "../dashboard/dashboard.server.ts";
import { debtorsServer } from "../debtors/debtors.server.ts";
import { employeesServer } from "../employees/employees.server.ts";
import { exportsServer } from "../exports/exports.server.ts";
import { filePageServer } from "../file-page/file-page.server.ts";
import { filesServer } from "../files/files.server.ts";
import { intakeServer } from "../intake/intake.server.ts";
import { listsServer } from "../lists/lists.server.ts";
import { logsServer } from "../logs/logs.server.ts";
import { merchantsServer } from "../merchants/merchants.server.ts";
import { newsServer } from "../news/news.server.ts";
import { paymentsServer } from "../payments/payments.server.ts";
import type { RoomServer } from "../platform/server/room.ts";
import { processingServer } from "../processing/processing.server.ts";
import { retentionServer } from "../retention/retention.server.ts";
import { rulesServer } from "../rules/rules.server.ts";
import { settingsServer } from "../settings/settings.server.ts";
import { sharingServer } from "../sharing/sharing.server.ts";
import { surveillanceServer } from "../surveillance/surveillance.server.ts";
import { takeoverServer } from "../takeover/takeover.server.ts";
import { tariffsServer } from "../tariffs/tariffs.server.ts";
import { templatesServer } from "../templates/templates.server.ts";
import { viewsServer } from "../views/views.server.ts";
import { workflowsServer } from "../workflows/workflows.server.ts";

export const roomServers: readonly RoomServer[] = [
  settingsServer,
  listsServer,
  accessServer,
  employeesServer,
  viewsServer,
  customersServer,
  merchantsServer,
  tariffsServer,
  filesServer,
  logsServer,
  agendaServer,
  claimsServer,
  rulesServer,
  templatesServer,
  correspondenceServer,
  workflowsServer,
  intakeServer,
  paymentsServer,
  processingServer,
  debtorsServer,
  surveillanceServer,
  bulkServer,
  exportsServer,
  filePageServer,
  clientPageServer,
  dashboardServer,
  newsServer,
  sharingServer,
  takeoverServer,
  retentionServer,
];
