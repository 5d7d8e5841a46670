/**
 * What was typed and is not saved yet, so that a reload loses none of it. It is kept in this tab alone, under the person who typed it, and is
 * gone when it is saved, when they log out and when the tab is closed: it holds what a debtor's file holds.
 */
import { z } from "zod";

const prefix = "vorder.draft ";

/** Whose drafts these are; nobody's before the login. */
let owner = 0;

/** Tells the other tabs of this browser that somebody has logged out. */
const tabs = new BroadcastChannel("vorder.drafts");

/** From now on nothing is kept, and what was is gone. */
const erase = (): void => {
  owner = 0;
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
};
tabs.addEventListener("message", erase);

/** From now on drafts are kept for this user. */
export const startDrafts = (userId: number): void => {
  owner = userId;
};

/** Erases all drafts of this browser: somebody has logged out. */
export function eraseDrafts(): void {
  erase();
  tabs.postMessage("erase");
}

const keyOf = (name: string): string => `${prefix}${owner} ${name}`;

const stored = z.object({ at: z.string(), value: z.unknown() });
export type Draft = z.infer<typeof stored>;

/** The draft of a form of this person; undefined without one. What is stored is never trusted. */
export function readDraft(name: string): Draft | undefined {
  const text = sessionStorage.getItem(keyOf(name));
  if (text === null) return undefined;
  try {
    return stored.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Keeps what is typed now. Where the browser has no place left nothing is kept, and nobody is held up. */
export function storeDraft(name: string, value: unknown): void {
  if (owner === 0) return;
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify({ at: new Date().toISOString(), value }));
  } catch {
    dropDraft(name);
  }
}

export const dropDraft = (name: string): void => sessionStorage.removeItem(keyOf(name));
