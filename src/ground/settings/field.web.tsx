/** One setting on the screen: its field, what it does, its default and the way back to that. */
import { Button, Group, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { currentLanguage, hasText, labelled, textOf, useTexts } from "../platform/web/content/texts.web.ts";
import { SelectField } from "../platform/web/inputs/choices.web.tsx";
import { DateField } from "../platform/web/inputs/dates.web.tsx";
import { useFormShared } from "../platform/web/inputs/form/context.web.ts";
import {
  CheckboxField,
  type FormOf,
  MoneyField,
  NumberField,
  PasswordField,
  TextareaField,
  TextField,
} from "../platform/web/inputs/form.web.tsx";
import { formatMoney } from "../platform/web/inputs/format.ts";
import styles from "./settings.module.css";
import type { settingsTexts } from "./settings.texts.ts";
import { type SettingKey, secretKeys, settingDeclarations } from "./settings.ts";

export const useSettingsTexts = () => useTexts<typeof settingsTexts>("settings");

export type Values = Record<string, string | number | boolean | null>;

/** The sentence that says what a setting does; "" where its name says it all. */
export const hintOf = (key: SettingKey): string =>
  hasText(`settings.hint_${key}`) ? textOf(`settings.hint_${key}`) : "";

/** The default as people read it; "" where it is to be left empty. */
function standardOf(key: SettingKey): string {
  const { input, default: standard } = settingDeclarations[key];
  if (standard === "") return "";
  if (typeof standard === "boolean") return textOf(standard ? "platform.yes" : "platform.no");
  if (input === "cents" && typeof standard === "number") return formatMoney(standard, currentLanguage());
  return input === "choice" ? textOf(`settings.choice_${standard}`) : String(standard);
}

interface SettingProps {
  readonly name: SettingKey;
  readonly form: FormOf<Values, unknown>;
  /** A secret that is filled in. */
  readonly filled: boolean;
}

/** A setting with its help, and "back to default" where it was changed from a default that says something. */
export function Setting(props: SettingProps): ReactNode {
  const t = useSettingsTexts();
  const { name, form } = props;
  // What is put back while a save is under way, its answer would put away again.
  const { busy } = useFormShared();
  const standard = standardOf(name);
  const isOther = standard !== "" && form.values[name] !== settingDeclarations[name].default;
  return (
    <div className={styles.setting}>
      <Field {...props} />
      {standard !== "" && (
        <Group gap={6} className={styles.standard ?? ""}>
          <Text size="xs" c="dimmed">
            {t("standard", { value: standard })}
          </Text>
          {isOther && (
            <Button
              variant="subtle"
              size="compact-xs"
              disabled={busy}
              aria-label={labelled(t("backToStandard"), t(`label_${name}`))}
              onClick={() => form.setFieldValue(name, settingDeclarations[name].default)}
            >
              {t("backToStandard")}
            </Button>
          )}
        </Group>
      )}
    </div>
  );
}

function Field({ name, form, filled }: SettingProps): ReactNode {
  const t = useSettingsTexts();
  const declared = settingDeclarations[name];
  const label = t(`label_${name}`);
  const hint = hintOf(name);
  const shared = { name, label, ...(hint === "" ? {} : { description: hint }) };
  switch (declared.input) {
    case "switch":
      return <CheckboxField {...shared} />;
    case "number":
      return <NumberField {...shared} />;
    case "cents":
      return <MoneyField {...shared} />;
    case "date":
      return <DateField {...shared} />;
    case "long":
      return <TextareaField {...shared} rows={2} maxLength={300} />;
    case "choice":
      return (
        <SelectField
          {...shared}
          options={("choices" in declared ? declared.choices : []).map((value) => ({
            value,
            label: textOf(`settings.choice_${value}`),
          }))}
        />
      );
    case "time":
      return <TextField {...shared} placeholder="08:30" maxLength={5} />;
    case "secret":
      return (
        <SecretField
          name={name}
          label={label}
          hint={hint}
          filled={filled}
          clear={() => form.setFieldValue(name, null)}
        />
      );
    case "email":
      return <TextField {...shared} type="email" />;
    case "phone":
      return <TextField {...shared} type="tel" />;
    case "url":
      return <TextField {...shared} type="url" />;
    default:
      return <TextField {...shared} />;
  }
}

interface SecretProps {
  readonly name: SettingKey;
  readonly label: string;
  readonly hint: string;
  readonly filled: boolean;
  readonly clear: () => void;
}

/** A secret is typed anew or left alone; it is never shown. */
function SecretField(props: SecretProps): ReactNode {
  const t = useSettingsTexts();
  const [cleared, setCleared] = useState(false);
  if (!secretKeys.includes(props.name)) return null;
  const isKept = props.filled && !cleared;
  const description = isKept ? t("secretFilled") : props.hint;
  return (
    <div>
      <PasswordField
        name={props.name}
        label={props.label}
        autoComplete="new-password"
        {...(description === "" ? {} : { description })}
      />
      {isKept && (
        <Button
          variant="subtle"
          size="compact-xs"
          mt={4}
          onClick={() => {
            props.clear();
            setCleared(true);
          }}
        >
          {t("secretClear")}
        </Button>
      )}
      {cleared && (
        <Text size="xs" c="dimmed" mt={4} role="status">
          {t("secretCleared")}
        </Text>
      )}
    </div>
  );
}
