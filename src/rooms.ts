/**
 * Every room, from the ground up. A room imports only from rooms earlier in this list, and enters
 * another room by its door (the file named like the room). `architecture.test.ts` holds the tree to it.
 */
export const rooms = [
  "kernel",
  "platform",
  "settings",
  "lists",
  "access",
  "tariffs",
  "employees",
  "news",
  "sharing",
  "views",
  "customers",
  "merchants",
  "files",
  "logs",
  "agenda",
  "rules",
  "claims",
  "templates",
  "correspondence",
  "workflows",
  "intake",
  "payments",
  "processing",
  "debtors",
  "surveillance",
  "bulk",
  "exports",
  "client-page",
  "file-page",
  "dashboard",
  "takeover",
  "retention",
  "demo",
  "app",
] as const;

export type Room = (typeof rooms)[number];
