/** One check of an address: how its state shows, and what can be done with it. */

import { ActionIcon, Button, Group } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { HistoryButton } from "../../ground/platform/web/content/history.web.tsx";
import { labelled } from "../../ground/platform/web/content/texts.web.ts";
import type { Tone } from "../../ground/platform/web/content/values.web.tsx";
import { confirm, openModal } from "../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../ground/platform/web/feedback/notify.web.tsx";
import { useAct } from "../../ground/platform/web/http/api.web.ts";
import { AnswerForm } from "./forms.web.tsx";
import { type CheckRow, cancelCheck } from "./surveillance.contract.ts";
import { useSurveillanceTexts } from "./texts.web.ts";

export const tones: Readonly<Record<CheckRow["state"], Tone>> = {
  open: "warn",
  sent: "accent",
  done: "good",
  cancelled: "neutral",
};

export const isRunning = ({ state }: CheckRow): boolean => state === "open" || state === "sent";

/** What can be done with a check. `today` is the server's day. */
export function CheckActs(props: { check: CheckRow; today: string; onDone: () => void }): ReactNode {
  const { check: row, today, onDone } = props;
  const t = useSurveillanceTexts();
  const cancel = useAct(cancelCheck);
  const takeOff = async (): Promise<void> => {
    const sure = await confirm(t("cancelQuestion", { name: row.debtorName }), { title: t("cancel"), yes: t("cancel") });
    if (!sure || !(await cancel.run({ params: { id: row.id }, body: { version: row.version } }))) return;
    onDone();
    notify({ message: t("cancelled"), variant: "success" });
  };
  return (
    <Group gap={4} wrap="nowrap">
      <HistoryButton compact subject="address_check" subjectId={row.id} name={row.debtorName} />
      {isRunning(row) && (
        <>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={labelled(t("answer"), row.debtorName)}
            onClick={() =>
              openModal({ title: t("answer"), size: "lg" }, (close) => (
                <AnswerForm check={row} today={today} close={close} onDone={onDone} />
              ))
            }
          >
            {t("result")}
          </Button>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            title={t("cancel")}
            aria-label={labelled(t("cancel"), row.debtorName)}
            onClick={() => void takeOff()}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </>
      )}
    </Group>
  );
}
