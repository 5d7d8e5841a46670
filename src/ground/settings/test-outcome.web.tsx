/** Below the button of a test: why it cannot be pressed, and what came of it. */
import { Alert, Text } from "@mantine/core";
import { IconAlertCircle, IconCircleCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useSettingsTexts } from "./field.web.tsx";

export interface TestFound {
  readonly works: boolean;
  readonly message: string;
}

/** `unsaved`: the form holds changes that the test would not use. */
export function TestOutcome({ unsaved, found }: { unsaved: boolean; found: TestFound | undefined }): ReactNode {
  const t = useSettingsTexts();
  return (
    <>
      {unsaved && (
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
    </>
  );
}
