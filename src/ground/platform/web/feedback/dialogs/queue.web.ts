/** The modals that wait to be opened and closed. */
import type { ReactNode } from "react";
import { createStore } from "../../http/observable.ts";

export interface ModalSpec {
  readonly title: string;
  /** `page`: as wide as the window lets a page of paper be. */
  readonly size?: "sm" | "md" | "lg" | "xl" | "page";
  /** Called once, however the modal was closed. */
  readonly onClosed?: () => void;
  /** False: only the content's own buttons close it. */
  readonly dismissible?: boolean;
}

export interface QueuedModal extends ModalSpec {
  readonly id: string;
  readonly content: ReactNode;
}

export interface ConfirmSpec {
  readonly title?: string;
  /** The answer that does it, named with verb and number: "Send 312 letters". */
  readonly yes?: string;
  readonly no?: string;
  /** Red, for what cannot be undone. */
  readonly danger?: boolean;
}

export interface PromptSpec extends ConfirmSpec {
  readonly initial?: string;
  /** True: an empty text is no answer. */
  readonly required?: boolean;
}

/** What waits to be opened and closed: the stack and its code are fetched with the first modal. */
export const queuedModals = createStore<readonly QueuedModal[]>([]);
export const endedModals = createStore<readonly string[]>([]);
