/** The modal stack: confirm, alert, a prompt with a text area, and any other modal (specification, points 4, 5 and 9). */
import { Button, Group, Stack, Text } from "@mantine/core";
import { type ComponentType, type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { textOf } from "../content/texts.web.ts";
import { notifyLoadFailed } from "../pages/lazy.web.tsx";
import { type ConfirmSpec, endedModals, type ModalSpec, type PromptSpec, queuedModals } from "./dialogs/queue.web.ts";

export type { ConfirmSpec, ModalSpec, PromptSpec } from "./dialogs/queue.web.ts";

/** Opens a modal over the others. The content gets `close`. Gives a function that closes it. */
export function openModal(spec: ModalSpec, content: (close: () => void) => ReactNode): () => void {
  const id = crypto.randomUUID();
  const close = (): void => endedModals.update((now) => [...now, id]);
  queuedModals.update((now) => [...now, { ...spec, id, content: content(close) }]);
  return close;
}

const fetchModals = async (): Promise<ComponentType> => (await import("./dialogs/stack.web.tsx")).ModalStack;

/** Where modals appear; stands once in the application. Their stack is fetched with the first of them. */
export function ModalHost(): ReactNode {
  const waiting = useSyncExternalStore(queuedModals.subscribe, queuedModals.get);
  const [Modals, setModals] = useState<ComponentType>();
  useEffect(() => {
    if (waiting.length === 0 || Modals !== undefined) return;
    fetchModals().then(
      (fetched) => setModals(() => fetched),
      () => {
        // A modal that cannot be shown counts as closed, so that nobody waits for its answer.
        queuedModals.set([]);
        for (const modal of waiting) modal.onClosed?.();
        notifyLoadFailed();
      },
    );
  }, [waiting, Modals]);
  return Modals === undefined ? null : <Modals />;
}

function ask<Answer>(
  spec: ModalSpec,
  none: Answer,
  content: (answer: (value: Answer) => void) => ReactNode,
): Promise<Answer> {
  return new Promise((resolve) => {
    let answered = none;
    openModal({ ...spec, onClosed: () => resolve(answered) }, (close) =>
      content((value) => {
        answered = value;
        close();
      }),
    );
  });
}

/** Asks whether to go on; false when the modal is closed in any other way. */
export const confirm = (message?: string, spec: ConfirmSpec = {}): Promise<boolean> =>
  ask({ title: spec.title ?? textOf("platform.confirm"), size: "sm" }, false, (answer) => (
    <Stack gap="md">
      <Text size="sm">{message ?? textOf("platform.areYouSure")}</Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => answer(false)}>
          {spec.no ?? textOf("platform.cancel")}
        </Button>
        <Button color={spec.danger ? "red" : "teal"} data-autofocus onClick={() => answer(true)}>
          {spec.yes ?? textOf("platform.yes")}
        </Button>
      </Group>
    </Stack>
  ));

/** Tells something and waits until it has been read. */
export const alert = (message: ReactNode, spec: { readonly title?: string } = {}): Promise<void> =>
  ask<void>({ title: spec.title ?? textOf("platform.notice"), size: "sm" }, undefined, (answer) => (
    <Stack gap="md">
      {typeof message === "string" ? <Text size="sm">{message}</Text> : message}
      <Group justify="flex-end">
        <Button data-autofocus onClick={() => answer()}>
          {textOf("platform.ok")}
        </Button>
      </Group>
    </Stack>
  ));

/** Asks for a text in a text area, which is fetched for it; undefined when it is not given. */
export async function promptText(message: string, spec: PromptSpec = {}): Promise<string | undefined> {
  const fetched = await import("./dialogs/prompt.web.tsx").catch(notifyLoadFailed);
  if (!fetched) return undefined;
  const { PromptForm } = fetched;
  return ask<string | undefined>(
    { title: spec.title ?? textOf("platform.prompt"), size: "md" },
    undefined,
    (answer) => <PromptForm message={message} spec={spec} onAnswer={answer} />,
  );
}
