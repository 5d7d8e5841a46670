/** The house's own settings: one form, in sections, made from the declarations. */
import { Alert, Anchor, Button, SimpleGrid, Text, TextInput } from "@mantine/core";
import { IconAlertTriangle, IconSearch } from "@tabler/icons-react";
import { type MouseEvent, type ReactNode, useEffect, useState } from "react";
import type { ReplyOf } from "../kernel/contract.ts";
import { holdsText } from "../kernel/fold-text.ts";
import { HistoryButton } from "../platform/web/content/history.web.tsx";
import { textOf } from "../platform/web/content/texts.web.ts";
import { dateText } from "../platform/web/content/values.web.tsx";
import { notify } from "../platform/web/feedback/notify.web.tsx";
import { useUnsavedGuard } from "../platform/web/feedback/unsaved.web.ts";
import { useAct, useCall } from "../platform/web/http/api.web.ts";
import { Form, type FormOf, useCallForm, type ValuesOf } from "../platform/web/inputs/form.web.tsx";
import { Link } from "../platform/web/pages/links.web.tsx";
import { Empty, Loaded, Page, Section } from "../platform/web/pages/page.web.tsx";
import { BounceCheck } from "./bounce-check.web.tsx";
import { hintOf, Setting, useSettingsTexts, type Values } from "./field.web.tsx";
import { GatewayTest } from "./gateway-test.web.tsx";
import { MailDomain } from "./mail-domain.web.tsx";
import { OidcTest } from "./oidc-test.web.tsx";
import { readGlobalSettings, saveGlobalSettings } from "./settings.contract.ts";
import styles from "./settings.module.css";
import {
  type SettingGroup,
  type SettingKey,
  secretKeys,
  settingDeclarations,
  settingGroups,
  settingKeys,
} from "./settings.ts";

type Settings = ReplyOf<typeof readGlobalSettings>;

const groupName = (group: SettingGroup): string =>
  textOf(`settings.group${group.charAt(0).toUpperCase()}${group.slice(1)}`);
const labelOf = (key: string): string => textOf(`settings.label_${key}`);

export function GlobalSettings(): ReactNode {
  const t = useSettingsTexts();
  const read = useCall(readGlobalSettings, {}, { keep: false });
  const { updatedAt, updatedBy } = read.data ?? {};
  const changed =
    updatedAt && updatedBy
      ? t("lastChanged", { at: dateText(updatedAt, { time: "HH:mm" }), by: updatedBy })
      : t("neverChanged");
  return (
    <Page
      title={t("globalTitle")}
      count={read.data && changed}
      actions={<HistoryButton subject="global_setting" subjectId={1} />}
    >
      <Loaded of={read}>{(settings) => <SettingsForm initial={settings} />}</Loaded>
    </Page>
  );
}

const valuesOf = (settings: Settings): Values => ({ ...settings.values, version: settings.version });

const isDate = (key: string): boolean =>
  settingKeys.some((known) => known === key && settingDeclarations[known].input === "date");

/** The settings of a group whose name or help holds the words that are searched for. */
function settingsMatching(group: SettingGroup, words: string): SettingKey[] {
  const wanted = words.split(/\s+/).filter(Boolean);
  return settingKeys.filter((key) => {
    if (settingDeclarations[key].group !== group) return false;
    const text = `${groupName(group)} ${labelOf(key)} ${hintOf(key)}`;
    return wanted.every((word) => holdsText(text, word));
  });
}

/** An empty date travels as an empty text. */
const bodyOf = (values: Values) =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, value === null && isDate(key) ? "" : value]),
    // The server says beside each field what does not fit, so the shape is its to check.
  ) as ValuesOf<typeof saveGlobalSettings>;

interface SaveBarProps {
  /** How many settings are not saved. */
  readonly changed: number;
  readonly isSaving: boolean;
  readonly onDiscard: () => void;
}

function SaveBar({ changed, isSaving, onDiscard }: SaveBarProps): ReactNode {
  const t = useSettingsTexts();
  return (
    <div className={`v-foot ${styles.bar}`}>
      <Text size="sm" c="dimmed" role="status">
        {changed > 0 && t("unsaved", { count: changed })}
      </Text>
      {changed > 0 && (
        <Button variant="default" disabled={isSaving} onClick={onDiscard}>
          {t("discard")}
        </Button>
      )}
      <Button type="submit" loading={isSaving}>
        {textOf("platform.save")}
      </Button>
    </div>
  );
}

function SettingsForm({ initial }: { initial: Settings }): ReactNode {
  const t = useSettingsTexts();
  // What is read again meanwhile must not replace what is being typed; one's own save does.
  const [settings, setSettings] = useState(initial);
  const [words, setWords] = useState("");
  const form = useCallForm(saveGlobalSettings, valuesOf(initial), bodyOf);
  const save = useAct(saveGlobalSettings, { invalidates: [readGlobalSettings] });
  const changed = settingKeys.filter((key) => form.values[key] !== settings.values[key]);
  useUnsavedGuard(changed.length > 0, { question: t("leaveQuestion"), leave: t("leave") });
  // An address with a section opens there.
  useEffect(() => {
    const hash = window.location.hash.slice(1);
    if (hash !== "") document.getElementById(hash)?.scrollIntoView();
  }, []);
  const taken = (saved: Settings): void => {
    setSettings(saved);
    form.setValues(valuesOf(saved));
    form.resetDirty(valuesOf(saved));
    notify({ message: t("saved"), variant: "success" });
  };
  const groups = settingGroups
    .map((group) => ({ group, keys: settingsMatching(group, words) }))
    .filter(({ keys }) => keys.length > 0);
  return (
    <>
      <MissingSettings missing={settings.missing} />
      <div className={styles.columns}>
        <Sections groups={groups.map(({ group }) => group)} words={words} search={setWords} />
        <Form
          form={form}
          label={t("globalTitle")}
          submit={null}
          labels={Object.fromEntries(settingKeys.map((key) => [key, labelOf(key)]))}
          onSave={async (body) => taken(await save.mutateAsync({ body }))}
        >
          {groups.length === 0 && <Empty title={t("noneFound")} text={t("noneFoundHint")} />}
          {groups.map(({ group, keys }) => (
            <div key={group} id={group} className={styles.group}>
              <Group
                form={form}
                settings={settings}
                group={group}
                keys={keys}
                unsaved={changed.length > 0}
                onSettings={taken}
              />
            </div>
          ))}
          <SaveBar
            changed={changed.length}
            isSaving={save.isPending}
            onDiscard={() => form.setValues(valuesOf(settings))}
          />
        </Form>
      </div>
    </>
  );
}

