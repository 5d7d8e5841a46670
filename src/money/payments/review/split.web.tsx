/** Splits one entry over several files: amounts that must sum to the entry. */
import { ActionIcon, Button, Group, NumberInput, Stack, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useLanguage } from "../../../ground/platform/web/content/texts.web.ts";
import { Money } from "../../../ground/platform/web/content/values.web.tsx";
import { numberSigns } from "../../../ground/platform/web/inputs/format.ts";
import type { FileSuggestion } from "../payments.contract.ts";
import { usePaymentTexts } from "../texts.web.ts";
import { FileSearch } from "./file-search.web.tsx";
import styles from "./review.module.css";

interface Part {
  readonly file: FileSuggestion;
  readonly cents: number;
}

/** Each file gets its open amount, as far as the entry suffices. */
function spread(cents: number, files: readonly FileSuggestion[]): Part[] {
  let rest = cents;
  return files.map((file) => {
    const share = Math.min(rest, Math.max(0, file.openCents));
    rest -= share;
    return { file, cents: share };
  });
}

interface PartLineProps {
  readonly part: Part;
  readonly onChange: (cents: number) => void;
  readonly onRemove: () => void;
}

function PartLine({ part, onChange, onRemove }: PartLineProps): ReactNode {
  const t = usePaymentTexts();
  const language = useLanguage();
  return (
    <div className={styles.parts}>
      <span>
        <b>{part.file.number}</b> {part.file.debtor}{" "}
        <Text span size="xs" c="dimmed">
          {t("open")} <Money cents={part.file.openCents} />
        </Text>
      </span>
      <NumberInput
        aria-label={`${t("amount")} ${part.file.number}`}
        value={part.cents / 100}
        min={0}
        decimalScale={2}
        fixedDecimalScale
        {...numberSigns(language)}
        prefix="€ "
        hideControls
        // The field has two decimals at most, so rounding only corrects the binary fraction.
        onChange={(value) => onChange(Math.round(Number(value) * 100))}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`${t("removePart")} ${part.file.number}`}
        onClick={onRemove}
      >
        <IconX size={16} />
      </ActionIcon>
    </div>
  );
}

export interface SplitProps {
  readonly cents: number;
  readonly suggestions: readonly FileSuggestion[];
  readonly onBook: (parts: { fileId: number; number: string; amountCents: number }[]) => Promise<void>;
}

export function Split({ cents, suggestions, onBook }: SplitProps): ReactNode {
  const t = usePaymentTexts();
  const [parts, setParts] = useState<readonly Part[]>(() =>
    spread(
      cents,
      suggestions.filter(({ closed }) => !closed),
    ),
  );
  const [busy, setBusy] = useState(false);
  const rest = cents - parts.reduce((sum, part) => sum + part.cents, 0);
  const add = (file: FileSuggestion): void => {
    if (parts.some((part) => part.file.fileId === file.fileId)) return;
    setParts([...parts, { file, cents: Math.max(0, Math.min(rest, file.openCents)) }]);
  };
  const change = (fileId: number, amount: number): void =>
    setParts(parts.map((part) => (part.file.fileId === fileId ? { ...part, cents: amount } : part)));
  const book = async (): Promise<void> => {
    setBusy(true);
    const used = parts.filter((part) => part.cents > 0);
    await onBook(
      used.map(({ file, cents: amountCents }) => ({ fileId: file.fileId, number: file.number, amountCents })),
    );
    setBusy(false);
  };
  return (
    <Stack gap="sm">
      {parts.map((part) => (
        <PartLine
          key={part.file.fileId}
          part={part}
          onChange={(amount) => change(part.file.fileId, amount)}
          onRemove={() => setParts(parts.filter(({ file }) => file.fileId !== part.file.fileId))}
        />
      ))}
      <FileSearch label={t("addPart")} onChoose={add} />
      <Group justify="space-between">
        <Text size="sm" c={rest === 0 ? "dimmed" : "red.8"} role="status">
          {t("splitRest")} <Money cents={rest} strong />
        </Text>
        <Button disabled={rest !== 0 || parts.length === 0} loading={busy} onClick={() => void book()}>
          {t("split")}
        </Button>
      </Group>
    </Stack>
  );
}
