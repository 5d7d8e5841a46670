/** What the name servers say of the domain that mails are sent from, and the key by which they are signed. */

import { Button, Group, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { ReplyOf } from "../kernel/contract.ts";
import { labelled } from "../platform/web/content/texts.web.ts";
import { Status, type Tone } from "../platform/web/content/values.web.tsx";
import { confirm } from "../platform/web/feedback/dialogs.web.tsx";
import { useAct } from "../platform/web/http/api.web.ts";
import { useSettingsTexts } from "./field.web.tsx";
import { checkMailDomain, makeDkimKey } from "./settings.contract.ts";
import styles from "./settings.module.css";

type Found = ReplyOf<typeof checkMailDomain>;
type FoundRecord = Found["spf"];

const tones: Readonly<Record<FoundRecord["state"], Tone>> = {
  good: "good",
  weak: "warn",
  missing: "bad",
  wrong: "bad",
  unknown: "warn",
  unset: "neutral",
};

/** `unsaved`: the form holds changes that this would not look at. `onSettings`: the settings as a new key has left them. */
export function MailDomain(props: {
  unsaved: boolean;
  version: number;
  onSettings: (saved: ReplyOf<typeof makeDkimKey>) => void;
}): ReactNode {
  const t = useSettingsTexts();
  const [found, setFound] = useState<Found | undefined>();
  const check = useAct(checkMailDomain);
  const make = useAct(makeDkimKey);
  const look = async (): Promise<void> => setFound(await check.run({ body: {} }));
  const renew = async (): Promise<void> => {
    if (!(await confirm(t("makeDkimAsk"), { title: t("makeDkim"), yes: t("makeDkim") }))) return;
    const saved = await make.run({ body: { version: props.version } });
    if (!saved) return;
    props.onSettings(saved);
    await look();
  };
  return (
    <div className={styles.test}>
      <Text size="sm" fw={600}>
        {t("mailDomain")}
      </Text>
      <Text size="xs" c="dimmed">
        {t("mailDomainHint")}
      </Text>
      <Group gap="xs" mt="xs">
        <Button variant="default" loading={check.isPending} disabled={props.unsaved} onClick={() => void look()}>
          {t("checkMail")}
        </Button>
        <Button variant="subtle" loading={make.isPending} disabled={props.unsaved} onClick={() => void renew()}>
          {t("makeDkim")}
        </Button>
      </Group>
      {props.unsaved && (
        <Text size="xs" c="dimmed" mt={4}>
          {t("testSaveFirst")}
        </Text>
      )}
      {found && (
        <div role="status" aria-label={t("mailDomain")}>
          <Record label={t("label_spf")} record={found.spf} />
          <Record label={t("label_dkim")} record={found.dkim} />
          <Record label={t("label_dmarc")} record={found.dmarc} />
        </div>
      )}
    </div>
  );
}

function Record({ label, record }: { label: string; record: FoundRecord }): ReactNode {
  const t = useSettingsTexts();
  const isRight = record.state === "good";
  return (
    <div className={styles.record}>
      <Status tone={tones[record.state]}>{label}</Status> {record.text}
      {record.name !== "" && <code className={styles.recordText}>{record.name}</code>}
      {record.found !== "" && <code className={styles.recordText}>{labelled(t("recordFound"), record.found)}</code>}
      {!isRight && record.wanted !== "" && (
        <code className={styles.recordText}>{labelled(t("recordWanted"), record.wanted)}</code>
      )}
    </div>
  );
}
