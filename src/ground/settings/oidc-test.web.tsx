/** Under the OpenID provider: the addresses to register there, and "try the connection". */
import { Alert, Button, Code, Text } from "@mantine/core";
import { IconAlertCircle, IconCircleCheck, IconPlugConnected } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { ReplyOf } from "../kernel/contract.ts";
import { ApiError, showError, useAct } from "../platform/web/http/api.web.ts";
import { useSettingsTexts } from "./field.web.tsx";
import { testOidc } from "./settings.contract.ts";
import styles from "./settings.module.css";

/** `unsaved`: the form holds changes that the test would not use. */
export function OidcTest(props: { unsaved: boolean; address: string; left: string }): ReactNode {
  const t = useSettingsTexts();
  const [found, setFound] = useState<{ readonly works: boolean; readonly message: string } | undefined>();
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
      {props.unsaved && (
        <Text size="xs" c="dimmed" mt={4}>
          {t("testSaveFirst")}
        </Text>
      )}
      {found && (
        <Alert
          mt="xs"
          variant="light"
          role="status"
          color={found.works ? "teal" : "red"}
          icon={found.works ? <IconCircleCheck size={18} aria-hidden /> : <IconAlertCircle size={18} aria-hidden />}
        >
          {found.message}
        </Alert>
      )}
    </div>
  );
}
