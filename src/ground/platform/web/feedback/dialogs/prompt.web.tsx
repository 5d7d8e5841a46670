/** The form of a prompt: a text area with its answer. */
import { Button, Group, Stack, Textarea } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { textOf } from "../../content/texts.web.ts";
import { submitByKeys } from "../../inputs/submit-keys.web.ts";
import type { PromptSpec } from "./queue.web.ts";

export function PromptForm(props: {
  message: string;
  spec: PromptSpec;
  onAnswer: (text: string | undefined) => void;
}): ReactNode {
  const { spec, onAnswer } = props;
  const [text, setText] = useState(spec.initial ?? "");
  const ready = spec.required !== true || text.trim() !== "";
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (ready) onAnswer(text);
  };
  return (
    <form onSubmit={submit} onKeyDownCapture={submitByKeys}>
      <Stack gap="md">
        <Textarea
          label={props.message}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          required={spec.required ?? false}
          autosize
          minRows={4}
          maxRows={12}
          data-autofocus
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => onAnswer(undefined)}>
            {spec.no ?? textOf("platform.cancel")}
          </Button>
          <Button type="submit" color={spec.danger ? "red" : "teal"} disabled={!ready}>
            {spec.yes ?? textOf("platform.ok")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
