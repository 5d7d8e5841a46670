/** Under the OpenID provider: the addresses to register there, and "try the connection". */
import { Button, Code, Text } from "@mantine/core";
import { IconPlugConnected } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { ReplyOf } from "../kernel/contract.ts";
import { ApiError, showError, useAct } from "../platform/web/http/api.web.ts";
import { useSettingsTexts } from "./field.web.tsx";
import { testOidc } from "./settings.contract.ts";
import styles from "./settings.module.css";
import { type TestFound, TestOutcome } from "./test-outcome.web.tsx";

/** `unsaved`: the form holds changes that the test would not use. */
export function OidcTest(props: { unsaved: boolean; address: string; left: string }): ReactNode {
  const t = useSettingsTexts();
  const [found, setFound] = useState<TestFound | undefined>();
  const act = useAct(testOidc);
  const run = async (): Promise<void> => {
    setFound(undefined);
    try {
      const { outcome, message }: ReplyOf<typeof testOidc> = await act.mutateAsync({ body: {} });
      setFound({ works: outcome === "works", message });
    } catch (failed) {
      const message = failed instanceof ApiError ? failed.errors.common?.[0] : undefined;
      if (message === undefined) showError(failed);
      else setFound({ works: false, message });
    }
  };
  return (
    <div className={styles.test}>
      <Text size="sm" mb="xs">
        {t("oidcReturn")} <Code>{props.address}</Code>
      </Text>
      <Text size="sm" mb="xs">
        {t("oidcLeft")} <Code>{props.left}</Code>
      </Text>
      <Button
        variant="default"
        leftSection={<IconPlugConnected size={16} aria-hidden />}
        loading={act.isPending}
        disabled={props.unsaved}
        onClick={() => void run()}
      >
        {t("testOidc")}
      </Button>
      <TestOutcome unsaved={props.unsaved} found={found} />
    </div>
  );
}
