/** The stack itself: every modal that is open lies over those before it, which stay as they are, with all that was typed there. */
import { Modal } from "@mantine/core";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { textOf } from "../../content/texts.web.ts";
import { createStore } from "../../http/observable.ts";
import { placeInstead } from "./focus-places.web.ts";
import { endedModals, type QueuedModal, queuedModals } from "./queue.web.ts";

/** Above the header; each modal one higher than the one below it. */
const lowest = 200;

interface ShownModal extends QueuedModal {
  readonly isOpen: boolean;
  /** What had the focus before. */
  readonly opener: Element | null;
}

const shownModals = createStore<readonly ShownModal[]>([]);

/** Gives the focus back to what had it; where that is gone, to what stands for it, or to the page's content, as after an item of a menu. */
function giveFocusBack(opener: Element | null): void {
  const now = document.activeElement;
  if (now !== null && now !== document.body && now.closest('[role="dialog"]') === null) return;
  const isThere = opener?.isConnected === true && opener !== document.body;
  const place = isThere ? opener : (placeInstead(opener) ?? document.getElementById("main"));
  if (place instanceof HTMLElement) place.focus({ preventScroll: true });
}

function close(ids: readonly string[]): void {
  const closing = shownModals.get().filter(({ id, isOpen }) => isOpen && ids.includes(id));
  shownModals.update((now) => now.map((modal) => (closing.includes(modal) ? { ...modal, isOpen: false } : modal)));
  for (const { opener, onClosed } of closing) {
    giveFocusBack(opener);
    onClosed?.();
  }
}

function flush(): void {
  const asked = queuedModals.get();
  const ended = endedModals.get();
  if (asked.length > 0) {
    const opener = document.activeElement;
    queuedModals.set([]);
    shownModals.update((now) => [...now, ...asked.map((modal) => ({ ...modal, isOpen: true, opener }))]);
  }
  if (ended.length > 0) {
    endedModals.set([]);
    close(ended);
  }
}

// What opens a list or a calendar when it has the focus would cover the rest of a dialog that was only just opened.
const typedInto =
  "textarea, input:not([type=checkbox], [type=radio], [type=file], [role=combobox], [aria-haspopup], [data-dates-input])";
const reachable = "input:not([type=hidden]), textarea, select, button, a[href], [tabindex]";

/** Gives the focus to what is marked so, or to the field that a form begins with. False as long as there is nothing that could have it. */
function focusFirst(box: HTMLElement): boolean {
  const first = box.querySelector<HTMLElement>(reachable);
  if (first === null) return false;
  const marked = box.querySelector<HTMLElement>("[data-autofocus]");
  const isTypedInto = first.matches(typedInto) && !window.matchMedia("(pointer: coarse)").matches;
  const chosen = marked ?? (isTypedInto ? first : null);
  // The library gives the focus to what is marked so, a moment after the frame is shown.
  if (chosen) chosen.dataset.autofocus = "true";
  // A form that is fetched comes later than the frame, and finds the focus already on the button that closes it.
  const close = box.closest('[role="dialog"]')?.querySelector("header button");
  if (close === document.activeElement) chosen?.focus({ preventScroll: true });
  return true;
}

/**
 * A form that begins with a field to type into gets the focus there, and not on the button that closes it. Not under a finger: the keyboard of a
 * telephone would cover it.
 */
function Content({ children }: { readonly children: ReactNode }): ReactNode {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = ref.current;
    if (box === null || focusFirst(box)) return;
    const watch = new MutationObserver(() => {
      if (focusFirst(box)) watch.disconnect();
    });
    watch.observe(box, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, []);
  return <div ref={ref}>{children}</div>;
}

export function ModalStack(): ReactNode {
  const shown = useSyncExternalStore(shownModals.subscribe, shownModals.get);
  useEffect(() => {
    flush();
    const stops = [queuedModals.subscribe(flush), endedModals.subscribe(flush)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  const top = shown.findLast(({ isOpen }) => isOpen);
  return shown.map((modal, place) => {
    const { dismissible = true } = modal;
    return (
      <Modal
        key={modal.id}
        opened={modal.isOpen}
        onClose={() => close([modal.id])}
        onExitTransitionEnd={() => shownModals.update((now) => now.filter(({ id }) => id !== modal.id))}
        title={modal.title}
        size={modal.size === "page" ? "min(1080px, 96vw)" : (modal.size ?? "md")}
        zIndex={lowest + place}
        closeOnEscape={dismissible && modal === top}
        closeOnClickOutside={false}
        // It is open from the start, so the library does not know what had the focus; `giveFocusBack` does.
        returnFocus={false}
        withCloseButton={dismissible}
        closeButtonProps={{ "aria-label": textOf("platform.close") }}
      >
        <Content>{modal.content}</Content>
      </Modal>
    );
  });
}
