/** One's own second factors: what there is, adding, naming and removing, and recovery codes. */
import { Button, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { IconDeviceMobile, IconFingerprint } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { BodyOf, ReplyOf } from "../../../ground/kernel/contract.ts";
import { textOf, useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { dateText, Status } from "../../../ground/platform/web/content/values.web.tsx";
import { confirm, openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { showError } from "../../../ground/platform/web/feedback/errors.web.ts";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall, useInvalidate } from "../../../ground/platform/web/http/api.web.ts";
import { api } from "../../../ground/platform/web/http/call.web.ts";
import { Form, PasswordField, TextField, useCallForm } from "../../../ground/platform/web/inputs/text-form.web.tsx";
import { Loaded, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import styles from "../access.module.css";
import { listOwnSessions } from "../sign-in/own-sessions.contract.ts";
import { AddApp, AddPasskey, RecoveryCodes } from "./enrolment.web.tsx";
import type { factorTexts } from "./factor.texts.ts";
import {
  confirmIdentity,
  type Factor,
  newRecoveryCodes,
  ownFactors,
  removeFactor,
  renameFactor,
} from "./factors.contract.ts";

const useFactorTexts = () => useTexts<typeof factorTexts>("factor");
type Own = ReplyOf<typeof ownFactors>;

/** Opens a modal; resolves to whether it came to its end. */
const ask = (title: string, content: (done: () => void) => ReactNode): Promise<boolean> =>
  new Promise((resolve) => {
    let isDone = false;
    openModal({ title: textOf(title), size: "sm", onClosed: () => resolve(isDone) }, (close) =>
      content(() => {
        isDone = true;
        close();
      }),
    );
  });

/** Has the person show once more who they are, unless they just did; whether they have. */
export async function isConfirmed(): Promise<boolean> {
  const own = await api(ownFactors, {});
  if (own.provedUntil !== null) return true;
  return ask("factor.confirmTitle", (done) => <ConfirmForm own={own} onDone={done} />);
}

type ConfirmKind = "password" | "totp" | "passkey";

function ConfirmForm({ own, onDone }: { own: Own; onDone: () => void }): ReactNode {
  const t = useFactorTexts();
  const kinds: readonly { readonly value: ConfirmKind; readonly label: string }[] = [
    ...(own.hasPassword ? [{ value: "password", label: t("password") } as const] : []),
    ...(own.items.some(({ kind }) => kind === "totp") ? [{ value: "totp", label: t("app") } as const] : []),
    ...(own.items.some(({ kind }) => kind === "passkey") ? [{ value: "passkey", label: t("passkey") } as const] : []),
  ];
  const [kind, setKind] = useState<ConfirmKind>(kinds[0]?.value ?? "password");
  const form = useCallForm(confirmIdentity, { value: "" }, ({ value }) => ({ kind, value }));
  const save = async (typed: BodyOf<typeof confirmIdentity>): Promise<void> => {
    if (kind === "passkey") {
      const { requestPasskey } = await import("./passkey.web.ts");
      await api(confirmIdentity, { body: { kind, answer: await requestPasskey("confirm") } }, { quiet: true });
    } else await api(confirmIdentity, { body: typed }, { quiet: true });
  };
  return (
    <Stack gap="sm">
      <Text size="sm">{t("confirmIntro")}</Text>
      {kinds.length > 1 && (
        <SegmentedControl
          aria-label={t("confirmBy")}
          data={[...kinds]}
          value={kind}
          onChange={(next) => {
            form.reset();
            setKind(kinds.find(({ value }) => value === next)?.value ?? kind);
          }}
        />
      )}
      <Form key={kind} form={form} label={t("confirmTitle")} submit={t("confirm")} onSave={save} onSaved={onDone}>
        {kind === "password" && (
          <PasswordField name="value" label={t("password")} required autoFocus autoComplete="current-password" />
        )}
        {kind === "totp" && (
          <TextField
            name="value"
            label={t("code")}
            required
            autoFocus
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={11}
          />
        )}
      </Form>
    </Stack>
  );
}

/** The acts of this part, each after the person has shown who they are. */
function useFactorActs() {
  const t = useFactorTexts();
  const invalidate = useInvalidate();
  const show = (codes: readonly string[]): Promise<boolean> =>
    ask("factor.codesTitle", (done) => <RecoveryCodes codes={codes} onKept={done} />);
  const guarded = async (act: () => Promise<void>): Promise<void> => {
    try {
      if (await isConfirmed()) await act();
    } catch (error) {
      showError(error);
    } finally {
      await invalidate(ownFactors, listOwnSessions);
    }
  };
  const add = (kind: "app" | "passkey"): Promise<void> =>
    guarded(async () => {
      let codes: readonly string[] | null = null;
      const Add = kind === "app" ? AddApp : AddPasskey;
      const isAdded = await ask(kind === "app" ? "factor.addApp" : "factor.addPasskey", (done) => (
        <Add
          onDone={({ recoveryCodes }) => {
            codes = recoveryCodes;
            done();
          }}
        />
      ));
      if (!isAdded) return;
      await invalidate(ownFactors);
      if (codes !== null) await show(codes);
    });
  const remove = ({ id, name }: Factor): Promise<void> =>
    guarded(async () => {
      if (!(await confirm(t("removeQuestion", { name }), { yes: t("remove"), danger: true }))) return;
      const { passkey } = await api(removeFactor, { params: { id } });
      if (passkey) await import("./passkey.web.ts").then(({ forgetPasskey }) => forgetPasskey(passkey));
      notify({ message: t("removed", { name }), variant: "success" });
    });
  const renew = (): Promise<void> =>
    guarded(async () => {
      if (!(await confirm(t("newCodesQuestion"), { yes: t("newCodes") }))) return;
      const { recoveryCodes } = await api(newRecoveryCodes, {});
      await show(recoveryCodes);
    });
  return { add, remove, renew };
}

export function OwnFactors(): ReactNode {
  const t = useFactorTexts();
  const found = useCall(ownFactors, {});
  const { add, remove, renew } = useFactorActs();
  return (
    <Section title={t("title")} aside={found.data?.required && <Status>{t("required")}</Status>}>
      <Text size="sm" c="dimmed" mb="sm">
        {t("intro")}
      </Text>
      <Loaded of={found}>
        {({ items, recoveryLeft }) => (
          <>
            <ul className={styles.sessions}>
              {items.length === 0 && <li className={styles.session}>{t("none")}</li>}
              {items.map((factor) => (
                <FactorLine key={factor.id} factor={factor} remove={() => void remove(factor)} />
              ))}
              {items.length > 0 && (
                <li className={styles.session}>
                  <Text size="sm">{t("recoveryLeft", { left: recoveryLeft })}</Text>
                  <Button variant="subtle" size="compact-sm" onClick={() => void renew()}>
                    {t("newCodes")}
                  </Button>
                </li>
              )}
            </ul>
            <Group gap="xs" mt="sm">
              <Button
                variant="default"
                size="xs"
                leftSection={<IconDeviceMobile size={16} aria-hidden />}
                onClick={() => void add("app")}
              >
                {t("addApp")}
              </Button>
              {"PublicKeyCredential" in window && (
                <Button
                  variant="default"
                  size="xs"
                  leftSection={<IconFingerprint size={16} aria-hidden />}
                  onClick={() => void add("passkey")}
                >
                  {t("addPasskey")}
                </Button>
              )}
            </Group>
          </>
        )}
      </Loaded>
    </Section>
  );
}

function FactorLine({ factor, remove }: { factor: Factor; remove: () => void }): ReactNode {
  const t = useFactorTexts();
  const { kind, name, createdAt, lastUsedAt } = factor;
  const at = (instant: string): string => dateText(instant, { time: "HH:mm" });
  const rename = (): void => {
    openModal({ title: t("rename"), size: "sm" }, (close) => <RenameForm factor={factor} close={close} />);
  };
  return (
    <li className={styles.session}>
      <div>
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          <Status>{t(kind === "totp" ? "app" : "passkey")}</Status>
        </Group>
        <Text size="sm" c="dimmed">
          {lastUsedAt === null ? t("unused") : t("used", { at: at(lastUsedAt) })} · {t("added", { at: at(createdAt) })}
        </Text>
      </div>
      <Group gap={4}>
        <Button variant="subtle" size="compact-sm" aria-label={t("renameOf", { name })} onClick={rename}>
          {t("rename")}
        </Button>
        <Button variant="subtle" size="compact-sm" aria-label={t("removeOf", { name })} onClick={remove}>
          {t("remove")}
        </Button>
      </Group>
    </li>
  );
}

function RenameForm({ factor, close }: { factor: Factor; close: () => void }): ReactNode {
  const t = useFactorTexts();
  const form = useCallForm(renameFactor, { name: factor.name });
  const act = useAct(renameFactor, { invalidates: [ownFactors] });
  return (
    <Form
      form={form}
      label={t("rename")}
      onSave={(body) => act.mutateAsync({ params: { id: factor.id }, body })}
      onSaved={close}
      onCancel={close}
    >
      <TextField name="name" label={t("factorName")} required autoFocus maxLength={60} />
    </Form>
  );
}
