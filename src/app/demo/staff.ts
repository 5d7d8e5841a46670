/** The demo's users: who they are and the roles such persons hold. The password of all of them is `vorder-demo`. Pure. */
import type { Role } from "../../ground/kernel/access.ts";

export const demoPassword = "vorder-demo";

export interface DemoUser {
  readonly username: string;
  readonly name: string;
  readonly kind: "staff" | "customer" | "contact";
  /** What the user holds beside the group's. */
  readonly acl: readonly (Role | "*")[];
  readonly group?: DemoGroup;
  /** How many of the clients, from the first, this user sees. */
  readonly clients: number;
  readonly caseManager?: boolean;
  readonly accountManager?: boolean;
}

const everyday = [
  "ROLE_EMPLOYEE",
  "ROLE_AGENDA",
  "ROLE_FILE_SEARCH",
  "ROLE_FILE_VIEW_LAST_VISITED",
  "ROLE_FILE_EDIT",
  "ROLE_FILE_CREATE",
  "ROLE_FILE_CREATE_UPLOAD",
  "ROLE_FILE_SEND",
  "ROLE_EMAIL_IMPORT",
  "ROLE_EMAIL_TEMPLATE_VIEW",
  "ROLE_POST_MAIL_TEMPLATE_VIEW",
  "ROLE_PRECASSO_CREATE",
  "ROLE_PRECASSO_SEARCH",
] as const satisfies readonly Role[];

/** The groups of the office and what belonging to one gives. */
export const demoGroups = {
  handlers: { name: "Dossierbehandeling", description: "Het dagelijkse werk aan dossiers", acl: everyday },
  finance: {
    name: "Financiële administratie",
    description: "Bankafschriften, ontvangsten en facturen",
    acl: [
      "ROLE_EMPLOYEE",
      "ROLE_FILE_SEARCH",
      "ROLE_FILE_VIEW_LAST_VISITED",
      "ROLE_FINANCE",
      "ROLE_EMPLOYEE_FINANCE",
      "ROLE_DOWNLOAD_CLIENT_INVOICE",
    ],
  },
  legal: {
    name: "Juridische zaken",
    description: "Dagvaardingen, deurwaarders en klachten",
    acl: [
      "ROLE_EMPLOYEE",
      "ROLE_AGENDA",
      "ROLE_FILE_SEARCH",
      "ROLE_FILE_VIEW_LAST_VISITED",
      "ROLE_FILE_EDIT",
      "ROLE_LEGAL",
      "ROLE_EMPLOYEE_LEGAL_COUNCIL",
    ],
  },
} as const satisfies Record<string, { name: string; description: string; acl: readonly Role[] }>;
export type DemoGroup = keyof typeof demoGroups;
export const demoGroupNames = ["handlers", "finance", "legal"] as const satisfies readonly DemoGroup[];

export const demoUsers: readonly DemoUser[] = [
  { username: "admin", name: "Anna Beheer", kind: "staff", acl: ["*"], clients: 0 },
  {
    username: "employee",
    name: "Bas Medewerker",
    kind: "staff",
    group: "handlers",
    acl: ["ROLE_PROCESSING", "ROLE_WORKFLOW_FILE"],
    clients: 0,
    caseManager: true,
  },
  {
    username: "manager",
    name: "Carla Leiding",
    kind: "staff",
    group: "handlers",
    acl: [
      "ROLE_PROCESSING",
      "ROLE_WORKFLOW_FILE",
      "ROLE_MERGING",
      "ROLE_EMPLOYEE_MANAGEMENT",
      "ROLE_MANAGE_EMPLOYEE",
      "ROLE_MANAGE_CLIENT",
      "ROLE_CUSTOMER_CREATE",
      "ROLE_FILE_BULK_ACTIONS",
      "ROLE_FILE_EXPORT",
      "ROLE_FILE_SETTINGS_EDIT",
      "ROLE_FILE_NPS",
      "ROLE_SETTINGS",
      "ROLE_EMAIL_TEMPLATE_EDIT",
      "ROLE_POST_MAIL_TEMPLATE_EDIT",
      "ROLE_PRECASSO_CREATE_UPLOAD",
      "ROLE_PRECASSO_EXPORT",
      "ROLE_STATISTIC_DASHBOARD_MANAGEMENT",
      "ROLE_STATISTIC_DASHBOARD_DEBTOR",
      "ROLE_STATISTIC_DASHBOARD_SALES",
      "ROLE_STATISTIC_DASHBOARD_EMAIL",
      "ROLE_STATISTIC_DASHBOARD_CLIENT",
      "ROLE_NEWS",
      "ROLE_API_LOG_VIEW",
    ],
    clients: 0,
    accountManager: true,
  },
  {
    username: "finance",
    name: "Dewi Financieel",
    kind: "staff",
    group: "finance",
    acl: [],
    clients: 0,
  },
  {
    username: "legal",
    name: "Erik Juridisch",
    kind: "staff",
    group: "legal",
    acl: ["ROLE_FILE_SETTINGS_EDIT"],
    clients: 0,
    caseManager: true,
  },
  {
    username: "customer",
    name: "Frits Opdrachtgever",
    kind: "customer",
    acl: [
      "ROLE_CUSTOMER",
      "ROLE_FILE_SEARCH",
      "ROLE_FILE_CREATE",
      "ROLE_FILE_CREATE_UPLOAD",
      "ROLE_FILE_EXPORT",
      "ROLE_PRECASSO_CREATE",
      "ROLE_PRECASSO_SEARCH",
      "ROLE_PRECASSO_CREATE_UPLOAD",
    ],
    clients: 1,
  },
  {
    username: "contact",
    name: "Gerda Contactpersoon",
    kind: "contact",
    acl: ["ROLE_CONTACT_PERSON", "ROLE_CONTACT_PERSON_DASHBOARD", "ROLE_FILE_SEARCH"],
    clients: 2,
  },
];
