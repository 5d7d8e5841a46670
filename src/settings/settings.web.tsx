/** The house's own settings: one form, in groups, made from the declarations. */
import { Button, SimpleGrid, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { ReplyOf } from "../kernel/contract.ts";
import type { TextKey } from "../kernel/texts.ts";
import { useAct, useCall } from "../platform/web/api.web.ts";
import { DateField } from "../platform/web/dates.web.tsx";
import {
  CheckboxField,
  Form,
  MoneyField,
  NumberField,
  PasswordField,
  TextField,
  useForm,
} from "../platform/web/form.web.tsx";
import { notify } from "../platform/web/notify.web.tsx";
import { Loaded, Page, Section } from "../platform/web/page.web.tsx";
import { dateText } from "../platform/web/show.web.tsx";
import { useTexts } from "../platform/web/texts.web.ts";
import { readGlobalSettings, saveGlobalSettings } from "./settings.contract.ts";
import styles from "./settings.module.css";
import type { settingsTexts } from "./settings.texts.ts";
import { type SettingKey, secretKeys, settingDeclarations, settingGroups, settingKeys } from "./settings.ts";

type Key = TextKey<typeof settingsTexts>;
const useSettingsTexts = () => useTexts<typeof settingsTexts>("settings");

/** Hints exist for the settings that need one. */
const hinted: ReadonlySet<string> = new Set<SettingKey>([
  "wkiNumber",
  "wkiValidUntil",
  "closeToleranceCents",
  "staffSeeOnlyTeams",
  "smsUrl",
  "smsSender",
  "selfServiceCents",
  "altchaCost",
]);

const groupKey = (group: (typeof settingGroups)[number]): Key =>
  `group${group.charAt(0).toUpperCase()}${group.slice(1)}` as Key;

type Settings = ReplyOf<typeof readGlobalSettings>;

export function GlobalSettings(): ReactNode {
  const t = useSettingsTexts();
  const read = useCall(readGlobalSettings, {}, { keep: false });
  const { updatedAt, updatedBy } = read.data ?? {};
  const changed =
    updatedAt && updatedBy
      ? t("lastChanged", { at: dateText(updatedAt, { time: "HH:mm" }), by: updatedBy })
      : t("neverChanged");
  return (
    <Page title={t("globalTitle")} count={read.data && changed}>
      <Loaded of={read}>{(settings) => <SettingsForm initial={settings} />}</Loaded>
    </Page>
  );
}

type Values = Record<string, string | number | boolean | null>;

const valuesOf = (settings: Settings): Values => ({ ...settings.values, version: settings.version });

function SettingsForm({ initial }: { initial: Settings }): ReactNode {
  const t = useSettingsTexts();
  // What is read again meanwhile must not replace what is being typed; one's own save does.
  const [settings, setSettings] = useState(initial);
  const form = useForm<Values>(valuesOf(initial));
  const save = useAct(saveGlobalSettings, { invalidates: [readGlobalSettings] });
  const taken = (saved: Settings): void => {
    setSettings(saved);
    form.setValues(valuesOf(saved));
    form.resetDirty(valuesOf(saved));
    notify({ message: t("saved"), variant: "success" });
  };
  // An empty date travels as an empty text. The server says beside each field what does not fit, so the shape is its to check.
  const bodyOf = (values: Values) =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, value === null && isDate(key) ? "" : value]),
    ) as Parameters<typeof save.mutateAsync>[0]["body"];
  return (
    <div className={styles.form}>
      <Form
        form={form}
        label={t("globalTitle")}
        onSave={async (values) => taken(await save.mutateAsync({ body: bodyOf(values) }))}
      >
        {settingGroups.map((group) => (
          <Section key={group} title={t(groupKey(group))}>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
              {settingKeys
                .filter((key) => settingDeclarations[key].group === group)
                .map((key) => (
                  <SettingField
                    // A secret that was saved is one that is filled in: its field begins anew.
                    key={secretKeys.includes(key) ? `${key} ${settings.version}` : key}
                    name={key}
                    filled={settings.filledSecrets.includes(key)}
                    clear={() => form.setFieldValue(key, null)}
                  />
                ))}
            </SimpleGrid>
          </Section>
        ))}
      </Form>
    </div>
  );
}

const isDate = (key: string): boolean =>
  settingKeys.some((known) => known === key && settingDeclarations[known].input === "date");

interface FieldOf {
  readonly name: SettingKey;
  readonly filled: boolean;
  readonly clear: () => void;
}

function SettingField({ name, filled, clear }: FieldOf): ReactNode {
  const t = useSettingsTexts();
  const label = t(`label_${name}`);
  const hint = hinted.has(name) ? { description: t(`hint_${name}` as Key) } : {};
  const shared = { name, label, ...hint };
  switch (settingDeclarations[name].input) {
    case "switch":
      return <CheckboxField {...shared} />;
    case "number":
      return <NumberField {...shared} />;
    case "cents":
      return <MoneyField {...shared} />;
    case "date":
      return <DateField {...shared} />;
    case "secret":
      return <SecretField name={name} label={label} filled={filled} clear={clear} />;
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

/** A secret is typed anew or left alone; it is never shown. */
function SecretField(props: FieldOf & { label: string }): ReactNode {
  const t = useSettingsTexts();
  const [cleared, setCleared] = useState(false);
  if (!secretKeys.includes(props.name)) return null;
  return (
    <div>
      <PasswordField
        name={props.name}
        label={props.label}
        autoComplete="new-password"
        {...(props.filled && !cleared ? { description: t("secretFilled") } : {})}
      />
      {props.filled && !cleared && (
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
