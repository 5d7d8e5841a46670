/**
 * Every screen and where its component lies. A module adds its lines here; the router, the guards and the titles follow from the
 * screens' declarations, and each module's code is fetched when one of its screens is first opened.
 */

import { agendaScreen } from "../cases/agenda/agenda.contract.ts";
import { debtorScreen } from "../cases/debtors/debtors.contract.ts";
import { showNoneScreen, showScreen } from "../cases/file-page/file-page.contract.ts";
import { lastFilesScreen, searchScreen } from "../cases/file-search/file-search.contract.ts";
import { callListScreen, workQueueScreen } from "../cases/work-queue/work-queue.contract.ts";
import { closingReasonDocScreen, statusDocScreen } from "../exchange/api-doc/api-doc.contract.ts";
import { bulkScreen } from "../exchange/bulk/bulk.contract.ts";
import { exportScreen } from "../exchange/exports/exports.contract.ts";
import {
  createScreen,
  importScreen as fileImportScreen,
  subscriptionScreen,
  uploadsScreen,
} from "../exchange/intake/intake.contract.ts";
import { sharedScreen, shareScreen } from "../exchange/sharing/sharing.contract.ts";
import { open } from "../ground/kernel/access.ts";
import { screen } from "../ground/kernel/contract.ts";
import { addAutoreply, editAutoreply, listNames, listScreens, showAutoreply } from "../ground/lists/lists.contract.ts";
import { AccessDenied, type PageEntry, page, redirectPage } from "../ground/platform/web/pages/router.web.tsx";
import { globalSettingsScreen, settingsHistoryScreen } from "../ground/settings/settings.contract.ts";
import { holidaysScreen, tariffsScreen } from "../ground/tariffs/tariffs.contract.ts";
import { dashboardScreen } from "../insight/dashboard/dashboard.contract.ts";
import { retentionScreen } from "../law/retention/retention.contract.ts";
import { surveillanceScreen } from "../law/surveillance/surveillance.contract.ts";
import { bailiffsScreen } from "../legal/bailiffs/bailiffs.contract.ts";
import { courtCostsScreen } from "../legal/court-costs/court-costs.contract.ts";
import { courtTemplateScreen, courtTemplatesScreen } from "../legal/court-papers/court-papers.contract.ts";
import { courtsScreen } from "../legal/courts/courts.contract.ts";
import { decisionScreen, decisionsScreen, questionsScreen } from "../legal/decisions/decisions.contract.ts";
import {
  handoverMonitoringScreen,
  handoverScreen,
  masterdataScreen,
  registerScreen,
} from "../legal/handover-batches/handover-batches.contract.ts";
import { officeScreen } from "../legal/offices/offices.contract.ts";
import {
  scheduledEmail,
  scheduledPost,
  scheduledSms,
  viewDocuments,
} from "../letters/correspondence/correspondence.contract.ts";
import {
  precassoActionsScreen,
  precassoCreateScreen,
  precassoDocumentsScreen,
  precassoExportScreen,
  precassoHouseScreen,
  precassoLastScreen,
  precassoRunScreen,
  precassoSearchScreen,
  precassoShowScreen,
  precassoUploadedScreen,
  precassoUploadScreen,
} from "../letters/precasso/precasso.contract.ts";
import { mergingScreen } from "../letters/print-batches/print-batches.contract.ts";
import {
  inHoldScreen,
  monitoringScreen,
  newRunScreen,
  scheduledProcessing,
} from "../letters/processing/processing.contract.ts";
import {
  addVariableScreen,
  editVariableScreen,
  emailScreen,
  showVariableScreen,
  templateScreensOf,
  variablesScreen,
} from "../letters/template-pages/template-pages.contract.ts";
import { whatIfScreen } from "../letters/what-if/what-if.contract.ts";
import { editStepScreen, workflowScreen, workflowsScreen } from "../letters/workflows/workflows.contract.ts";
import { approvalsScreen, interestScreen } from "../money/claims/claims.contract.ts";
import { importScreen, reviewScreen } from "../money/payments/payments.contract.ts";
import {
  accountScreen,
  aclEditScreen,
  aclGroupScreen,
  aclScreen,
  changePasswordScreen,
  loginScreen,
  oidcScreen,
  requestResetScreen,
  resetScreen,
} from "../people/access/access.contract.ts";
import { clientScreen } from "../people/client-page/client-page.contract.ts";
import { customerCreateScreen, customerSearchScreen } from "../people/customers/customers.contract.ts";
import {
  editEmployeeScreen,
  employeeScreen,
  groupScreen,
  newEmployeeScreen,
  teamScreen,
} from "../people/employees/employees.contract.ts";
import { merchantSettings } from "../people/merchants/merchants.contract.ts";
import { accessDeniedScreen, homeScreen } from "./app.contract.ts";
import { addNewsScreen, editNewsScreen, newsScreen } from "./news/news.contract.ts";
import { backupScreen } from "./operations/backup/backup.contract.ts";
import { recurringScreen } from "./operations/recurring/recurring.contract.ts";
import { verificationScreen } from "./operations/verification/verification.contract.ts";

