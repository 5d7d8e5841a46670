/** "Send a test" under a gateway: to whom, and what came of it beside the button. */
import { Button, Group, TextInput } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { ReplyOf } from "../kernel/contract.ts";
import { ApiError, showError, useAct } from "../platform/web/http/api.web.ts";
import { useSettingsTexts } from "./field.web.tsx";
import { testMail, testSms } from "./settings.contract.ts";
import styles from "./settings.module.css";
import { TestOutcome } from "./test-outcome.web.tsx";

type Outcome = ReplyOf<typeof testMail>;

/** `unsaved`: the form holds changes that the test would not use. */
export function GatewayTest(props: { kind: "mail" | "sms"; unsaved: boolean; address: string }): ReactNode {
  const t = useSettingsTexts();
  const [to, setTo] = useState(props.address);
  const [outcome, setOutcome] = useState<Outcome | undefined>();
  const [error, setError] = useState<string | undefined>();
  const mail = useAct(testMail);
  const sms = useAct(testSms);
  const act = props.kind === "mail" ? mail : sms;

  const run = async (): Promise<void> => {
    setOutcome(undefined);
    setError(undefined);
    try {
      setOutcome(await act.mutateAsync({ body: { to: to.trim() } }));
    } catch (failed) {
      const message = failed instanceof ApiError ? failed.errors.to?.[0] : undefined;
      if (message === undefined) showError(failed);
      else setError(message);
    }
  };

  return (
    <div className={styles.test}>
      <Group gap="xs" align="flex-end" wrap="wrap">
        <TextInput
          label={t("testTo")}
          type={props.kind === "mail" ? "email" : "tel"}
          placeholder={props.kind === "mail" ? "naam@voorbeeld.nl" : "+31612345678"}
          value={to}
          error={error}
          onChange={(event) => setTo(event.currentTarget.value)}
          style={{ flex: "1 1 220px" }}
        />
        <Button
          variant="default"
          leftSection={<IconSend size={16} />}
          loading={act.isPending}
          disabled={props.unsaved || to.trim() === ""}
          onClick={() => void run()}
        >
          {t(props.kind === "mail" ? "testMail" : "testSms")}
        </Button>
      </Group>
      <TestOutcome
        unsaved={props.unsaved}
        found={outcome && { works: outcome.outcome === "sent", message: outcome.message }}
      />
    </div>
  );
}
