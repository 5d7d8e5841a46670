/** The calls of the shell: the menu of the user, and the facts of header and footer. */
import { z } from "zod";
import { any, open, user } from "../ground/kernel/access.ts";
import { call, screen } from "../ground/kernel/contract.ts";
import { administrators } from "../people/access/access.contract.ts";

export interface MenuItem {
  /** Text key. */
  readonly name: string;
  readonly icon: string;
  /** A path of ours or an address elsewhere; empty for a heading that only opens. */
  readonly link: string;
  readonly children: readonly MenuItem[];
  /** Only false hides the item. */
  readonly granted?: boolean | undefined;
  readonly opened: boolean;
}

export const menuItem: z.ZodType<MenuItem> = z.object({
  name: z.string(),
  icon: z.string(),
  link: z.string(),
  get children() {
    return z.array(menuItem);
  },
  granted: z.boolean().optional(),
  opened: z.boolean(),
});

export const getUserMenu = call({
  method: "GET",
  path: "/api/v4/menu/user",
  who: open,
  summary: "The menu of this user; an item that is not granted is hidden.",
  reply: z.object({ items: z.array(menuItem) }),
});

export const getWholeMenu = call({
  method: "GET",
  path: "/api/v4/menu/all",
  who: any("ROLE_ADMIN", "ROLE_SUPER_ADMIN", "ROLE_SETTINGS_ACL"),
  summary: "The whole menu, every item granted.",
  reply: z.object({ items: z.array(menuItem) }),
});

export const listScreens = call({
  method: "GET",
  path: "/api/v4/screen",
  who: open,
  summary:
    "The screens that this user may open, with their names in every language, so that one is found by any of them.",
  reply: z.object({
    items: z.array(
      z.object({
        path: z.string(),
        /** Text key. */
        title: z.string(),
        words: z.array(z.string()),
      }),
    ),
  }),
});

export const getShellInfo = call({
  method: "GET",
  path: "/api/v4/shell/info",
  who: open,
  summary: "What header and footer show: environment, release, company.",
  reply: z.object({
    env: z.enum(["dev", "demo", "test", "prod"]),
    release: z.string(),
    releaseDate: z.string(),
    pod: z.string(),
    year: z.number(),
    company: z.object({
      name: z.string(),
      address: z.string(),
      phone: z.string(),
      email: z.string(),
      website: z.string(),
    }),
    social: z.array(z.object({ name: z.string(), url: z.string() })),
    /** A line of the house's own in the footer, in the reader's language; "" where there is none. */
    footer: z.string(),
    /** Dutch, English and French are always offered; German by setting. */
    offerGerman: z.boolean(),
  }),
});

export const homeScreen = screen({ path: "/", who: open, title: "app.home" });
export const accessDeniedScreen = screen({ path: "/access-denied", who: open, title: "app.accessDenied" });

export const workKinds = [
  "agendaOverdue",
  "agendaToday",
  "dueToday",
  "withoutAction",
  "legalQuestions",
  "plannedRuns",
  "onHold",
  "paymentReview",
  "undelivered",
  "undeliveredSms",
  "undeliveredPost",
  "importNotices",
  "importPlaces",
  "missingTariffs",
  "staffReminders",
  "damages",
] as const;
export type WorkKind = (typeof workKinds)[number];

export const getWork = call({
  method: "GET",
  path: "/api/v4/work",
  who: user,
  summary: "What waits for this user: how much of each kind that the user's roles let in on, and the screen for it.",
  reply: z.object({
    items: z.array(
      z.object({ kind: z.enum(workKinds), count: z.number().int(), capped: z.boolean(), link: z.string() }),
    ),
  }),
});

export const setupSteps = [
  "company",
  "registration",
  "tariffs",
  "team",
  "employee",
  "client",
  "contact",
  "file",
] as const;
export type SetupStep = (typeof setupSteps)[number];

export const getSetup = call({
  method: "GET",
  path: "/api/v4/setup",
  who: administrators,
  summary: "What a new installation still needs, with the screen for each step that this user may take.",
  reply: z.object({
    steps: z.array(z.object({ step: z.enum(setupSteps), done: z.boolean(), link: z.string().nullable() })),
  }),
});

export const getOpenApi = call({
  method: "GET",
  path: "/api/doc/openapi.json",
  who: user,
  summary: "This description: every call with its shapes, who may make it and whether it writes.",
  reply: z.looseObject({ openapi: z.string() }),
});