/** Shows every part of the platform; not in the build that people get. */
const gallery: readonly PageEntry[] =
  import.meta.env.MODE === "production"
    ? []
    : [
        page(screen({ path: "/widget-gallery", who: open, title: "" }), () =>
          import("./widget-gallery.web.tsx").then((m) => m.WidgetGallery),
        ),
        page(screen({ path: "/widget-gallery/broken", who: open, title: "" }), () =>
          import("./widget-gallery/broken.web.tsx").then((m) => m.GalleryBroken),
        ),
      ];

const templates = () => import("../letters/template-pages/template-pages.web.tsx");

export const pages: readonly PageEntry[] = [
  ...gallery,
  page(homeScreen, () => import("./home/home.web.tsx").then((m) => m.Home)),
  page(accessDeniedScreen, () => Promise.resolve(AccessDenied)),
  page(loginScreen, () => import("../people/access/access.web.tsx").then((m) => m.LoginPage), { bare: true }),
  page(oidcScreen, () => import("../people/access/access.web.tsx").then((m) => m.OidcReturnPage), { bare: true }),
  page(requestResetScreen, () => import("../people/access/access.web.tsx").then((m) => m.RequestResetPage), {
    bare: true,
  }),
  page(resetScreen, () => import("../people/access/access.web.tsx").then((m) => m.ResetPage), { bare: true }),
  page(aclScreen, () => import("../people/access/access.web.tsx").then((m) => m.AclList)),
  page(aclEditScreen, () => import("../people/access/access.web.tsx").then((m) => m.AclUser)),
  page(aclGroupScreen, () => import("../people/access/access.web.tsx").then((m) => m.AclGroup)),
  page(accountScreen, () => import("../people/access/access.web.tsx").then((m) => m.AccountPage)),
  page(changePasswordScreen, () => import("../people/access/access.web.tsx").then((m) => m.ChangePasswordPage)),
  page(globalSettingsScreen, () => import("../ground/settings/settings.web.tsx").then((m) => m.GlobalSettings)),
  page(settingsHistoryScreen, () => import("../ground/settings/settings.web.tsx").then((m) => m.SettingsHistory)),
  page(backupScreen, () => import("./operations/backup/backup.web.tsx").then((m) => m.Backups)),
  page(recurringScreen, () => import("./operations/recurring/recurring.web.tsx").then((m) => m.RecurringWork)),
  page(verificationScreen, () => import("./operations/verification/verification.web.tsx").then((m) => m.Verification)),
  page(retentionScreen, () => import("../law/retention/retention.web.tsx").then((m) => m.Retention)),
  page(tariffsScreen, () => import("../ground/tariffs/tariffs.web.tsx").then((m) => m.Tariffs)),
  page(bailiffsScreen, () => import("../legal/bailiffs/bailiffs.web.tsx").then((m) => m.Bailiffs)),
  page(officeScreen, () => import("../legal/offices/offices.web.tsx").then((m) => m.OfficePage)),
  page(courtsScreen, () => import("../legal/courts/courts.web.tsx").then((m) => m.Courts)),
  page(courtTemplatesScreen, () => import("../legal/court-papers/court-papers.web.tsx").then((m) => m.CourtTemplates)),
  page(courtTemplateScreen, () =>
    import("../legal/court-papers/court-papers.web.tsx").then((m) => m.CourtTemplatePage),
  ),
  page(courtCostsScreen, () => import("../legal/court-costs/court-costs.web.tsx").then((m) => m.CourtCosts)),
  page(decisionsScreen, () => import("../legal/decisions/decisions.web.tsx").then((m) => m.Decisions)),
  page(decisionScreen, () => import("../legal/decisions/decisions.web.tsx").then((m) => m.DecisionPage)),
  page(questionsScreen, () => import("../legal/decisions/decisions.web.tsx").then((m) => m.Questions)),
  page(handoverMonitoringScreen, () =>
    import("../legal/handover-batches/handover-batches.web.tsx").then((m) => m.loadHandoverMonitoring()),
  ),
  page(registerScreen, () =>
    import("../legal/handover-batches/handover-batches.web.tsx").then((m) => m.loadRegister()),
  ),
  page(handoverScreen, () =>
    import("../legal/handover-batches/handover-batches.web.tsx").then((m) => m.loadHandoverBatch()),
  ),
  page(masterdataScreen, () =>
    import("../legal/handover-batches/handover-batches.web.tsx").then((m) => m.loadHandoverMasterdata()),
  ),
  page(holidaysScreen, () => import("../ground/tariffs/tariffs.web.tsx").then((m) => m.Holidays)),
  ...listNames.map((name) =>
    page(listScreens[name], () => import("../ground/lists/lists.web.tsx").then((m) => m.listPage(name))),
  ),
  page(addAutoreply, () => import("../ground/lists/lists.web.tsx").then((m) => m.AddAutoreply)),
  page(showAutoreply, () => import("../ground/lists/lists.web.tsx").then((m) => m.ShowAutoreply)),
  page(editAutoreply, () => import("../ground/lists/lists.web.tsx").then((m) => m.EditAutoreply)),
  page(employeeScreen, () => import("../people/employees/employees.web.tsx").then((m) => m.EmployeeList)),
  page(newEmployeeScreen, () => import("../people/employees/employees.web.tsx").then((m) => m.EmployeeNew)),
  page(editEmployeeScreen, () => import("../people/employees/employees.web.tsx").then((m) => m.EmployeePage)),
  page(groupScreen, () => import("../people/employees/employees.web.tsx").then((m) => m.EmployeeGroups)),
  page(teamScreen, () => import("../people/employees/employees.web.tsx").then((m) => m.TeamSettings)),
  page(customerSearchScreen, () => import("../people/client-page/client-page.web.tsx").then((m) => m.CustomerSearch)),
  page(customerCreateScreen, () => import("../people/customers/customers.web.tsx").then((m) => m.CustomerCreate)),
  page(clientScreen, () => import("../people/client-page/client-page.web.tsx").then((m) => m.ClientShow)),
  page(debtorScreen, () => import("../cases/debtors/debtors.web.tsx").then((m) => m.DebtorShow)),
  page(surveillanceScreen, () => import("../law/surveillance/surveillance.web.tsx").then((m) => m.AddressSurveillance)),
  page(bulkScreen, () => import("../exchange/bulk/bulk.web.tsx").then((m) => m.BulkUpdate)),
  page(exportScreen, () => import("../exchange/exports/exports.web.tsx").then((m) => m.ExportFiles)),
  page(workQueueScreen, () => import("../cases/work-queue/work-queue.web.tsx").then((m) => m.WorkQueuePage)),
  page(callListScreen, () => import("../cases/work-queue/work-queue.web.tsx").then((m) => m.CallListPage)),
  page(agendaScreen, () => import("../cases/agenda/agenda.web.tsx").then((m) => m.AgendaPage)),
  page(searchScreen, () => import("./file-search.web.tsx").then((m) => m.FileSearchScreen)),
  page(newsScreen, () => import("./news/news.web.tsx").then((m) => m.News)),
  page(addNewsScreen, () => import("./news/news.web.tsx").then((m) => m.AddNews)),
  page(editNewsScreen, () => import("./news/news.web.tsx").then((m) => m.EditNews)),
  page(statusDocScreen, () => import("../exchange/api-doc/api-doc.web.tsx").then((m) => m.StatusDoc)),
  page(closingReasonDocScreen, () => import("../exchange/api-doc/api-doc.web.tsx").then((m) => m.ClosingReasonDoc)),
  page(shareScreen, () => import("../exchange/sharing/sharing.web.tsx").then((m) => m.ShareInfo)),
  page(sharedScreen, () => import("../exchange/sharing/sharing.web.tsx").then((m) => m.SharedInfo), { bare: true }),
  page(dashboardScreen, () => import("../insight/dashboard/dashboard.web.tsx").then((m) => m.Dashboard)),
  page(lastFilesScreen, () => import("../cases/file-search/file-search.web.tsx").then((m) => m.LastFiles)),
  page(createScreen, () => import("../exchange/intake/intake.web.tsx").then((m) => m.FileCreate)),
  page(fileImportScreen, () => import("../exchange/intake/intake.web.tsx").then((m) => m.FileImport)),
  page(subscriptionScreen, () => import("../exchange/intake/intake.web.tsx").then((m) => m.SubscriptionImport)),
  page(uploadsScreen, () => import("../exchange/intake/intake.web.tsx").then((m) => m.UploadedImports)),
  page(showScreen, () => import("../cases/file-page/file-page.web.tsx").then((m) => m.FileShow)),
  page(approvalsScreen, () => import("../money/claims/claims.web.tsx").then((m) => m.ApprovalsPage)),
  page(interestScreen, () => import("../money/claims/claims.web.tsx").then((m) => m.InterestPage)),
  redirectPage(showNoneScreen, searchScreen.path),
  page(precassoCreateScreen, () => import("../letters/precasso/precasso.web.tsx").then((m) => m.PrecassoCreate)),
  page(precassoSearchScreen, () => import("../letters/precasso/precasso.web.tsx").then((m) => m.PrecassoSearch)),
  page(precassoShowScreen, () => import("../letters/precasso/precasso.web.tsx").then((m) => m.PrecassoShow)),
  page(precassoHouseScreen, () => import("../letters/precasso/precasso.web.tsx").then((m) => m.PrecassoHouse)),
  page(precassoUploadScreen, () => import("../letters/precasso/precasso.web.tsx").then((m) => m.PrecassoUpload)),
  page(precassoUploadedScreen, () => import("../letters/precasso/precasso.web.tsx").then((m) => m.PrecassoUploaded)),
  page(precassoRunScreen, () => import("../letters/precasso/precasso.web.tsx").then((m) => m.PrecassoRun)),
  page(precassoDocumentsScreen, () => import("../letters/precasso/precasso.web.tsx").then((m) => m.PrecassoDocuments)),
  page(precassoExportScreen, () => import("../letters/precasso/precasso.web.tsx").then((m) => m.PrecassoExport)),
  page(precassoLastScreen, () => import("../letters/precasso/precasso.web.tsx").then((m) => m.PrecassoLast)),
  page(precassoActionsScreen, () => import("../letters/precasso/precasso.web.tsx").then((m) => m.PrecassoActions)),
  page(merchantSettings, () => import("../people/merchants/merchants.web.tsx").then((m) => m.MerchantSettings)),
  page(scheduledEmail, () => import("../letters/correspondence/correspondence.web.tsx").then((m) => m.ScheduledEmail)),
  page(scheduledSms, () => import("../letters/correspondence/correspondence.web.tsx").then((m) => m.ScheduledSms)),
  page(scheduledPost, () => import("../letters/correspondence/correspondence.web.tsx").then((m) => m.ScheduledPost)),
  page(viewDocuments, () => import("../letters/correspondence/correspondence.web.tsx").then((m) => m.ViewDocuments)),
  page(importScreen, () => import("../money/payments/payments.web.tsx").then((m) => m.PaymentImport)),
  page(reviewScreen, () => import("../money/payments/payments.web.tsx").then((m) => m.PaymentReview)),
  page(workflowsScreen, () => import("../letters/workflows/workflows.web.tsx").then((m) => m.loadWorkflows())),
  page(workflowScreen, () => import("../letters/workflows/workflows.web.tsx").then((m) => m.loadWorkflowPage())),
  page(editStepScreen, () => import("../letters/workflows/workflows.web.tsx").then((m) => m.loadEditStep())),
  page(whatIfScreen, () => import("../letters/what-if/what-if.web.tsx").then((m) => m.WhatIfPage)),
  page(newRunScreen, () => import("../letters/processing/processing.web.tsx").then((m) => m.NewRun)),
  page(monitoringScreen, () => import("../letters/processing/processing.web.tsx").then((m) => m.Monitoring)),
  page(mergingScreen, () => import("../letters/print-batches/print-batches.web.tsx").then((m) => m.Merging)),
  page(scheduledProcessing, () => import("../letters/processing/processing.web.tsx").then((m) => m.SendCalendar)),
  page(inHoldScreen, () => import("../letters/processing/processing.web.tsx").then((m) => m.InHold)),
  redirectPage(emailScreen, templateScreensOf.email.list.path),
  page(templateScreensOf.email.list, () => templates().then((m) => m.EmailTemplates)),
  page(templateScreensOf.email.add, () => templates().then((m) => m.AddEmailTemplate)),
  page(templateScreensOf.email.show, () => templates().then((m) => m.ShowEmailTemplate)),
  page(templateScreensOf.email.edit, () => templates().then((m) => m.EditEmailTemplate)),
  page(templateScreensOf.post.list, () => templates().then((m) => m.PostTemplates)),
  page(templateScreensOf.post.add, () => templates().then((m) => m.AddPostTemplate)),
  page(templateScreensOf.post.show, () => templates().then((m) => m.ShowPostTemplate)),
  page(templateScreensOf.post.edit, () => templates().then((m) => m.EditPostTemplate)),
  page(templateScreensOf.sms.list, () => templates().then((m) => m.SmsTemplates)),
  page(templateScreensOf.sms.add, () => templates().then((m) => m.AddSmsTemplate)),
  page(templateScreensOf.sms.show, () => templates().then((m) => m.ShowSmsTemplate)),
  page(templateScreensOf.sms.edit, () => templates().then((m) => m.EditSmsTemplate)),
  page(variablesScreen, () => templates().then((m) => m.VariableList)),
  page(addVariableScreen, () => templates().then((m) => m.AddVariable)),
  page(showVariableScreen, () => templates().then((m) => m.ShowVariable)),
  page(editVariableScreen, () => templates().then((m) => m.EditVariable)),
];
