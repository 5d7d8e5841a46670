/** Fields of one line of text. Apart from the others, because the login needs no more. */
import { PasswordInput, TextInput } from "@mantine/core";
import type { HTMLInputAutoCompleteAttribute, ReactNode } from "react";
import { usePlatformTexts } from "../texts.web.ts";
import { type FieldProps, inputProps, useField } from "./context.web.ts";

const isText = (value: unknown): value is string => typeof value === "string";

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
