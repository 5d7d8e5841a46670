/** What is handed over of a new way into the debtor's own page. */
import { Button, Code, CopyButton, Group, Stack, Text } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { labelled, useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import type { debtorPageTexts } from "../debtor-page.texts.ts";

const useLinkTexts = () => useTexts<typeof debtorPageTexts>("debtor-page");

/** The address and the code of a way in, once. */
export function LinkAndCode({
  path,
  code,
  close,
}: {
  readonly path: string;
  readonly code: string;
  close: () => void;
}): ReactNode {
  const t = useLinkTexts();
  return (
    <Stack gap="sm">
      <Text size="sm">{t("giveHint")}</Text>
      <Copied label={t("given")} value={`${window.location.origin}${path}`} />
      <Copied label={t("codeLabel")} value={code} />
      <Group justify="flex-end">
        <Button onClick={close}>{t("close")}</Button>
      </Group>
    </Stack>
  );
}

function Copied({ label, value }: { readonly label: string; readonly value: string }): ReactNode {
  const t = useLinkTexts();
  return (
    <div>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Code style={{ overflowWrap: "anywhere" }}>{value}</Code>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
              aria-label={labelled(t("copy"), label)}
              onClick={copy}
            >
              {t(copied ? "copied" : "copy")}
            </Button>
          )}
        </CopyButton>
      </Group>
    </div>
  );
}
