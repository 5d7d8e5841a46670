/** Fields of one line of text. Apart from the others, because the login needs no more. */
import { PasswordInput, TextInput } from "@mantine/core";
import type { HTMLInputAutoCompleteAttribute, ReactNode } from "react";
import { usePlatformTexts } from "../../content/texts.web.ts";
import { type FieldOf, type FieldProps, inputProps, useField } from "./context.web.ts";

const isText = (value: unknown): value is string => typeof value === "string";

interface TextFieldProps extends FieldProps {
  type?: "text" | "email" | "tel" | "url" | "search";
  maxLength?: number;
  /** Which keyboard a telephone shows. */
  inputMode?: "text" | "numeric";
  autoComplete?: HTMLInputAutoCompleteAttribute;
  rightSection?: ReactNode;
  /** What is wrong with what stands in it now, before anybody saves. */
  problem?: string | undefined;
}

/** One line of text; the value is a string. */
export function TextField<Values extends object = never>(props: FieldOf<Values, string, TextFieldProps>): ReactNode {
  const field = useField(props.name, props.label, isText, "");
  return (
    <TextInput
      {...inputProps(props, { ...field, error: field.error ?? props.problem })}
      type={props.type ?? "text"}
      inputMode={props.inputMode}
      value={field.value}
      maxLength={props.maxLength}
      autoComplete={props.autoComplete ?? "off"}
      rightSection={props.rightSection}
      onChange={(event) => field.onChange(event.currentTarget.value)}
    />
  );
}

/** A password, with a button that shows it. */
export function PasswordField<Values extends object = never>(
  props: FieldOf<Values, string, FieldProps & { autoComplete: "current-password" | "new-password" }>,
): ReactNode {
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
