/** Fields of long text, number, money, yes or no. Each is bound to its form by `name` and shows the first error of that field. */
import { Checkbox, Textarea, TextInput } from "@mantine/core";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import type { Cents } from "../../../../kernel/money.ts";
import { useLanguage, usePlatformTexts } from "../../content/texts.web.ts";
import { formatMoney, moneyInput, numberInput, parseMoney, parseNumber } from "../format.ts";
import { type FieldOf, type FieldProps, inputProps, useField, useFieldCheck, useFormShared } from "./context.web.ts";

const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number | null => typeof value === "number" || value === null;
const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";

/** Several lines of text. */
export function TextareaField<Values extends object = never>(
  props: FieldOf<Values, string, FieldProps & { rows?: number; maxRows?: number; maxLength?: number }>,
): ReactNode {
  const field = useField(props.name, props.label, isText, "");
  return (
    <Textarea
      {...inputProps(props, field)}
      value={field.value}
      maxLength={props.maxLength}
      autosize
      minRows={props.rows ?? 3}
      maxRows={props.maxRows ?? 16}
      onChange={(event) => field.onChange(event.currentTarget.value)}
    />
  );
}

/** What is typed for a number, kept beside the number it means; `format` and `parse` go between the two. */
function useTyped(
  value: number | null,
  onChange: (value: number | null) => void,
  format: (value: number) => string,
  parse: (text: string) => number | undefined,
) {
  const [text, setText] = useState(() => (value === null ? "" : format(value)));
  const last = useRef(value);
  // A value that was set from outside replaces what was typed; the value that this very text means does not.
  useEffect(() => {
    if (last.current === value) return;
    last.current = value;
    setText(value === null ? "" : format(value));
  }, [value, format]);
  const type = (typed: string): void => {
    setText(typed);
    const meant = typed.trim() === "" ? null : (parse(typed) ?? null);
    last.current = meant;
    onChange(meant);
  };
  /** Tidies the text up when the field is left; false where it means nothing. */
  const leave = (): boolean => {
    if (text.trim() === "") return true;
    const meant = parse(text);
    if (meant === undefined) return false;
    setText(format(meant));
    return true;
  };
  const isMistyped = text.trim() !== "" && parse(text) === undefined;
  return { text, type, leave, isMistyped };
}

const numeric = { textAlign: "right", fontVariantNumeric: "tabular-nums" } as const;

/** A number; the value is a number or null. Not for money. */
export function NumberField<Values extends object = never>(
  props: FieldOf<Values, number, FieldProps & { min?: number; max?: number; decimals?: number; suffix?: string }>,
): ReactNode {
  const t = usePlatformTexts();
  const language = useLanguage();
  const { form } = useFormShared();
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, decimals = 0 } = props;
  const format = useCallback((value: number) => numberInput(value, decimals, language), [decimals, language]);
  const show = useCallback((value: unknown) => (typeof value === "number" ? format(value) : undefined), [format]);
  const field = useField(props.name, props.label, isNumber, null, show);
  const typed = useTyped(field.value, field.onChange, format, (text) => parseNumber(text, decimals, language));
  useFieldCheck(props.name, () => (typed.isMistyped ? t("notANumber") : undefined));
  const leave = (): void => {
    if (!typed.leave()) form.setFieldError(props.name, t("notANumber"));
    else if (field.value !== null && field.value < min)
      form.setFieldError(props.name, t("invalid.tooSmall.number", { minimum: format(min) }));
    else if (field.value !== null && field.value > max)
      form.setFieldError(props.name, t("invalid.tooBig.number", { maximum: format(max) }));
  };
  return (
    <TextInput
      {...inputProps(props, field)}
      value={typed.text}
      inputMode={decimals > 0 ? "decimal" : "numeric"}
      autoComplete="off"
      rightSection={props.suffix}
      styles={{ input: numeric }}
      onChange={(event) => typed.type(event.currentTarget.value)}
      onBlur={leave}
    />
  );
}

/** An amount, typed as "1.234,56"; the value is whole cents or null. */
export function MoneyField<Values extends object = never>(
  props: FieldOf<Values, Cents, FieldProps & { currency?: string; allowNegative?: boolean }>,
): ReactNode {
  const t = usePlatformTexts();
  const language = useLanguage();
  const { form } = useFormShared();
  const { currency } = props;
  const show = useCallback(
    (value: unknown) => (typeof value === "number" ? formatMoney(value, language, currency) : undefined),
    [language, currency],
  );
  const field = useField<Cents | null>(props.name, props.label, isNumber, null, show);
  const format = useCallback((cents: Cents) => moneyInput(cents, language), [language]);
  const typed = useTyped(field.value, field.onChange, format, parseMoney);
  useFieldCheck(props.name, () => (typed.isMistyped ? t("notAnAmount") : undefined));
  const leave = (): void => {
    const isNegative = field.value !== null && field.value < 0 && props.allowNegative !== true;
    if (!typed.leave() || isNegative) form.setFieldError(props.name, t("notAnAmount"));
  };
  return (
    <TextInput
      {...inputProps(props, field)}
      value={typed.text}
      inputMode="decimal"
      autoComplete="off"
      leftSection={currency === undefined || currency === "EUR" ? "€" : currency}
      styles={{ input: numeric }}
      onChange={(event) => typed.type(event.currentTarget.value)}
      onBlur={leave}
    />
  );
}

/** Yes or no; the value is a boolean. */
export function CheckboxField<Values extends object = never>(props: FieldOf<Values, boolean>): ReactNode {
  const t = usePlatformTexts();
  const show = useCallback((value: unknown) => t(value === true ? "yes" : "no"), [t]);
  const field = useField(props.name, props.label, isBoolean, false, show);
  const {
    withAsterisk: _asterisk,
    placeholder: _placeholder,
    ...rest
  } = { placeholder: "", ...inputProps(props, field) };
  return <Checkbox {...rest} checked={field.value} onChange={(event) => field.onChange(event.currentTarget.checked)} />;
}
