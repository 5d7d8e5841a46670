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

export interface AskedModal extends ModalSpec {
  readonly id: string;
  readonly content: ReactNode;
}

/** What waits to be opened and closed: the stack and its code are fetched with the first modal. */
export const askedModals = createStore<readonly AskedModal[]>([]);
export const endedModals = createStore<readonly string[]>([]);
