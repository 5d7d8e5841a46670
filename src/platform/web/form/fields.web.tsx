/** Fields of text, number, money, yes or no. Each is bound to its form by `name` and shows the first error of that field. */
import { Checkbox, NumberInput, PasswordInput, Textarea, TextInput } from "@mantine/core";
import { type HTMLInputAutoCompleteAttribute, type ReactNode, useEffect, useState } from "react";
import type { Cents } from "../../../kernel/money.ts";
import { moneyInput, parseMoney } from "../format.ts";
import { useLanguage, usePlatformTexts } from "../texts.web.ts";
import { useField, useFormShared } from "./context.web.ts";

export interface FieldProps {
  /** The value's name in the form, dotted for nested ones. */
  readonly name: string;
  readonly label: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly disabled?: boolean;
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
}

const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number | null => typeof value === "number" || value === null;
const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";

/** The properties that all of Mantine's inputs share. */
export const inputProps = (
  props: FieldProps,
  field: { error: string | undefined; disabled: boolean; mark: object },
) => ({
  label: props.label,
  withAsterisk: props.required ?? false,
  required: props.required ?? false,
  error: field.error,
  disabled: (props.disabled ?? false) || field.disabled,
  ...(props.description === undefined ? {} : { description: props.description }),
  ...(props.placeholder === undefined ? {} : { placeholder: props.placeholder }),
  ...(props.autoFocus ? { "data-autofocus": true } : {}),
  ...field.mark,
});

/** One line of text; the value is a string. */
export function TextField(
  props: FieldProps & {
    type?: "text" | "email" | "tel" | "url" | "search";
    maxLength?: number;
    autoComplete?: HTMLInputAutoCompleteAttribute;
    rightSection?: ReactNode;
  },
): ReactNode {
  const field = useField(props.name, props.label, isText, "");
  return (
    <TextInput
      {...inputProps(props, field)}
      type={props.type ?? "text"}
      value={field.value}
      maxLength={props.maxLength}
      autoComplete={props.autoComplete ?? "off"}
      rightSection={props.rightSection}
      onChange={(event) => field.onChange(event.currentTarget.value)}
    />
  );
}

/** A password, with a button that shows it. */
export function PasswordField(props: FieldProps & { autoComplete: "current-password" | "new-password" }): ReactNode {
  const t = usePlatformTexts();
  const field = useField(props.name, props.label, isText, "");
  return (
    <PasswordInput
      {...inputProps(props, field)}
      value={field.value}
      autoComplete={props.autoComplete}
      visibilityToggleButtonProps={{ "aria-label": t("showPassword") }}
      onChange={(event) => field.onChange(event.currentTarget.value)}
    />
  );
}

/** Several lines of text. */
export function TextareaField(props: FieldProps & { rows?: number; maxRows?: number; maxLength?: number }): ReactNode {
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

/** A number; the value is a number or null. Not for money. */
export function NumberField(
  props: FieldProps & { min?: number; max?: number; decimals?: number; suffix?: string },
): ReactNode {
  const language = useLanguage();
  const field = useField(props.name, props.label, isNumber, null);
  return (
    <NumberInput
      {...inputProps(props, field)}
      value={field.value ?? ""}
      {...(props.min === undefined ? {} : { min: props.min })}
      {...(props.max === undefined ? {} : { max: props.max })}
      allowDecimal={(props.decimals ?? 0) > 0}
      decimalScale={props.decimals ?? 0}
      decimalSeparator={language === "en" ? "." : ","}
      allowedDecimalSeparators={[",", "."]}
      {...(props.suffix === undefined ? {} : { suffix: props.suffix })}
      hideControls
      onChange={(value) => field.onChange(typeof value === "number" ? value : null)}
    />
  );
}

/** An amount, typed as "1.234,56"; the value is whole cents or null. */
export function MoneyField(props: FieldProps & { currency?: string; allowNegative?: boolean }): ReactNode {
  const t = usePlatformTexts();
  const language = useLanguage();
  const { form } = useFormShared();
  const field = useField<Cents | null>(props.name, props.label, isNumber, null);
  const [text, setText] = useState(() => (field.value === null ? "" : moneyInput(field.value, language)));
  // A value that was set from outside replaces what was typed; the value that this very text means does not.
  useEffect(() => {
    setText((typed) => {
      const meant = typed.trim() === "" ? null : parseMoney(typed);
      return meant === field.value || meant === undefined
        ? typed
        : field.value === null
          ? ""
          : moneyInput(field.value, language);
    });
  }, [field.value, language]);
  const leave = (): void => {
    const cents = parseMoney(text);
    if (text.trim() === "") return;
    if (cents === undefined || (cents < 0 && props.allowNegative !== true))
      form.setFieldError(props.name, t("notAnAmount"));
    else setText(moneyInput(cents, language));
  };
  return (
    <TextInput
      {...inputProps(props, field)}
      value={text}
      inputMode="decimal"
      autoComplete="off"
      leftSection={props.currency === undefined || props.currency === "EUR" ? "€" : props.currency}
      styles={{ input: { textAlign: "right", fontVariantNumeric: "tabular-nums" } }}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        setText(typed);
        field.onChange(typed.trim() === "" ? null : (parseMoney(typed) ?? null));
      }}
      onBlur={leave}
    />
  );
}

/** Yes or no; the value is a boolean. */
export function CheckboxField(props: FieldProps): ReactNode {
  const field = useField(props.name, props.label, isBoolean, false);
  const {
    withAsterisk: _asterisk,
    placeholder: _placeholder,
    ...rest
  } = { placeholder: "", ...inputProps(props, field) };
  return <Checkbox {...rest} checked={field.value} onChange={(event) => field.onChange(event.currentTarget.checked)} />;
}
