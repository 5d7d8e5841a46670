/** Roles and access rules (specification, points 2 and 6). Pure: the server, the router and the menu read the same line. */

export const roles = [
  "ROLE_ADMIN",
  "ROLE_AGENDA",
  "ROLE_API_LOG_VIEW",
  "ROLE_CONTACT_PERSON",
  "ROLE_CONTACT_PERSON_DASHBOARD",
  "ROLE_CUSTOMER",
  "ROLE_CUSTOMER_CREATE",
  "ROLE_DOWNLOAD_CLIENT_INVOICE",
  "ROLE_EMAIL_IMPORT",
  "ROLE_EMAIL_TEMPLATE_EDIT",
  "ROLE_EMAIL_TEMPLATE_VIEW",
  "ROLE_EMPLOYEE",
  "ROLE_EMPLOYEE_FINANCE",
  "ROLE_EMPLOYEE_LEGAL_COUNCIL",
  "ROLE_EMPLOYEE_MANAGEMENT",
  "ROLE_EXCHANGE_FILES",
  "ROLE_FILE_BULK_ACTIONS",
  "ROLE_FILE_CREATE",
  "ROLE_FILE_CREATE_UPLOAD",
  "ROLE_FILE_EDIT",
  "ROLE_FILE_EXPORT",
  "ROLE_FILE_NPS",
  "ROLE_FILE_SEARCH",
  "ROLE_FILE_SEND",
  "ROLE_FILE_SETTINGS_EDIT",
  "ROLE_FILE_VIEW_LAST_VISITED",
  "ROLE_FINANCE",
  "ROLE_LEGAL",
  "ROLE_MANAGE_CLIENT",
  "ROLE_MANAGE_EMPLOYEE",
  "ROLE_MERGING",
  "ROLE_NEWS",
  "ROLE_POST_MAIL_TEMPLATE_EDIT",
  "ROLE_POST_MAIL_TEMPLATE_VIEW",
  "ROLE_PRECASSO_CREATE",
  "ROLE_PRECASSO_CREATE_UPLOAD",
  "ROLE_PRECASSO_EXPORT",
  "ROLE_PRECASSO_SEARCH",
  "ROLE_PREVIOUS_ADMIN",
  "ROLE_PROCESSING",
  "ROLE_SETTINGS",
  "ROLE_SETTINGS_ACL",
  "ROLE_STATISTIC_DASHBOARD_CLIENT",
  "ROLE_STATISTIC_DASHBOARD_DEBTOR",
  "ROLE_STATISTIC_DASHBOARD_EMAIL",
  "ROLE_STATISTIC_DASHBOARD_MANAGEMENT",
  "ROLE_STATISTIC_DASHBOARD_SALES",
  "ROLE_SUPER_ADMIN",
  "ROLE_WORKFLOW_FILE",
] as const;

export type Role = (typeof roles)[number];

/** Who may use a call or a screen: `open` to everyone, `user` for anyone logged in, or roles of which any or all are needed. */
export type Access =
  | { readonly kind: "open" }
  | { readonly kind: "user" }
  | { readonly kind: "any"; readonly roles: readonly [Role, ...Role[]] }
  | { readonly kind: "all"; readonly roles: readonly [Role, ...Role[]] };

/** Everyone, logged in or not. */
export const open: Access = { kind: "open" };

/** Anyone who is logged in, whatever the roles. */
export const user: Access = { kind: "user" };

/** Any one of these roles suffices. */
export const any = (...needed: readonly [Role, ...Role[]]): Access => ({ kind: "any", roles: needed });

/** All of these roles are needed. */
export const all = (...needed: readonly [Role, ...Role[]]): Access => ({ kind: "all", roles: needed });

/** Whoever looks after the installation: what was done to whole lists at once, by whom, and with what. */
export const administration: Access = any("ROLE_ADMIN");

/** Whether a user holds a role: it stands in the acl list, or the list holds "*" (specification, point 6). */
export const holds = (acl: readonly string[], role: Role): boolean => acl.includes(role) || acl.includes("*");

/** The roles that keep this acl out; an empty list means access is granted. For `any`, all alternatives are named. */
export function missingRoles(access: Access, acl: readonly string[]): readonly Role[] {
  if (access.kind === "open" || access.kind === "user") return [];
  const missing = access.roles.filter((role) => !holds(acl, role));
  if (access.kind === "any") return missing.length === access.roles.length ? missing : [];
  return missing;
}

/** Whether an acl passes a guard. `loggedIn` matters only for `user`, which needs no role. */
export const allows = (access: Access, acl: readonly string[], loggedIn: boolean): boolean =>
  access.kind === "open" || (loggedIn && missingRoles(access, acl).length === 0);