interface GroupProps {
  readonly form: FormOf<Values, unknown>;
  readonly settings: Settings;
  readonly group: SettingGroup;
  readonly keys: readonly SettingKey[];
  readonly unsaved: boolean;
  /** The settings as something other than this form has left them. */
  readonly onSettings: (saved: Settings) => void;
}

function Group({ form, settings, group, keys, unsaved, onSettings }: GroupProps): ReactNode {
  return (
    <Section title={groupName(group)}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        {keys.map((key) => (
          <Setting
            // A secret that was saved is one that is filled in: its field begins anew.
            key={secretKeys.includes(key) ? `${key} ${settings.version}` : key}
            name={key}
            form={form}
            filled={settings.filledSecrets.includes(key)}
          />
        ))}
      </SimpleGrid>
      {group === "retention" && (
        <Text size="sm" mt="sm">
          <Link to="/settings/retention">{textOf("settings.whatIsErased")}</Link>
        </Text>
      )}
      {group === "signin" && <OidcTest unsaved={unsaved} address={settings.oidcReturn} left={settings.oidcLeft} />}
      {group === "mail" && <MailDomain unsaved={unsaved} version={settings.version} onSettings={onSettings} />}
      {group === "bounces" && <BounceCheck unsaved={unsaved} />}
      {(group === "mail" || group === "sms") && (
        <GatewayTest
          kind={group}
          unsaved={unsaved}
          address={group === "mail" ? String(settings.values.email ?? "") : ""}
        />
      )}
    </Section>
  );
}

interface SectionsProps {
  readonly groups: readonly SettingGroup[];
  readonly words: string;
  readonly search: (words: string) => void;
}

/** The search, and the sections to go to. */
function Sections({ groups, words, search }: SectionsProps): ReactNode {
  const t = useSettingsTexts();
  const goTo = (event: MouseEvent, group: SettingGroup): void => {
    event.preventDefault();
    // The address is not a step of its own: "back" leaves the screen.
    window.history.replaceState(window.history.state, "", `#${group}`);
    const section = document.getElementById(group);
    section?.scrollIntoView();
    section?.querySelector<HTMLElement>("input, textarea")?.focus({ preventScroll: true });
  };
  return (
    <nav aria-label={t("sections")}>
      <TextInput
        aria-label={t("search")}
        placeholder={t("search")}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={words}
        onChange={(event) => search(event.currentTarget.value)}
        mb="xs"
      />
      <div className={styles.sections}>
        {groups.map((group) => (
          <a key={group} href={`#${group}`} onClick={(event) => goTo(event, group)}>
            {groupName(group)}
          </a>
        ))}
      </div>
    </nav>
  );
}

/** What is still missing before anything may be sent. */
function MissingSettings({ missing }: { missing: Settings["missing"] }): ReactNode {
  const t = useSettingsTexts();
  const blocking = missing.filter(({ blocks }) => blocks);
  const others = missing.filter(({ blocks }) => !blocks);
  const nameOf = ({ key, why }: Settings["missing"][number]): string =>
    why === "expired" ? t("expired", { name: labelOf(key) }) : labelOf(key);
  /** A gateway that is not set is named as a whole. */
  const gatewayOf = ({ key }: Settings["missing"][number]): string => {
    const known = settingKeys.find((each) => each === key);
    return known === undefined ? key : groupName(settingDeclarations[known].group);
  };
  const show = (event: MouseEvent, key: string): void => {
    event.preventDefault();
    const field = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(key)}"]`);
    field?.scrollIntoView({ block: "center" });
    (field?.matches("input") ? field : field?.querySelector("input"))?.focus({ preventScroll: true });
  };
  const list = (of: Settings["missing"], name: (item: Settings["missing"][number]) => string): ReactNode =>
    of.map((each, at) => (
      <span key={each.key}>
        {at > 0 && ", "}
        <Anchor inherit underline="always" href={`#${each.key}`} onClick={(event) => show(event, each.key)}>
          {name(each)}
        </Anchor>
      </span>
    ));
  if (missing.length === 0) return null;
  return (
    <Alert
      variant="light"
      color={blocking.length > 0 ? "red" : "yellow"}
      icon={<IconAlertTriangle size={18} aria-hidden />}
      mb="md"
      {...(blocking.length > 0 ? { title: t("missingTitle") } : {})}
    >
      {blocking.length > 0 && (
        <div>
          {t("missingBlocks")} {list(blocking, nameOf)}
        </div>
      )}
      {others.length > 0 && (
        <div>
          {t("missingOther")} {list(others, gatewayOf)}
        </div>
      )}
    </Alert>
  );
}
