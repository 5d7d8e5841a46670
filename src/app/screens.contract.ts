/** Every screen and every call of every room, gathered from the contracts: for the router, the menu, the matrix and the description. */
import * as access from "../access/access.contract.ts";
import * as agenda from "../agenda/agenda.contract.ts";
import * as bulk from "../bulk/bulk.contract.ts";
import * as claims from "../claims/claims.contract.ts";
import * as clientPage from "../client-page/client-page.contract.ts";
import * as correspondence from "../correspondence/correspondence.contract.ts";
import * as customers from "../customers/customers.contract.ts";
import * as dashboard from "../dashboard/dashboard.contract.ts";
import * as debtors from "../debtors/debtors.contract.ts";
import * as employees from "../employees/employees.contract.ts";
import * as exported from "../exports/exports.contract.ts";
import * as filePage from "../file-page/file-page.contract.ts";
import * as files from "../files/files.contract.ts";
import * as intake from "../intake/intake.contract.ts";
import type { Screen } from "../kernel/contract.ts";
import * as lists from "../lists/lists.contract.ts";
import * as merchants from "../merchants/merchants.contract.ts";
import * as news from "../news/news.contract.ts";
import * as payments from "../payments/payments.contract.ts";
import * as processing from "../processing/processing.contract.ts";
import * as retention from "../retention/retention.contract.ts";
import * as settings from "../settings/settings.contract.ts";
import * as sharedInfo from "../sharing/sharing.contract.ts";
import * as surveillance from "../surveillance/surveillance.contract.ts";
import * as tariffs from "../tariffs/tariffs.contract.ts";
import * as app from "./app.contract.ts";
import * as verification from "./verification.contract.ts";

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
  files,
  agenda,
  claims,
  correspondence,
  intake,
  surveillance,
  bulk,
  exported,
  filePage,
  dashboard,
  news,
  sharedInfo,
  clientPage,
  payments,
  processing,
  debtors,
  retention,
  verification,
];

const isScreen = (value: unknown): value is Screen =>
  typeof value === "object" && value !== null && "kind" in value && value.kind === "screen";

export const screens: readonly Screen[] = contracts.flatMap((contract) => Object.values(contract).filter(isScreen));
