/** The next step of a file: what, when and why then; and whether the law lets it be done now. */
import { Button, Group, Select } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useAct, useCall } from "../platform/web/api.web.ts";
import { confirm } from "../platform/web/dialogs.web.tsx";
import { useMay } from "../platform/web/me.web.tsx";
import { notify } from "../platform/web/notify.web.tsx";
import { Facts, Loaded, Section } from "../platform/web/page.web.tsx";
import { DateText, dateText, Status } from "../platform/web/show.web.tsx";
import { useTexts } from "../platform/web/texts.web.ts";
import { doStep, readStep, type StepNow } from "../processing/processing.contract.ts";
import { type FileWorkflow, readFileWorkflow } from "../workflows/workflows.contract.ts";
import styles from "./file-page.module.css";
import type { filePageTexts } from "./file-page.texts.ts";
import { Reasons } from "./reasons.web.tsx";

const usePageTexts = () => useTexts<typeof filePageTexts>("file-page");

/** What a step by hand may have come to. */
const outcomes = ["done", "reached", "not_reached", "approved"] as const;
type Outcome = (typeof outcomes)[number];

export function NextStepPanel({ fileId, onDone }: { fileId: number; onDone: () => void }): ReactNode {
  const t = usePageTexts();
  const place = useCall(readFileWorkflow, { params: { id: fileId } });
  const mayStep = useMay(readStep);
  const step = useCall(readStep, { params: { id: fileId } }, { enabled: mayStep });
  return (
    <Section title={t("nextStep")} id="next-step" aside={place.data?.workflow?.name}>
      <Loaded of={place}>
        {({ next, stoppedOn }) => (
          <>
            {stoppedOn !== null && (
              <p className={styles.note}>
                <Status tone="warn">{t("standingStill", { date: dateText(stoppedOn) })}</Status>
              </p>
            )}
            {next === null ? <p className={styles.note}>{t("noStep")}</p> : <StepFacts next={next} />}
          </>
        )}
      </Loaded>
      {step.data && step.data.name !== null && <Gate step={step.data} fileId={fileId} onDone={onDone} />}
    </Section>
  );
}

function StepFacts({ next }: { next: NonNullable<FileWorkflow["next"]> }): ReactNode {
  const t = usePageTexts();
  const anchored = t(`anchor_${next.anchor}`, {
    days: next.offsetDays,
    date: next.anchoredOn === null ? "–" : dateText(next.anchoredOn),
  });
  const why = [anchored, ...next.moved].join("; ");
  return (
    <Facts
      items={[
        [t("step"), next.name],
        [t("due"), <DateText key="due" value={next.dueOn} />],
        [t("whyThen"), why],
      ]}
    />
  );
}

/** The law gate's answer: the rule, its article and the first date on which the step becomes possible. */
function Gate({ step, fileId, onDone }: { step: StepNow; fileId: number; onDone: () => void }): ReactNode {
  const t = usePageTexts();
  const may = useMay(doStep);
  const [outcome, setOutcome] = useState<Outcome>("done");
  const act = useAct(doStep, { onSuccess: onDone });
  const allowed = step.verdict === "do";
  const name = step.name ?? "";
  const run = async (): Promise<void> => {
    if (!(await confirm(t("doStepConfirm", { step: name }), { yes: t("doStep") }))) return;
    const body = { position: step.position, ...(step.byHand ? { outcome } : {}) };
    if (await act.run({ params: { id: fileId }, body })) {
      notify({ message: t("stepDone", { step: name }), variant: "success" });
    }
  };
  return (
    <Reasons allowed={allowed} title={t(allowed ? "allowed" : "refused")} reasons={allowed ? [] : step.reasons}>
      {allowed && may && (
        <Group gap="xs" mt={6}>
          {step.byHand && (
            <Select
              size="xs"
              aria-label={t("outcome")}
              data={outcomes.map((value) => ({ value, label: t(`outcome_${value}`) }))}
              value={outcome}
              allowDeselect={false}
              onChange={(value) => setOutcome(outcomes.find((known) => known === value) ?? "done")}
            />
          )}
          <Button size="compact-sm" variant="default" onClick={() => void run()} loading={act.isPending}>
            {t("doStep")}
          </Button>
        </Group>
      )}
    </Reasons>
  );
}
