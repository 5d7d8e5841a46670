/** "Open the mailbox" under the settings of mails that come back, with what came of it. */
import { Button } from "@mantine/core";
import { IconMailbox } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { ReplyOf } from "../kernel/contract.ts";
import { useAct } from "../platform/web/http/api.web.ts";
import { useSettingsTexts } from "./field.web.tsx";
import { checkBounces } from "./settings.contract.ts";
import styles from "./settings.module.css";
import { TestOutcome } from "./test-outcome.web.tsx";

/** `unsaved`: the form holds changes that this would not look at. */
export function BounceCheck({ unsaved }: { unsaved: boolean }): ReactNode {
  const t = useSettingsTexts();
  const [found, setFound] = useState<ReplyOf<typeof checkBounces> | undefined>();
  const check = useAct(checkBounces);
  return (
    <div className={styles.test}>
      <Button
        variant="default"
        leftSection={<IconMailbox size={16} />}
        loading={check.isPending}
        disabled={unsaved}
        onClick={async () => setFound(await check.run({ body: {} }))}
      >
        {t("checkBounces")}
      </Button>
      <TestOutcome unsaved={unsaved} found={found && { works: found.outcome === "works", message: found.message }} />
    </div>
  );
}
