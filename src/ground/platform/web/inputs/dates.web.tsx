/**
 * Date fields. Values are ISO texts; people type DD-MM-YYYY or pick (specification, points 5 and 9).
 * `DateField`, `DateTimeField` are bound to a form by name; `DatePicker` and `DateRange` stand alone, for a filter or a strip.
 */
import { Group, Input, TextInput } from "@mantine/core";
import { DateInput } from "@mantine/dates";
import { IconCalendar } from "@tabler/icons-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { PlainDate } from "../../../kernel/dates.ts";
import { currentLanguage, useLanguage, usePlatformTexts } from "../content/texts.web.ts";
import styles from "./dates.module.css";
import type { DateSpan } from "./filter.ts";
import { type FieldOf, type FieldProps, inputProps, useField, useFieldCheck } from "./form/context.web.ts";
import {
  defaultDateFormat,
  formatDate,
  isMistypedDate,
  joinDateTime,
  parseTypedDate,
  parseTypedTime,
} from "./format.ts";
import "@mantine/dates/styles.layer.css";
import "dayjs/locale/nl.js";
import "dayjs/locale/fr.js";
import "dayjs/locale/de.js";

export interface DateLimits {
  readonly min?: PlainDate | undefined;
  readonly max?: PlainDate | undefined;
}

/** What is typed for a date, for whoever has to wait while it is none that may be chosen. */
export interface DateTyping {
  /** Whether it is no date that may be chosen: the value is still that of before. */
  readonly isMistyped: boolean;
  /** Whether the field was left like that, so that it is told. */
  readonly isTold: boolean;
  readonly judge: (isMistyped: boolean) => void;
  readonly leave: () => void;
}

/** What is typed over a value; it says nothing of the next value. */
export function useDateTyping(value: string | null): DateTyping {
  const [typed, setTyped] = useState({ over: value, isMistyped: false, isLeft: false });
  const isMistyped = typed.isMistyped && typed.over === value;
  return {
    isMistyped,
    isTold: isMistyped && typed.isLeft,
    judge: (next) => setTyped({ over: value, isMistyped: next, isLeft: isMistyped && typed.isLeft }),
    leave: () => setTyped((before) => ({ ...before, isLeft: true })),
  };
}

export interface DatePickerProps extends DateLimits {
  readonly value: string | null;
  readonly onChange: (value: PlainDate | null) => void;
  readonly label?: ReactNode;
  /** Accessible name, where there is no label. */
  readonly name?: string;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
  readonly required?: boolean;
  readonly description?: string;
  readonly placeholder?: string;
  readonly size?: "xs" | "sm";
  readonly mark?: object;
  /** Where something waits for what is typed (`useDateTyping`); the field tells what is wrong by itself. */
  readonly typing?: DateTyping;
}

/**
 * A date that is typed or picked; null while there is none. What is typed and is no date that may be chosen stays in the field, with
 * that told beside it; the value is that of before.
 */
export function DatePicker(props: DatePickerProps): ReactNode {
  const t = usePlatformTexts();
  const language = useLanguage();
  const own = useDateTyping(props.value);
  const typing = props.typing ?? own;
  return (
    <DateInput
      {...props.mark}
      {...(props.label === undefined ? {} : { label: props.label })}
      {...(props.name === undefined ? {} : { "aria-label": props.name })}
      {...(props.description === undefined ? {} : { description: props.description })}
      {...(props.min === undefined ? {} : { minDate: props.min })}
      {...(props.max === undefined ? {} : { maxDate: props.max })}
      value={props.value}
      onChange={(value) => props.onChange(value === null ? null : (parseTypedDate(value) ?? null))}
      onInput={(event) => typing.judge(isMistypedDate(event.currentTarget.value, props))}
      onBlur={typing.leave}
      fixOnBlur={!typing.isMistyped}
      locale={language}
      firstDayOfWeek={1}
      valueFormat={defaultDateFormat}
      classNames={{ day: styles.day ?? "" }}
      dateParser={(text) => parseTypedDate(text) ?? null}
      placeholder={props.placeholder ?? t("datePlaceholder")}
      error={props.error ?? (typing.isTold ? t("notADay") : undefined)}
      disabled={props.disabled ?? false}
      withAsterisk={props.required ?? false}
      size={props.size ?? "sm"}
      clearable
      clearButtonProps={{ "aria-label": t("clear") }}
      leftSection={<IconCalendar size={16} aria-hidden />}
      leftSectionPointerEvents="none"
      // The focus never leaves the field for the calendar, so there is none to give back: that would take it from the next field.
      popoverProps={{ withinPortal: true }}
      ariaLabels={{
        nextMonth: t("nextMonth"),
        previousMonth: t("previousMonth"),
        nextYear: t("nextYear"),
        previousYear: t("previousYear"),
        nextDecade: t("nextDecade"),
        previousDecade: t("previousDecade"),
      }}
    />
  );
}

const isDate = (value: unknown): value is string | null => typeof value === "string" || value === null;

