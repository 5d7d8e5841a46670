/** Asks before it deletes, and where the record is in use says where and offers to archive it instead. */
import { Button, Group, List, Stack, Text } from "@mantine/core";
import { z } from "zod";
import type { usesTexts } from "../../uses.texts.ts";
import { textOf, type Values } from "../content/texts.web.ts";
import { ApiError } from "../http/transport.web.ts";
import { confirm, openModal } from "./dialogs.web.tsx";
import { showError } from "./errors.web.ts";
import { notify } from "./notify.web.tsx";

const t = (key: keyof (typeof usesTexts)["texts"]["nl"], values?: Values): string => textOf(`uses.${key}`, values);

const useSchema = z.object({ table: z.string(), column: z.string(), text: z.string(), sample: z.array(z.string()) });
type Use = z.infer<typeof useSchema>;

/** The uses that a refusal to delete tells of; undefined for any other error. */
function usesIn(error: unknown): readonly Use[] | undefined {
  const parsed = z.array(useSchema).safeParse(error instanceof ApiError ? error.data.uses : undefined);
  return parsed.success && parsed.data.length > 0 ? parsed.data : undefined;
}

export interface DeleteSpec {
  /** How the record is called in the question and the notices. */
  readonly name: string;
  /** Deletes it; throws `ApiError` (so use `mutateAsync`). */
  readonly remove: () => Promise<unknown>;
  /** Archives it instead; without it nothing is offered. Throws `ApiError`. */
  readonly archive?: (() => Promise<unknown>) | undefined;
  /** Instead of "Delete %name%?". */
  readonly question?: string;
  readonly title?: string;
  readonly yes?: string;
}

/** Asks, deletes and says so. True when the record is gone, also where it was so already. */
export async function confirmDelete(spec: DeleteSpec): Promise<boolean> {
  const { name } = spec;
  const sure = await confirm(spec.question ?? t("deleteQuestion", { name }), {
    title: spec.title ?? t("deleteTitle"),
    yes: spec.yes ?? t("delete"),
    danger: true,
  });
  if (!sure) return false;
  try {
    await spec.remove();
    notify({ message: t("deleted", { name }), variant: "success" });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.isGone) {
      notify({ message: t("wasGone", { name }), variant: "info" });
      return true;
    }
    const uses = usesIn(error);
    if (uses) showUses(spec, uses);
    else showError(error);
    return false;
  }
}

function showUses({ name, archive }: DeleteSpec, uses: readonly Use[]): void {
  openModal({ title: t("title", { name }), size: "sm" }, (close) => {
    const act = async (): Promise<void> => {
      try {
        await archive?.();
        close();
        notify({ message: t("archived", { name }), variant: "success" });
      } catch (error) {
        showError(error);
      }
    };
    return (
      <Stack gap="md">
        <List size="sm">
          {uses.map(({ table, column, text, sample }) => (
            <List.Item key={`${table} ${column}`}>
              {text}
              {sample.length > 0 && (
                <Text span c="dimmed">
                  {" "}
                  ({sample.join(", ")})
                </Text>
              )}
            </List.Item>
          ))}
        </List>
        {archive && <Text size="sm">{t("archiveInstead")}</Text>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {t("close")}
          </Button>
          {archive && (
            <Button data-autofocus onClick={() => void act()}>
              {t("archive")}
            </Button>
          )}
        </Group>
      </Stack>
    );
  });
}
