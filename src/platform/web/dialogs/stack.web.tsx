/** The stack itself, by Mantine's modals: opens what was asked for and closes what has ended. */
import { ModalsProvider, modals } from "@mantine/modals";
import { type ReactNode, useEffect } from "react";
import { textOf } from "../texts.web.ts";
import { type AskedModal, askedModals, endedModals } from "./asked.web.ts";

function open(asked: AskedModal): void {
  const dismissible = asked.dismissible ?? true;
  modals.open({
    modalId: asked.id,
    title: asked.title,
    size: asked.size ?? "md",
    closeOnEscape: dismissible,
    closeOnClickOutside: false,
    withCloseButton: dismissible,
    closeButtonProps: { "aria-label": textOf("platform.close") },
    onClose: () => asked.onClosed?.(),
    children: asked.content,
  });
}

function Opener(): ReactNode {
  useEffect(() => {
    const flush = (): void => {
      const asked = askedModals.get();
      const ended = endedModals.get();
      if (asked.length > 0) askedModals.set([]);
      if (ended.length > 0) endedModals.set([]);
      for (const modal of asked) open(modal);
      for (const id of ended) modals.close(id);
    };
    flush();
    const stops = [askedModals.subscribe(flush), endedModals.subscribe(flush)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return null;
}

export const ModalStack = (): ReactNode => (
  <ModalsProvider>
    <Opener />
  </ModalsProvider>
);