const showDate = (value: unknown): string | undefined =>
  typeof value === "string" ? formatDate(value, currentLanguage()) : undefined;

/** A date; the value is an ISO text or null. */
export function DateField<Values extends object = never>(
  props: FieldOf<Values, string, FieldProps & DateLimits>,
): ReactNode {
  const field = useField<string | null>(props.name, props.label, isDate, null, showDate);
  const t = usePlatformTexts();
  const typing = useDateTyping(field.value);
  useFieldCheck(props.name, () => (typing.isMistyped ? t("notADay") : undefined));
  return (
    <DatePicker
      {...datePart(props, field)}
      value={field.value === "" ? null : field.value}
      typing={typing}
      onChange={field.onChange}
      min={props.min}
      max={props.max}
    />
  );
}

const datePart = (props: FieldProps, field: { error: string | undefined; disabled: boolean; mark: object }) => {
  const { label, required, error, disabled } = inputProps(props, field);
  return {
    label,
    required,
    error,
    disabled,
    mark: field.mark,
    ...(props.description === undefined ? {} : { description: props.description }),
    ...(props.placeholder === undefined ? {} : { placeholder: props.placeholder }),
  };
};

/** The two halves of a date-time as they stand on the screen, and how each is changed. */
function useHalves({ value, onChange }: { value: string | null; onChange: (value: string | null) => void }) {
  const [date, setDate] = useState<string | null>(value?.slice(0, 10) ?? null);
  const [time, setTime] = useState(value?.slice(11, 16) ?? "");
  const last = useRef(value);
  // Only a value set from outside is copied in: half a date-time is null, and what is typed for a time must stay on the screen.
  useEffect(() => {
    if (value === null || value === last.current) return;
    last.current = value;
    setDate(value.slice(0, 10));
    setTime(value.slice(11, 16));
  }, [value]);
  const change = (day: string | null, typed: string): void => {
    setDate(day);
    setTime(typed);
    last.current = joinDateTime(day, parseTypedTime(typed));
    onChange(last.current);
  };
  return { date, time, change, tidy: () => setTime(parseTypedTime(time) || time) };
}

/** A date and a time; the value "YYYY-MM-DD HH:mm" exists only when both are set. */
export function DateTimeField<Values extends object = never>(
  props: FieldOf<Values, string, FieldProps & DateLimits>,
): ReactNode {
  const t = usePlatformTexts();
  const id = useId();
  const field = useField<string | null>(props.name, props.label, isDate, null);
  const { date, time, change, tidy } = useHalves(field);
  const typing = useDateTyping(date);
  useFieldCheck(props.name, () => {
    if (typing.isMistyped) return t("notADay");
    return time.trim() !== "" && parseTypedTime(time) === "" ? t("notATime") : undefined;
  });
  return (
    <Input.Wrapper
      label={props.label}
      error={field.error}
      withAsterisk={props.required ?? false}
      labelElement="div"
      labelProps={{ id }}
      {...(props.description === undefined ? {} : { description: props.description })}
    >
      <Group gap="xs" wrap="nowrap" align="flex-start" role="group" aria-labelledby={id} {...field.mark}>
        <DatePicker
          name={t("date")}
          value={date}
          typing={typing}
          min={props.min}
          max={props.max}
          disabled={field.disabled}
          onChange={(next) => change(next, time)}
        />
        <TextInput
          w={92}
          inputMode="numeric"
          autoComplete="off"
          aria-label={t("time")}
          placeholder={t("timePlaceholder")}
          value={time}
          disabled={field.disabled}
          onChange={(event) => change(date, event.currentTarget.value)}
          onBlur={tidy}
        />
      </Group>
    </Input.Wrapper>
  );
}

const asPlain = (value: string | null): PlainDate | undefined => (value === null ? undefined : parseTypedDate(value));

/** Two dates that keep each other in order, for a filter. */
export function DateRange(
  props: DateLimits & {
    value: DateSpan;
    onChange: (value: DateSpan) => void;
    /** Accessible name, or the id of what names it. */
    label?: string;
    labelledBy?: string;
    size?: "xs" | "sm";
  },
): ReactNode {
  const t = usePlatformTexts();
  const size = props.size ?? "sm";
  return (
    <Group
      gap="xs"
      wrap="nowrap"
      align="flex-start"
      role="group"
      aria-labelledby={props.labelledBy}
      aria-label={props.label}
    >
      <DatePicker
        name={t("from")}
        placeholder={t("from")}
        size={size}
        value={props.value.from}
        min={props.min}
        max={asPlain(props.value.until) ?? props.max}
        onChange={(from) => props.onChange({ ...props.value, from })}
      />
      <DatePicker
        name={t("until")}
        placeholder={t("until")}
        size={size}
        value={props.value.until}
        min={asPlain(props.value.from) ?? props.min}
        max={props.max}
        onChange={(until) => props.onChange({ ...props.value, until })}
      />
    </Group>
  );
}
