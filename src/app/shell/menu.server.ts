/** The menu: screens in the order in which people look for them. Whether an item is granted follows from its screen's own guard. */
import { type Access, allows } from "../../ground/kernel/access.ts";
import type { Screen } from "../../ground/kernel/contract.ts";
import type { TextKey } from "../../ground/kernel/texts.ts";
import { listScreens } from "../../ground/lists/lists.contract.ts";
import type { MenuItem } from "../app.contract.ts";
import type { appTexts } from "../app.texts.ts";

interface Entry {
  /** Its words; those of its screen where it has none of its own. */
  readonly name?: TextKey<typeof appTexts>;
  readonly icon: string;
  readonly path?: string;
  readonly children?: readonly Entry[];
}

const listed = (name: keyof typeof listScreens): Entry => ({ icon: "list", path: listScreens[name].path });

const entries: readonly Entry[] = [
  { icon: "chart-bar", path: "/dashboard" },
  { icon: "news", path: "/news" },
  {
    name: "files",
    icon: "folders",
    children: [
      { name: "search", icon: "search", path: "/file/search" },
      { name: "newFile", icon: "plus", path: "/file/create/new" },
      { name: "importFiles", icon: "upload", path: "/file/import" },
      { icon: "calendar", path: "/file/import/subscription" },
      { name: "lastFiles", icon: "clock", path: "/history/last-files" },
      { icon: "checklist", path: "/file/bulk-update" },
      { icon: "share", path: "/file/file-export-all" },
      { icon: "building-store", path: "/address-surveillance" },
      { name: "uploads", icon: "history", path: "/file/import/view-uploaded" },
    ],
  },
  { icon: "calendar", path: "/file-agenda/new" },
  { icon: "checklist", path: "/file-agenda/queue" },
  { icon: "phone", path: "/file-agenda/calls" },
  {
    name: "processing",
    icon: "send",
    children: [
      { name: "newRun", icon: "player-play", path: "/processing/new" },
      { name: "monitoring", icon: "activity", path: "/processing/monitoring" },
      { name: "inHold", icon: "player-pause", path: "/processing/in-hold" },
      { icon: "checklist", path: "/workflow" },
      { name: "merging", icon: "files", path: "/merging/new" },
      { name: "documents", icon: "files", path: "/view-documents" },
      { icon: "calendar", path: "/schedule-send/processing" },
      { name: "scheduledEmail", icon: "mail", path: "/schedule-send/email" },
      { name: "scheduledSms", icon: "message", path: "/schedule-send/sms" },
      { name: "scheduledPost", icon: "mail", path: "/schedule-send/post" },
    ],
  },
  {
    name: "precasso",
    icon: "mail",
    children: [
      { name: "search", icon: "search", path: "/precasso/search" },
      { icon: "plus", path: "/precasso/create" },
      { icon: "upload", path: "/precasso/upload" },
      { icon: "history", path: "/precasso/upload/view-uploaded" },
      { icon: "player-play", path: "/processing-precasso" },
      { icon: "activity", path: "/processing-precasso/last-processing" },
      { icon: "checklist", path: "/precasso/actions" },
      { icon: "files", path: "/precasso/view-documents" },
      { icon: "share", path: "/precasso/export" },
      { icon: "template", path: "/precasso/house-style" },
    ],
  },
  {
    name: "templates",
    icon: "files",
    children: [
      { icon: "mail", path: "/post-mail/template" },
      { icon: "mail", path: "/email/template" },
      { icon: "message", path: "/sms/template" },
      { icon: "list", path: "/email/variable" },
    ],
  },
  {
    name: "finance",
    icon: "coin-euro",
    children: [
      { name: "bankStatements", icon: "building-bank", path: "/payments/import" },
      { name: "bankReview", icon: "checklist", path: "/payments/review" },
    ],
  },
  {
    name: "legal",
    icon: "gavel",
    children: [
      { icon: "checklist", path: "/legal-decision" },
      { icon: "message", path: "/legal-question" },
      { icon: "gavel", path: "/bailiff" },
      { icon: "send", path: "/bailiff/handover/monitoring" },
      { icon: "checklist", path: "/bailiff/register" },
      { icon: "building-bank", path: "/courts" },
      { icon: "coin-euro", path: "/subpoena-salary" },
      { icon: "files", path: "/subpoena-template" },
    ],
  },
  {
    name: "customers",
    icon: "briefcase",
    children: [
      { name: "search", icon: "search", path: "/customer/search" },
      { name: "newCustomer", icon: "plus", path: "/customer/create" },
    ],
  },
  {
    name: "api",
    icon: "plug",
    children: [
      { icon: "list", path: "/api/doc/file-statuses" },
      { icon: "list", path: "/api/doc/file-closing-reasons" },
    ],
  },
  {
    name: "employees",
    icon: "users",
    children: [
      { icon: "users", path: "/employee" },
      { icon: "plus", path: "/employee/new" },
      { icon: "shield", path: "/employee-group/list" },
    ],
  },
  {
    name: "settings",
    icon: "settings",
    children: [
      { name: "globalSettings", icon: "adjustments", path: "/settings/global" },
      { icon: "coin-euro", path: "/settings/tariffs" },
      { icon: "calendar", path: "/settings/holidays" },
      { icon: "users", path: "/settings/team" },
      { name: "accessRights", icon: "shield", path: "/settings/acl" },
      { name: "merchants", icon: "building-store", path: "/settings/merchant" },
      { icon: "history", path: "/settings/history" },
      { icon: "coin-euro", path: "/settings/interest-approval" },
      { icon: "clock", path: "/settings/retention" },
      { icon: "shield", path: "/settings/verification" },
      { icon: "shield", path: "/settings/backup" },
      { icon: "clock", path: "/settings/recurring" },
      { icon: "share", path: "/shared-info/add" },
    ],
  },
  {
    name: "lists",
    icon: "list",
    children: [
      listed("legal-type"),
      listed("file-status"),
      listed("closing-reason"),
      listed("agenda-subject"),
      listed("partner"),
      listed("client-group"),
      listed("blacklist"),
      listed("mime-type"),
      listed("autoreply-label"),
      listed("sender-label"),
    ],
  },
  {
    name: "costLists",
    icon: "receipt",
    children: [
      listed("cost-type"),
      listed("client-cost-template"),
      listed("extra-cost"),
      listed("advance-definition"),
      listed("payment-description"),
    ],
  },
];

