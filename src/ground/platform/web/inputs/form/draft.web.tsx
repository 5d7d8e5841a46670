/** Keeps what is typed into a long form, and offers back what was typed before a reload. */
import { Alert, Button, Group } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { usePlatformTexts } from "../../content/texts.web.ts";
import { dateText } from "../../content/values.web.tsx";
import { dropDraft, keepDraft, readDraft } from "../drafts.web.ts";
import type { FormOf } from "./context.web.ts";

const holdsFile = (value: unknown): boolean =>
  value instanceof Blob || (typeof value === "object" && value !== null && Object.values(value).some(holdsFile));

/** What of a form's values can be kept: files cannot. */
const lasting = (values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !holdsFile(value)));

/** Of what was kept, the values that this form still knows. */
const known = (kept: unknown, values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(Object(kept)).filter(([name]) => Object.hasOwn(values, name)));

export function FormDraft({ form, name }: { form: FormOf<object, unknown>; name: string }): ReactNode {
  const t = usePlatformTexts();
  const [kept, setKept] = useState(() => readDraft(name));
  const { values } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed is kept when it changes, not when it is drawn.
  useEffect(() => {
    if (form.isDirty()) keepDraft(name, lasting(values));
    else if (kept === undefined) dropDraft(name);
  }, [values]);
  if (kept === undefined) return null;
  const settle = (): void => setKept(undefined);
  return (
    <Alert color="blue" variant="light" role="status">
      <Group justify="space-between" gap="sm">
        <span>{t("draftKept", { when: dateText(kept.at, { time: "HH:mm" }) })}</span>
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              form.setValues({ ...values, ...known(kept.value, values) });
              settle();
            }}
          >
            {t("draftTake")}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            onClick={() => {
              dropDraft(name);
              settle();
            }}
          >
            {t("draftDrop")}
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}
