/** The lists of a court paper's form: defences with what answers them, and the exhibits. */

import { ActionIcon, Button, Checkbox, Group, Select, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { labelled } from "../../../ground/platform/web/content/texts.web.ts";
import { TextareaField } from "../../../ground/platform/web/inputs/form.web.tsx";
import styles from "../court-papers.module.css";
import { useCourtPaperTexts } from "../texts.web.ts";
import type { Offered, PaperFormState } from "./choices.web.ts";
import type { CourtPapers } from "./drafting.contract.ts";

export function Defences({ form, known }: { form: PaperFormState; known: Offered["defences"] }): ReactNode {
  const t = useCourtPaperTexts();
  const rows = form.values.defences ?? [];
  const add = (at: number): void => {
    const chosen = known[at];
    form.insertListItem("defences", { defence: chosen?.defence ?? "", rebuttal: chosen?.rebuttal ?? "" });
  };
  return (
    <fieldset className={styles.group}>
      <legend>{t("defences")}</legend>
      <Stack gap="md">
        {rows.map((_row, at) => (
          // Rows have no name of their own; their place is what they are.
          <Group key={at} gap="xs" align="flex-start" wrap="nowrap">
            <SimpleGrid cols={{ base: 1, sm: 2 }} style={{ flex: 1 }}>
              <TextareaField name={`defences.${at}.defence`} label={t("defence")} required maxLength={2000} />
              <TextareaField name={`defences.${at}.rebuttal`} label={t("rebuttal")} required maxLength={4000} />
            </SimpleGrid>
            <ActionIcon
              variant="subtle"
              color="red"
              mt={26}
              aria-label={t("removeDefence", { number: at + 1 })}
              onClick={() => form.removeListItem("defences", at)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
      </Stack>
      <Group mt="xs">
        {known.length > 0 && (
          <Select
            aria-label={t("addKnown")}
            placeholder={t("addKnown")}
            size="xs"
            w={320}
            maw="100%"
            data={known.map(({ defence }, at) => ({ value: String(at), label: defence }))}
            value={null}
            onChange={(at) => at !== null && add(Number(at))}
          />
        )}
        <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={14} />} onClick={() => add(-1)}>
          {t("addDefence")}
        </Button>
      </Group>
    </fieldset>
  );
}

export function Evidence({ form, known }: { form: PaperFormState; known: CourtPapers }): ReactNode {
  const t = useCourtPaperTexts();
  const chosen = form.values.evidence ?? [];
  const placeOf = (source: string, id: number): number =>
    chosen.findIndex((one) => one.source === source && one.id === id);
  return (
    <fieldset className={styles.group}>
      <legend>{t("evidence")}</legend>
      {known.evidence.length === 0 && <span className={styles.quiet}>{t("noEvidence")}</span>}
      <Stack gap={6}>
        {known.evidence.map(({ source, id, name, title }) => {
          const at = placeOf(source, id);
          const toggle = (): void =>
            form.setFieldValue(
              "evidence",
              at >= 0
                ? chosen.filter((_one, place) => place !== at)
                : [...chosen, { source, id, title: labelled(title, name).slice(0, 200) }],
            );
          return (
            <Group key={`${source}:${id}`} gap="sm" wrap="nowrap" align="center">
              <Checkbox label={name} checked={at >= 0} onChange={toggle} style={{ flex: 1, minWidth: 0 }} />
              {at >= 0 && (
                <TextInput
                  size="xs"
                  style={{ flex: 1, minWidth: 0 }}
                  aria-label={t("exhibitTitle", { name })}
                  maxLength={200}
                  value={chosen[at]?.title ?? ""}
                  error={form.errors[`evidence.${at}.title`]}
                  onChange={(event) => form.setFieldValue(`evidence.${at}.title`, event.currentTarget.value)}
                />
              )}
            </Group>
          );
        })}
      </Stack>
    </fieldset>
  );
}