/** The menu for an acl. An entry whose screen does not exist is left out; a heading is granted when one of its children is. */
export function menuFor(screens: readonly Screen[], granted: (who: Access) => boolean): MenuItem[] {
  const byPath = new Map(screens.map((screen) => [screen.path, screen]));
  const build = (entry: Entry): MenuItem[] => {
    const children = (entry.children ?? []).flatMap(build);
    const screen = entry.path === undefined ? undefined : byPath.get(entry.path);
    if (!screen && children.length === 0) return [];
    return [
      {
        name: entry.name ? `app.${entry.name}` : (screen?.title ?? ""),
        icon: entry.icon,
        link: entry.path ?? "",
        children,
        granted: screen ? granted(screen.who) : children.some((child) => child.granted === true),
        opened: false,
      },
    ];
  };
  return entries.flatMap(build);
}

export const grantedTo =
  (acl: readonly string[], loggedIn: boolean) =>
  (who: Access): boolean =>
    allows(who, acl, loggedIn);

/** Screens that nobody goes to who is inside. */
const outside: ReadonlySet<string> = new Set(["/login", "/customer/reset-password", "/access-denied"]);

/** The screens that can be gone to by name: open to this user, without a record in the address. `translate`: a text key in all languages. */
export function screensFor(
  screens: readonly Screen[],
  granted: (who: Access) => boolean,
  translate: (key: string) => readonly string[],
): { path: string; title: string; words: string[] }[] {
  const names = new Map<string, string[]>();
  const gather = (items: readonly MenuItem[], above: readonly string[]): void => {
    for (const { name, link, children } of items) {
      const path = [...above, name];
      if (link !== "") names.set(link, path);
      gather(children, path);
    }
  };
  gather(menuFor(screens, granted), []);
  return screens
    .filter(({ path, who, title }) => !path.includes("{") && title !== "" && !outside.has(path) && granted(who))
    .map(({ path, title }) => ({
      path,
      title,
      words: [...new Set([title, ...(names.get(path) ?? [])].flatMap((key) => translate(key)))],
    }));
}
