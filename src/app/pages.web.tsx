/**
 * Every screen and where its component lies. A room adds its lines here; the router, the guards and the titles follow from the
 * screens' declarations, and each room's code is fetched when one of its screens is first opened.
 */
import {
  accountScreen,
  aclEditScreen,
  aclGroupScreen,
  aclScreen,
  askResetScreen,
  changePasswordScreen,
  loginScreen,
  resetScreen,
} from "../access/access.contract.ts";
import { agendaScreen } from "../agenda/agenda.contract.ts";
import { bulkScreen } from "../bulk/bulk.contract.ts";
import { interestScreen } from "../claims/claims.contract.ts";
import { clientScreen } from "../client-page/client-page.contract.ts";
import {
  scheduledEmail,
  scheduledPost,
  scheduledSms,
  viewDocuments,
} from "../correspondence/correspondence.contract.ts";
import { customerCreateScreen, customerSearchScreen } from "../customers/customers.contract.ts";
import { dashboardScreen } from "../dashboard/dashboard.contract.ts";
import { debtorScreen } from "../debtors/debtors.contract.ts";
import {
  editEmployeeScreen,
  employeeScreen,
  groupScreen,
  newEmployeeScreen,
  teamScreen,
} from "../employees/employees.contract.ts";
import { exportScreen } from "../exports/exports.contract.ts";
import { showNoneScreen, showScreen } from "../file-page/file-page.contract.ts";
import { lastFilesScreen, searchScreen } from "../files/files.contract.ts";
import {
  createScreen,
  importScreen as fileImportScreen,
  subscriptionScreen,
  uploadsScreen,
} from "../intake/intake.contract.ts";
import { open } from "../kernel/access.ts";
import { screen } from "../kernel/contract.ts";
import { addAutoreply, editAutoreply, listNames, listScreens, showAutoreply } from "../lists/lists.contract.ts";
import { merchantSettings } from "../merchants/merchants.contract.ts";
import { addNewsScreen, editNewsScreen, newsScreen } from "../news/news.contract.ts";
import { importScreen, reviewScreen } from "../payments/payments.contract.ts";
import { type PageEntry, page, redirectPage } from "../platform/web/router.web.tsx";
import { inHoldScreen, monitoringScreen, newRunScreen } from "../processing/processing.contract.ts";
import { retentionScreen } from "../retention/retention.contract.ts";
import { globalSettingsScreen, settingsHistoryScreen } from "../settings/settings.contract.ts";
import { sharedScreen, shareScreen } from "../sharing/sharing.contract.ts";
import { surveillanceScreen } from "../surveillance/surveillance.contract.ts";
import { holidaysScreen, tariffsScreen } from "../tariffs/tariffs.contract.ts";
import { accessDeniedScreen, homeScreen } from "./app.contract.ts";
import { verificationScreen } from "./verification.contract.ts";

/** Shows every part of the platform; not in the build that people get. */
const specimen: readonly PageEntry[] =
  import.meta.env.MODE === "production"
    ? []
    : [
        page(screen({ path: "/specimen", who: open, title: "" }), () =>
          import("./specimen.web.tsx").then((m) => m.Specimen),
        ),
        page(screen({ path: "/specimen/broken", who: open, title: "" }), () =>
          import("./specimen/broken.web.tsx").then((m) => m.SpecimenBroken),
        ),
      ];

