/** The workflow version of a file, and moving it to the live one: its step and date before and after. */
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { listLogs } from "../../../cases/logs/logs.contract.ts";
import type { BodyOf, ReplyOf } from "../../../ground/kernel/contract.ts";
import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { dateText } from "../../../ground/platform/web/content/values.web.tsx";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { RadioField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { Form, TextareaField, useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { useMay } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { Loaded } from "../../../ground/platform/web/pages/page.web.tsx";
import { type FileWorkflow, moveFileVersion, readFileVersion, readFileWorkflow } from "../workflows.contract.ts";
import styles from "../workflows.module.css";
import type { panelTexts } from "./panel.texts.ts";

const usePanelTexts = () => useTexts<typeof panelTexts>("workflow-panel");

interface Props {
  readonly fileId: number;
  readonly place: FileWorkflow;
  readonly onChanged?: () => void;
}

/** Said only where it matters: the file is on an older version. */
export function OnVersion(props: Props): ReactNode {
  const t = usePanelTexts();
  const may = useMay(moveFileVersion);
  const { workflow } = props.place;
  if (workflow === null || workflow.version === workflow.newest) return null;
  const numbers = { version: String(workflow.version), newest: String(workflow.newest) };
  const open = (): void => {
    openModal({ title: t("toNewest", numbers) }, (close) => <Move {...props} close={close} />);
  };
  return (
    <p className={styles.note}>
      {t("onVersion", numbers)}{" "}
      {may && (
        <Button size="compact-xs" variant="subtle" onClick={open}>
          {t("toNewest", numbers)}
        </Button>
      )}
    </p>
  );
}

type Closing = Props & { readonly close: () => void };

function Move(props: Closing): ReactNode {
  const seen = useCall(readFileVersion, { params: { id: props.fileId } });
  return (
    <Loaded of={seen} shape="form">
      {(data) => <MoveForm {...props} seen={data} />}
    </Loaded>
  );
}

function MoveForm({ fileId, onChanged, close, seen }: Closing & { seen: ReplyOf<typeof readFileVersion> }): ReactNode {
  const t = usePanelTexts();
  const { before, after, keepable, passed, underWay } = seen;
  const dates = keepable === null ? "new" : "keep";
  const form = useCallForm(moveFileVersion, { dates, reason: "", version: seen.version });
  const move = useAct(moveFileVersion, { invalidates: [readFileWorkflow, listLogs] });
  const save = async (body: BodyOf<typeof moveFileVersion>): Promise<void> => {
    await move.mutateAsync({ params: { id: fileId }, body });
    notify({ message: t("movedVersion"), variant: "success" });
    onChanged?.();
  };
  const stepLabel = (awaited: typeof before): string =>
    awaited === null
      ? t("noStepLeft")
      : [awaited.name, awaited.on === null ? "" : dateText(awaited.on)].join(" ").trim();
  const label = t("toNewest", { newest: String(seen.to) });
  const fresh = after?.on ? dateText(after.on) : t("unknownDate");
  const choices = [
    ...(keepable === null ? [] : [{ value: "keep", label: t("keepsDate", { date: dateText(keepable) }) }]),
    { value: "new", label: t("newDate", { date: fresh }) },
  ];
  if (underWay !== null) return <p role="status">{underWay}</p>;
  return (
    <Form form={form} label={label} onSave={save} onSaved={close} onCancel={close} submit={label}>
      <p className={styles.note}>
        {t("waitsNow", { step: stepLabel(before) })}
        <br />
        {t("waitsThen", { step: stepLabel(after) })}
        {passed.length > 0 && <br />}
        {passed.length > 0 && t("passes", { steps: passed.join(", ") })}
      </p>
      <RadioField name="dates" label={t("dates")} required options={choices} />
      <TextareaField name="reason" label={t("reason")} required rows={2} maxLength={500} />
    </Form>
  );
}
