/**
 * What could not be sent for want of a connection is sent once it is back, as long as its form stands there as it was; the transport sees to it
 * that it happens once. Who has typed on meanwhile is asked, because half a word is not what was meant.
 */
import { Alert, Button, Group } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { usePlatformTexts } from "../../content/texts.web.ts";
import { whenReachable } from "../../http/transport.web.ts";
import type { FormOf } from "./context.web.ts";

/** `waiting`: is sent when the connection is back; `offered`: it is back, and what stands in the form is no longer what was to be sent. */
export type UnsentState = "waiting" | "offered";

/** Keeps what a form could not send, and sends it when the server is there again. */
export function useUnsent(form: FormOf<object, unknown>, send: () => void) {
  const [state, setState] = useState<UnsentState | undefined>();
  const latest = useRef(send);
  latest.current = send;
  // Counts what was kept: a form that is gone, or was sent by hand meanwhile, sends nothing.
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current += 1;
    },
    [],
  );
  const settle = (): void => {
    turn.current += 1;
    setState(undefined);
  };
  const keep = (values: object, onReturn: () => void): void => {
    turn.current += 1;
    const own = turn.current;
    const before = JSON.stringify(values);
    setState("waiting");
    void whenReachable().then((wasAway) => {
      if (own !== turn.current) return;
      // The server was there all the time: what went wrong is told already, and nobody knows whether it would go better now.
      if (!wasAway) return settle();
      onReturn();
      if (JSON.stringify(form.getValues()) === before) latest.current();
      else setState("offered");
    });
  };
  return { state, keep, settle };
}

/** Says that what was to be saved is sent by itself, or offers it. */
export function Unsent({ state, busy }: { state: UnsentState; busy: boolean }): ReactNode {
  const t = usePlatformTexts();
  return (
    <Alert color="yellow" role="status" variant="light">
      {state === "waiting" ? (
        t("sentOnReturn")
      ) : (
        <Group justify="space-between" gap="sm">
          <span>{t("backAgain")}</span>
          <Button type="submit" size="compact-sm" variant="default" loading={busy}>
            {t("sendAgain")}
          </Button>
        </Group>
      )}
    </Alert>
  );
}
