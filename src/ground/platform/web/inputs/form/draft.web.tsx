/** Offers back what was typed into a long form before a reload. */
import { Alert, Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { usePlatformTexts } from "../../content/texts.web.ts";
import { dateText } from "../../content/values.web.tsx";
import { type Draft, dropDraft } from "../drafts.web.ts";
import type { FormOf } from "./context.web.ts";

/** Of what was kept, the values that this form still knows. */
const known = (kept: unknown, values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(Object(kept)).filter(([name]) => Object.hasOwn(values, name)));

export interface DraftOfferProps {
  readonly form: FormOf<object, unknown>;
  readonly name: string;
  readonly kept: Draft;
  readonly onSettled: () => void;
}

export function DraftOffer({ form, name, kept, onSettled }: DraftOfferProps): ReactNode {
  const t = usePlatformTexts();
  return (
    <Alert color="blue" variant="light" role="status">
      <Group justify="space-between" gap="sm">
        <span>{t("draftKept", { when: dateText(kept.at, { time: "HH:mm" }) })}</span>
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              form.setValues({ ...form.values, ...known(kept.value, form.values) });
              onSettled();
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
              onSettled();
            }}
          >
            {t("draftDrop")}
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}
