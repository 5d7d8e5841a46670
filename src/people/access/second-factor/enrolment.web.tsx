/** Adding a second factor, and the recovery codes that come with the first one. */
import { Anchor, Button, Code, Group, Loader, Stack, Text, Title, UnstyledButton } from "@mantine/core";
import { IconCopy, IconDeviceMobile, IconDownload, IconFingerprint, IconPrinter } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { ReplyOf } from "../../../ground/kernel/contract.ts";
import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { showError } from "../../../ground/platform/web/feedback/errors.web.ts";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { api, saveAs } from "../../../ground/platform/web/http/call.web.ts";
import { Form, TextField, useCallForm } from "../../../ground/platform/web/inputs/text-form.web.tsx";
import type { factorTexts } from "./factor.texts.ts";
import { beginTotp, confirmPasskey, confirmTotp } from "./factors.contract.ts";
import styles from "./factors.module.css";

const useFactorTexts = () => useTexts<typeof factorTexts>("factor");

type Enrolled = ReplyOf<typeof confirmTotp>;
interface EnrolmentProps {
  readonly onDone: (enrolled: Enrolled) => Promise<void> | void;
  /** Leads back to the choice; absent where there is none. */
  readonly onBack?: () => void;
}

/** Chooses what to add, and adds it. */
export function Enrolment(props: Pick<EnrolmentProps, "onDone">): ReactNode {
  const t = useFactorTexts();
  const [kind, setKind] = useState<"app" | "passkey">();
  const back = { onDone: props.onDone, onBack: () => setKind(undefined) };
  if (kind === "app") return <AddApp {...back} />;
  if (kind === "passkey") return <AddPasskey {...back} />;
  return (
    <Stack gap="xs">
      <Choice
        icon={<IconDeviceMobile size={22} aria-hidden />}
        name={t("app")}
        hint={t("appHint")}
        onClick={() => setKind("app")}
      />
      {"PublicKeyCredential" in window && (
        <Choice
          icon={<IconFingerprint size={22} aria-hidden />}
          name={t("passkey")}
          hint={t("passkeyHint")}
          onClick={() => setKind("passkey")}
        />
      )}
    </Stack>
  );
}

const Choice = (props: { icon: ReactNode; name: string; hint: string; onClick: () => void }): ReactNode => (
  <UnstyledButton className={styles.choice ?? ""} onClick={props.onClick}>
    {props.icon}
    <span>
      <Text span fw={600} display="block">
        {props.name}
      </Text>
      <Text span size="sm" c="dimmed" display="block">
        {props.hint}
      </Text>
    </span>
  </UnstyledButton>
);

const Back = ({ onBack }: Pick<EnrolmentProps, "onBack">): ReactNode => {
  const t = useFactorTexts();
  return onBack ? (
    <Anchor component="button" type="button" size="sm" ta="left" onClick={onBack}>
      {t("back")}
    </Anchor>
  ) : null;
};

/** Shows the picture for an authenticator app and takes its first code. */
export function AddApp({ onDone, onBack }: EnrolmentProps): ReactNode {
  const t = useFactorTexts();
  const form = useCallForm(confirmTotp, { code: "", name: t("app") });
  const [offer, setOffer] = useState<ReplyOf<typeof beginTotp>>();
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    api(beginTotp, {}, { quiet: true }).then(setOffer, showError);
  }, []);
  if (!offer) return <Loader size="sm" />;
  return (
    <Stack gap="sm">
      <Text size="sm">{t("scan")}</Text>
      <img className={styles.qr} src={offer.qr} alt={t("qr")} width={200} height={200} />
      <Text size="sm" c="dimmed">
        {t("secret")} <Code className={styles.secret ?? ""}>{offer.secret.replace(/(.{4})(?=.)/g, "$1 ")}</Code>
      </Text>
      <Form
        form={form}
        label={t("addApp")}
        submit={t("addApp")}
        onSave={async (body) =>
          onDone(await api(confirmTotp, { body: { ...body, ticket: offer.ticket } }, { quiet: true }))
        }
      >
        <TextField
          name="code"
          label={t("code")}
          required
          autoFocus
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={11}
        />
        <TextField name="name" label={t("factorName")} description={t("nameHint")} required maxLength={60} />
      </Form>
      <Back {...(onBack ? { onBack } : {})} />
    </Stack>
  );
}

/** Has the device make a passkey. */
export function AddPasskey({ onDone, onBack }: EnrolmentProps): ReactNode {
  const t = useFactorTexts();
  const form = useCallForm(confirmPasskey, { name: t("passkey") });
  const add = async ({ name }: { name: string }): Promise<void> => {
    const { makePasskey } = await import("./passkey.web.ts");
    await onDone(await api(confirmPasskey, { body: { name, answer: await makePasskey() } }, { quiet: true }));
  };
  return (
    <Stack gap="sm">
      <Text size="sm">{t("passkeyHint")}</Text>
      <Form form={form} label={t("addPasskey")} submit={t("addPasskey")} onSave={add}>
        <TextField name="name" label={t("factorName")} description={t("nameHint")} required autoFocus maxLength={60} />
      </Form>
      <Back {...(onBack ? { onBack } : {})} />
    </Stack>
  );
}

/** The codes, this once: to be copied, printed or downloaded. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }): ReactNode {
  const t = useFactorTexts();
  const text = `${codes.join("\n")}\n`;
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(() => notify({ message: t("copied"), variant: "success" }), showError);
  };
  return (
    <Stack gap="sm" className={styles.recovery ?? ""}>
      <Title order={2} size="h4">
        {t("codesTitle")}
      </Title>
      <Text size="sm">{t("codesIntro")}</Text>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Group gap="xs" className={styles.noPrint ?? ""}>
        <Button variant="default" size="xs" leftSection={<IconCopy size={16} aria-hidden />} onClick={copy}>
          {t("copy")}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => window.print()}
        >
          {t("print")}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveAs(new Blob([text], { type: "text/plain" }), "vorder-codes.txt")}
        >
          {t("download")}
        </Button>
      </Group>
      <Button className={styles.noPrint ?? ""} fullWidth onClick={onKept}>
        {t("codesKept")}
      </Button>
    </Stack>
  );
}
