/** The notifications that wait to be shown. */
import { createStore } from "../../http/observable.ts";

export type Variant = "success" | "info" | "warning" | "danger";

export interface Notice {
  readonly message: string;
  readonly variant?: Variant;
  /** Stays until it is dismissed. Errors always stay: a lost error is worse than a full corner. */
  readonly dismissible?: boolean;
  readonly title?: string;
  /** An act that can be undone offers it here. */
  readonly undo?: () => void | Promise<void>;
  /** Any other act, with its name. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

export interface SentNotice extends Notice {
  readonly id: string;
}

/** What waits to be shown: the corner and its code are fetched with the first notice. */
export const sentNotices = createStore<readonly SentNotice[]>([]);
