/** The roles by the area of work that they belong to, in the order in which they are shown. Pure. */
import { type Role, roles } from "../../../ground/kernel/access.ts";

export const roleAreas = {
  people: ["ROLE_EMPLOYEE", "ROLE_CUSTOMER", "ROLE_CONTACT_PERSON", "ROLE_CONTACT_PERSON_DASHBOARD", "ROLE_NEWS"],
  files: [
    "ROLE_FILE_SEARCH",
    "ROLE_FILE_VIEW_LAST_VISITED",
    "ROLE_FILE_CREATE",
    "ROLE_FILE_CREATE_UPLOAD",
    "ROLE_FILE_EDIT",
    "ROLE_FILE_SEND",
    "ROLE_FILE_SETTINGS_EDIT",
    "ROLE_FILE_EXPORT",
    "ROLE_FILE_BULK_ACTIONS",
    "ROLE_AGENDA",
    "ROLE_WORKFLOW_FILE",
    "ROLE_FILE_NPS",
  ],
  processing: ["ROLE_PROCESSING", "ROLE_MERGING"],
  precasso: ["ROLE_PRECASSO_SEARCH", "ROLE_PRECASSO_CREATE", "ROLE_PRECASSO_CREATE_UPLOAD", "ROLE_PRECASSO_EXPORT"],
  correspondence: [
    "ROLE_EMAIL_TEMPLATE_VIEW",
    "ROLE_EMAIL_TEMPLATE_EDIT",
    "ROLE_POST_MAIL_TEMPLATE_VIEW",
    "ROLE_POST_MAIL_TEMPLATE_EDIT",
    "ROLE_EMAIL_IMPORT",
  ],
  finance: ["ROLE_FINANCE", "ROLE_EMPLOYEE_FINANCE", "ROLE_DOWNLOAD_CLIENT_INVOICE", "ROLE_EXCHANGE_FILES"],
  legal: ["ROLE_LEGAL", "ROLE_EMPLOYEE_LEGAL_COUNCIL"],
  clients: ["ROLE_MANAGE_CLIENT", "ROLE_CUSTOMER_CREATE"],
  statistics: [
    "ROLE_STATISTIC_DASHBOARD_MANAGEMENT",
    "ROLE_STATISTIC_DASHBOARD_SALES",
    "ROLE_STATISTIC_DASHBOARD_DEBTOR",
    "ROLE_STATISTIC_DASHBOARD_EMAIL",
    "ROLE_STATISTIC_DASHBOARD_CLIENT",
  ],
  settings: [
    "ROLE_MANAGE_EMPLOYEE",
    "ROLE_EMPLOYEE_MANAGEMENT",
    "ROLE_SETTINGS",
    "ROLE_SETTINGS_ACL",
    "ROLE_API_LOG_VIEW",
    "ROLE_ADMIN",
    "ROLE_SUPER_ADMIN",
    "ROLE_PREVIOUS_ADMIN",
  ],
} as const satisfies Record<string, readonly Role[]>;

export type RoleArea = keyof typeof roleAreas;

export const areaNames: readonly RoleArea[] = [
  "people",
  "files",
  "processing",
  "precasso",
  "correspondence",
  "finance",
  "legal",
  "clients",
  "statistics",
  "settings",
];

/** Whether a text of the audit trail or of an acl is a role that we know. */
export const isRole = (text: string): text is Role => roles.some((role) => role === text);
