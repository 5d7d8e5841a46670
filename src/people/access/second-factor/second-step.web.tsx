/** The second step of signing in: a code, a recovery code or a passkey; or having one at all, where that is required. */
import { Anchor, Loader, Stack, Text } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { showError } from "../../../ground/platform/web/feedback/errors.web.ts";
import { api } from "../../../ground/platform/web/http/call.web.ts";
import { fetchToken } from "../../../ground/platform/web/http/transport.web.ts";
import { Form, TextField, useCallForm } from "../../../ground/platform/web/inputs/text-form.web.tsx";
import type { Me } from "../sign-in/me.contract.ts";
import { Enrolment, RecoveryCodes } from "./enrolment.web.tsx";
import type { factorTexts } from "./factor.texts.ts";
import { type MissingStep, missingStep, proveCode, signInStep } from "./factors.contract.ts";
import { PasskeyButton } from "./passkey-button.web.tsx";

const useFactorTexts = () => useTexts<typeof factorTexts>("factor");

export interface SecondStepProps {
  /** What the login's answer said; asked for anew where it says nothing. */
  readonly said: unknown;
  readonly onDone: (user: Me) => void;
  /** Goes back to name and password. */
  readonly onRestart: () => void;
}

/** What is missing: from the login's own answer, or from the server where one comes here by an address. */
function useMissing({ said, onRestart }: SecondStepProps): MissingStep | undefined {
  const [missing, setMissing] = useState(() => missingStep.safeParse(said).data);
  useEffect(() => {
    if (missing !== undefined) return;
    api(signInStep, {}, { quiet: true }).then((found) => {
      if (found.step === "none" || found.methods === null) onRestart();
      else setMissing({ step: found.step, methods: found.methods });
    }, showError);
  }, [missing, onRestart]);
  return missing;
}

export function SecondStep(props: SecondStepProps): ReactNode {
  const missing = useMissing(props);
  if (missing === undefined) return <Loader size="sm" />;
  return missing.step === "factor" ? <FactorStep {...props} methods={missing.methods} /> : <EnrolmentStep {...props} />;
}

function EnrolmentStep({ onDone, onRestart }: SecondStepProps): ReactNode {
  const t = useFactorTexts();
  const [enrolled, setEnrolled] = useState<{ readonly user: Me; readonly codes: readonly string[] }>();
  if (enrolled) return <RecoveryCodes codes={enrolled.codes} onKept={() => onDone(enrolled.user)} />;
  return (
    <Stack gap="sm">
      <Text size="sm">{t("enrolIntro")}</Text>
      <Enrolment
        onDone={async ({ user, recoveryCodes }) => {
          await fetchToken();
          if (recoveryCodes === null) onDone(user);
          else setEnrolled({ user, codes: recoveryCodes });
        }}
      />
      <Restart onRestart={onRestart} />
    </Stack>
  );
}

const intros = { totp: "stepIntro", recovery: "stepIntroRecovery", passkey: "stepIntroPasskey" } as const;

function FactorStep({ methods, onDone, onRestart }: SecondStepProps & { methods: MissingStep["methods"] }): ReactNode {
  const t = useFactorTexts();
  const [kind, setKind] = useState<"totp" | "recovery" | "passkey">(
    methods.passkey && !methods.totp ? "passkey" : "totp",
  );
  const form = useCallForm(proveCode, { code: "" }, ({ code }) => ({
    kind: kind === "recovery" ? ("recovery" as const) : ("totp" as const),
    code,
  }));
  const show = (next: typeof kind): void => {
    form.setValues({ code: "" });
    form.clearErrors();
    setKind(next);
  };
  const prove = async (body: BodyOf<typeof proveCode>): Promise<void> => {
    const { user } = await api(proveCode, { body }, { quiet: true });
    await fetchToken();
    onDone(user);
  };
  return (
    <Stack gap="sm">
      <Text size="sm">{t(intros[kind])}</Text>
      {kind !== "passkey" && (
        <Form key={kind} form={form} label={t("title")} onSave={prove} submit={t("goOn")}>
          <TextField
            name="code"
            label={t(kind === "totp" ? "code" : "recoveryCode")}
            required
            autoFocus
            autoComplete="one-time-code"
            inputMode={kind === "totp" ? "numeric" : "text"}
            maxLength={kind === "totp" ? 11 : 40}
          />
        </Form>
      )}
      {methods.passkey && <PasskeyButton purpose="factor" onDone={onDone} primary={kind === "passkey"} />}
      {methods.totp && kind !== "totp" && <Link text={t("toCode")} onClick={() => show("totp")} />}
      {methods.recovery && kind !== "recovery" && <Link text={t("toRecovery")} onClick={() => show("recovery")} />}
      <Restart onRestart={onRestart} />
    </Stack>
  );
}

const Link = (props: { text: string; onClick: () => void }): ReactNode => (
  <Anchor component="button" type="button" size="sm" ta="left" onClick={props.onClick}>
    {props.text}
  </Anchor>
);

const Restart = ({ onRestart }: { onRestart: () => void }): ReactNode => (
  <Link text={useFactorTexts()("restart")} onClick={onRestart} />
);
