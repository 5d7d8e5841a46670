/** What dated agreements share on the screen: from when until when they hold, and taking away one that is still to come. */

import { ActionIcon } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { TextKey } from "../../../ground/kernel/texts.ts";
import { labelled } from "../../../ground/platform/web/content/texts.web.ts";
import { dateText, Status } from "../../../ground/platform/web/content/values.web.tsx";
import { confirm } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct } from "../../../ground/platform/web/http/api.web.ts";
import { Guard } from "../../../ground/platform/web/pages/current-user.web.tsx";
import type { Column } from "../../../ground/platform/web/table/table.web.tsx";
import type { detailTexts } from "../record/details.texts.ts";
import { detailKey, useDetailTexts } from "../texts.web.ts";
import type { dropCommission, dropTerms, listCommissions, listTerms } from "./agreements.contract.ts";

interface Dated {
  readonly id: number;
  readonly validFrom: string;
  readonly validUntil: string | null;
  readonly state: "past" | "current" | "future";
}

const tones = { past: "neutral", current: "good", future: "accent" } as const;

export const datedColumns = <Row extends Dated>(t: (key: TextKey<typeof detailTexts>) => string): Column<Row>[] => [
  { key: "validFrom", label: t("validFrom"), as: "date" },
  { key: "validUntil", label: t("validUntil"), as: "date" },
  {
    key: "state",
    label: t("state"),
    text: (_value, row) => t(detailKey("state", row.state)),
    formatter: (_value, row) => <Status tone={tones[row.state]}>{t(detailKey("state", row.state))}</Status>,
  },
];

/** Takes away a row that has not begun; for one that has there is nothing to press. */
export function DropDated(props: {
  clientId: number;
  row: Dated;
  call: typeof dropTerms | typeof dropCommission;
  list: typeof listTerms | typeof listCommissions;
}): ReactNode {
  const t = useDetailTexts();
  const { clientId, row } = props;
  const drop = useAct(props.call, { invalidates: [props.list] });
  if (row.state !== "future") return null;
  const remove = async (): Promise<void> => {
    const question = t("dropQuestion", { date: dateText(row.validFrom) });
    const sure = await confirm(question, { title: t("dropTitle"), yes: t("remove"), danger: true });
    if (sure && (await drop.run({ params: { id: clientId, rowId: row.id } }))) {
      notify({ message: t("agreementRemoved"), variant: "success" });
    }
  };
  return (
    <Guard who={props.call.who}>
      <ActionIcon
        variant="subtle"
        color="red"
        aria-label={labelled(t("dropTitle"), dateText(row.validFrom))}
        onClick={() => void remove()}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </Guard>
  );
}
