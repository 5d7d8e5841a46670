/** Every filter of the list of files; fetched when it is first opened. */

import { FocusTrap, Input, MultiSelect, NumberInput, SimpleGrid, TextInput } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import { centsFromDecimal, decimalFromCents } from "../../ground/kernel/money.ts";
import { textOf, useLanguage, usePlatformTexts, useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { listOr } from "../../ground/platform/web/inputs/choice-list.web.ts";
import { ClientPicker } from "../../ground/platform/web/inputs/choices.web.tsx";
import { DateRange } from "../../ground/platform/web/inputs/dates.web.tsx";
import { moneyInput, numberSigns, parseMoney } from "../../ground/platform/web/inputs/format.ts";
import type { ListTexts } from "./file-search.texts.ts";
import { type FilesTable, listOf, useListFilters } from "./filter-values.web.ts";

const useFileTexts = () => useTexts<ListTexts>("files");

/** An amount in a filter: typed in the reader's style, kept in the address as calls write money. */
function AmountInput(props: {
  label: string;
  placeholder: string;
  value: string | undefined;
  onChange: (value: string | null) => void;
}): ReactNode {
  const language = useLanguage();
  const cents = centsFromDecimal(props.value ?? "");
  const [text, setText] = useState(cents === undefined ? "" : moneyInput(cents, language));
  const t = usePlatformTexts();
  const [isWrong, setWrong] = useState(false);
  const leave = (): void => {
    const typed = parseMoney(text);
    const isAmount = typed !== undefined && typed >= 0;
    setWrong(!isAmount && text.trim() !== "");
    props.onChange(isAmount ? decimalFromCents(typed) : null);
  };
  return (
    <TextInput
      size="xs"
      aria-label={props.label}
      placeholder={props.placeholder}
      leftSection="€"
      inputMode="decimal"
      value={text}
      error={isWrong && t("notAnAmount")}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === "Enter") leave();
      }}
    />
  );
}

/** A number of days in a filter. */
function DaysInput(props: {
  label: string;
  placeholder: string;
  value: string | undefined;
  onChange: (value: string | null) => void;
}): ReactNode {
  const language = useLanguage();
  const [days, setDays] = useState<string | number>(props.value ?? "");
  const leave = (): void => props.onChange(days === "" ? null : String(days));
  return (
    <NumberInput
      size="xs"
      aria-label={props.label}
      placeholder={props.placeholder}
      min={0}
      max={36_500}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="strict"
      {...numberSigns(language)}
      hideControls
      value={days}
      onChange={setDays}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === "Enter") leave();
      }}
    />
  );
}

const idsIn = (text: string | undefined): number[] => listOf(text).map(Number).filter(Number.isSafeInteger);

/** From and to, side by side. */
const Pair = (props: { label: string; children: ReactNode }): ReactNode => (
  <Input.Wrapper size="xs" label={props.label} labelElement="div">
    <div style={{ display: "flex", alignItems: "flex-start", gap: 8 }}>{props.children}</div>
  </Input.Wrapper>
);

type Day = "nextAction" | "placed" | "lastContact";

/** From one day to another, in two filters. */
function DateSpan(props: FilesTable & { label: string; from: `${Day}From`; until: `${Day}To` }): ReactNode {
  const { filter, setFilter } = props;
  const id = useId();
  return (
    <Input.Wrapper size="xs" label={props.label} labelElement="div" labelProps={{ id }}>
      <DateRange
        size="xs"
        labelledBy={id}
        value={{ from: filter[props.from] ?? null, until: filter[props.until] ?? null }}
        onChange={({ from, until }) => setFilter({ [props.from]: from, [props.until]: until })}
      />
    </Input.Wrapper>
  );
}

function Spans(table: FilesTable): ReactNode {
  const { filter, setFilter } = table;
  const t = useFileTexts();
  return (
    <>
      <Pair label={t("amount")}>
        <AmountInput
          label={t("fromAmount")}
          placeholder={t("from")}
          value={filter.amountFrom}
          onChange={(amountFrom) => setFilter({ amountFrom })}
        />
        <AmountInput
          label={t("toAmount")}
          placeholder={t("until")}
          value={filter.amountTo}
          onChange={(amountTo) => setFilter({ amountTo })}
        />
      </Pair>
      <Pair label={t("age")}>
        <DaysInput
          label={t("ageFromDays")}
          placeholder={t("from")}
          value={filter.ageFrom}
          onChange={(ageFrom) => setFilter({ ageFrom })}
        />
        <DaysInput
          label={t("ageToDays")}
          placeholder={t("until")}
          value={filter.ageTo}
          onChange={(ageTo) => setFilter({ ageTo })}
        />
      </Pair>
      <DateSpan {...table} label={t("nextActionOn")} from="nextActionFrom" until="nextActionTo" />
      <DateSpan {...table} label={t("placedOn")} from="placedFrom" until="placedTo" />
      <DateSpan {...table} label={t("lastContact")} from="lastContactFrom" until="lastContactTo" />
    </>
  );
}

export function FilterPanel({ table }: { table: FilesTable }): ReactNode {
  const t = useFileTexts();
  const { filter, setFilter } = table;
  const lists = useListFilters(filter, true);
  // The panel comes after the popover that holds it, so it takes the focus itself: not a field of it, whose list would open over the others.
  return (
    <FocusTrap>
      <div>
        <SimpleGrid
          data-autofocus
          tabIndex={-1}
          role="group"
          aria-label={t("keyFilter")}
          cols={{ base: 1, xs: 2 }}
          spacing="sm"
          verticalSpacing="xs"
          // The ring of a field at the edge has room in the box that scrolls.
          style={{ maxHeight: "min(560px, 70dvh)", overflowY: "auto", outline: "none", padding: 4, margin: -4 }}
        >
          <ClientPicker
            multiple
            size="xs"
            label={t("client")}
            value={idsIn(filter.client)}
            onChange={(ids) => setFilter({ client: ids.map(String) })}
          />
          {lists
            .filter(({ choices }) => choices.length > 0)
            .map(({ name, label, choices }) => (
              <MultiSelect
                key={name}
                size="xs"
                label={label}
                searchable={choices.length >= 10}
                filter={listOr(textOf("platform.noElements"))}
                data={[...choices]}
                value={listOf(filter[name])}
                onChange={(values) => setFilter({ [name]: values })}
              />
            ))}
          <Spans {...table} />
        </SimpleGrid>
      </div>
    </FocusTrap>
  );
}