export const pages: readonly PageEntry[] = [
  ...specimen,
  page(homeScreen, () => import("./home.web.tsx").then((m) => m.Home)),
  page(accessDeniedScreen, () => import("../platform/web/router.web.tsx").then((m) => m.AccessDenied)),
  page(loginScreen, () => import("../access/access.web.tsx").then((m) => m.LoginPage), { bare: true }),
  page(askResetScreen, () => import("../access/access.web.tsx").then((m) => m.AskResetPage), { bare: true }),
  page(resetScreen, () => import("../access/access.web.tsx").then((m) => m.ResetPage), { bare: true }),
  page(aclScreen, () => import("../access/access.web.tsx").then((m) => m.AclList)),
  page(aclEditScreen, () => import("../access/access.web.tsx").then((m) => m.AclUser)),
  page(aclGroupScreen, () => import("../access/access.web.tsx").then((m) => m.AclGroup)),
  page(accountScreen, () => import("../access/access.web.tsx").then((m) => m.AccountPage)),
  page(changePasswordScreen, () => import("../access/access.web.tsx").then((m) => m.ChangePasswordPage)),
  page(globalSettingsScreen, () => import("../settings/settings.web.tsx").then((m) => m.GlobalSettings)),
  page(settingsHistoryScreen, () => import("../settings/settings.web.tsx").then((m) => m.SettingsHistory)),
  page(verificationScreen, () => import("./verification.web.tsx").then((m) => m.Verification)),
  page(retentionScreen, () => import("../retention/retention.web.tsx").then((m) => m.Retention)),
  page(tariffsScreen, () => import("../tariffs/tariffs.web.tsx").then((m) => m.Tariffs)),
  page(holidaysScreen, () => import("../tariffs/tariffs.web.tsx").then((m) => m.Holidays)),
  ...listNames.map((name) =>
    page(listScreens[name], () => import("../lists/lists.web.tsx").then((m) => m.listPage(name))),
  ),
  page(addAutoreply, () => import("../lists/lists.web.tsx").then((m) => m.AddAutoreply)),
  page(showAutoreply, () => import("../lists/lists.web.tsx").then((m) => m.ShowAutoreply)),
  page(editAutoreply, () => import("../lists/lists.web.tsx").then((m) => m.EditAutoreply)),
  page(employeeScreen, () => import("../employees/employees.web.tsx").then((m) => m.EmployeeList)),
  page(newEmployeeScreen, () => import("../employees/employees.web.tsx").then((m) => m.EmployeeNew)),
  page(editEmployeeScreen, () => import("../employees/employees.web.tsx").then((m) => m.EmployeePage)),
  page(groupScreen, () => import("../employees/employees.web.tsx").then((m) => m.EmployeeGroups)),
  page(teamScreen, () => import("../employees/employees.web.tsx").then((m) => m.TeamSettings)),
  page(customerSearchScreen, () => import("../client-page/client-page.web.tsx").then((m) => m.CustomerSearch)),
  page(customerCreateScreen, () => import("../customers/customers.web.tsx").then((m) => m.CustomerCreate)),
  page(clientScreen, () => import("../client-page/client-page.web.tsx").then((m) => m.ClientShow)),
  page(debtorScreen, () => import("../debtors/debtors.web.tsx").then((m) => m.DebtorShow)),
  page(surveillanceScreen, () => import("../surveillance/surveillance.web.tsx").then((m) => m.AddressSurveillance)),
  page(bulkScreen, () => import("../bulk/bulk.web.tsx").then((m) => m.BulkUpdate)),
  page(exportScreen, () => import("../exports/exports.web.tsx").then((m) => m.ExportFiles)),
  page(agendaScreen, () => import("../agenda/agenda.web.tsx").then((m) => m.AgendaPage)),
  page(searchScreen, () => import("./file-search.web.tsx").then((m) => m.FileSearchScreen)),
  page(newsScreen, () => import("../news/news.web.tsx").then((m) => m.News)),
  page(addNewsScreen, () => import("../news/news.web.tsx").then((m) => m.AddNews)),
  page(editNewsScreen, () => import("../news/news.web.tsx").then((m) => m.EditNews)),
  page(shareScreen, () => import("../sharing/sharing.web.tsx").then((m) => m.ShareInfo)),
  page(sharedScreen, () => import("../sharing/sharing.web.tsx").then((m) => m.SharedInfo), { bare: true }),
  page(dashboardScreen, () => import("../dashboard/dashboard.web.tsx").then((m) => m.Dashboard)),
  page(lastFilesScreen, () => import("../files/files.web.tsx").then((m) => m.LastFiles)),
  page(createScreen, () => import("../intake/intake.web.tsx").then((m) => m.FileCreate)),
  page(fileImportScreen, () => import("../intake/intake.web.tsx").then((m) => m.FileImport)),
  page(subscriptionScreen, () => import("../intake/intake.web.tsx").then((m) => m.SubscriptionImport)),
  page(uploadsScreen, () => import("../intake/intake.web.tsx").then((m) => m.UploadedImports)),
  page(showScreen, () => import("../file-page/file-page.web.tsx").then((m) => m.FileShow)),
  page(interestScreen, () => import("../claims/claims.web.tsx").then((m) => m.InterestPage)),
  redirectPage(showNoneScreen, searchScreen.path),
  page(merchantSettings, () => import("../merchants/merchants.web.tsx").then((m) => m.MerchantSettings)),
  page(scheduledEmail, () => import("../correspondence/correspondence.web.tsx").then((m) => m.ScheduledEmail)),
  page(scheduledSms, () => import("../correspondence/correspondence.web.tsx").then((m) => m.ScheduledSms)),
  page(scheduledPost, () => import("../correspondence/correspondence.web.tsx").then((m) => m.ScheduledPost)),
  page(viewDocuments, () => import("../correspondence/correspondence.web.tsx").then((m) => m.ViewDocuments)),
  page(importScreen, () => import("../payments/payments.web.tsx").then((m) => m.PaymentImport)),
  page(reviewScreen, () => import("../payments/payments.web.tsx").then((m) => m.PaymentReview)),
  page(newRunScreen, () => import("../processing/processing.web.tsx").then((m) => m.NewRun)),
  page(monitoringScreen, () => import("../processing/processing.web.tsx").then((m) => m.Monitoring)),
  page(inHoldScreen, () => import("../processing/processing.web.tsx").then((m) => m.InHold)),
];
