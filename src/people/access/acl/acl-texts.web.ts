/** Words that the screens of rights have in common. */
import type { Role } from "../../../ground/kernel/access.ts";
import type { TextKey } from "../../../ground/kernel/texts.ts";
import { textOf, useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import type { aclTexts } from "./acl.texts.ts";
import { isRole } from "./roles.ts";

export type AclText = (key: TextKey<typeof aclTexts>, values?: Readonly<Record<string, string | number>>) => string;

export const useAclTexts = (): AclText => useTexts<typeof aclTexts>("acl");

/** What a role is called; a stored one that we do not know (any more) is its own name. */
export const roleName = (role: string): string => {
  if (role === "*") return textOf("acl.allRoles");
  return isRole(role) ? textOf(`roles.${role}`) : role;
};

/** What a role is for. */
export const rolePurpose = (role: Role): string => textOf(`roles.${role}_for`);

/** "1 rol", "12 rollen", "Alle rollen (*)". */
export function rolesText(t: AclText, acl: readonly string[]): string {
  if (acl.includes("*")) return t("allRoles");
  if (acl.length === 0) return t("rolesNone");
  return t("rolesCount", { count: acl.length });
}

export const kindKeys = { staff: "kindStaff", customer: "kindCustomer", contact: "kindContact" } as const;

/** "1 scherm en 12 aanroepen"; only what there is. */
export function openedText(t: AclText, of: { screens: readonly unknown[]; calls: readonly unknown[] }): string {
  const screens = of.screens.length;
  const calls = of.calls.length;
  const screenText = t("screenCount", { count: screens });
  const callText = t("callCount", { count: calls });
  if (calls === 0) return screenText;
  return screens === 0 ? callText : t("and", { one: screenText, other: callText });
}
