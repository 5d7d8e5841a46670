/** Every filter of the list of files; fetched when it is first opened. */
import { FocusTrap, Input, MultiSelect, Stack, TextInput } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import { centsFromDecimal, decimalFromCents } from "../kernel/money.ts";
import { ClientPicker } from "../platform/web/choices.web.tsx";
import { DateRange } from "../platform/web/dates.web.tsx";
import { moneyInput, parseMoney } from "../platform/web/format.ts";
import { useLanguage, useTexts } from "../platform/web/texts.web.ts";
import type { fileTexts } from "./files.texts.ts";
import { filePhases, fileStatuses } from "./files.ts";
import { type FilesTable, listOf, useManagers } from "./filter-values.web.ts";

const useFileTexts = () => useTexts<typeof fileTexts>("files");

/** An amount in a filter: typed in the reader's style, kept in the address as calls write money. */
function AmountInput(props: {
  label: string;
  value: string | undefined;
  onChange: (value: string | null) => void;
}): ReactNode {
  const language = useLanguage();
  const cents = centsFromDecimal(props.value ?? "");
  const [text, setText] = useState(cents === undefined ? "" : moneyInput(cents, language));
  const leave = (): void => {
    const typed = parseMoney(text);
    props.onChange(typed === undefined || typed < 0 ? null : decimalFromCents(typed));
  };
  return (
    <TextInput
      size="xs"
      aria-label={props.label}
      placeholder={props.label}
      leftSection="€"
      inputMode="decimal"
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === "Enter") leave();
      }}
    />
  );
}

const idsIn = (text: string | undefined): number[] => listOf(text).map(Number).filter(Number.isSafeInteger);

export function FilterPanel({ table }: { table: FilesTable }): ReactNode {
  const t = useFileTexts();
  const { filter, setFilter } = table;
  const managers = useManagers();
  const [nextId, placedId] = [useId(), useId()];
  // The panel comes after the popover that holds it, so it takes the focus itself.
  return (
    <FocusTrap>
      <Stack gap="xs">
        <ClientPicker
          multiple
          size="xs"
          label={t("client")}
          value={idsIn(filter.client)}
          onChange={(ids) => setFilter({ client: ids.map(String) })}
        />
        <MultiSelect
          size="xs"
          label={t("phase")}
          data={filePhases.map((phase) => ({ value: phase, label: t(`phase_${phase}`) }))}
          value={listOf(filter.phase)}
          onChange={(phase) => setFilter({ phase })}
        />
        <MultiSelect
          size="xs"
          label={t("status")}
          data={fileStatuses.map((status) => ({ value: status, label: t(`status_${status}`) }))}
          value={listOf(filter.status)}
          onChange={(status) => setFilter({ status })}
        />
        {managers.length > 0 && (
          <MultiSelect
            size="xs"
            label={t("caseManager")}
            searchable
            data={managers.map((option) => ({ value: String(option.id), label: option.text }))}
            value={listOf(filter.caseManager)}
            onChange={(caseManager) => setFilter({ caseManager })}
          />
        )}
        <Input.Wrapper size="xs" label={t("amount")} labelElement="div">
          <div style={{ display: "flex", gap: 8 }}>
            <AmountInput
              label={t("fromAmount")}
              value={filter.amountFrom}
              onChange={(amountFrom) => setFilter({ amountFrom })}
            />
            <AmountInput
              label={t("toAmount")}
              value={filter.amountTo}
              onChange={(amountTo) => setFilter({ amountTo })}
            />
          </div>
        </Input.Wrapper>
        <Input.Wrapper size="xs" label={t("nextActionOn")} labelElement="div" labelProps={{ id: nextId }}>
          <DateRange
            size="xs"
            labelledBy={nextId}
            value={{ from: filter.nextActionFrom ?? null, until: filter.nextActionTo ?? null }}
            onChange={({ from, until }) => setFilter({ nextActionFrom: from, nextActionTo: until })}
          />
        </Input.Wrapper>
        <Input.Wrapper size="xs" label={t("placedOn")} labelElement="div" labelProps={{ id: placedId }}>
          <DateRange
            size="xs"
            labelledBy={placedId}
            value={{ from: filter.placedFrom ?? null, until: filter.placedTo ?? null }}
            onChange={({ from, until }) => setFilter({ placedFrom: from, placedTo: until })}
          />
        </Input.Wrapper>
      </Stack>
    </FocusTrap>
  );
}
