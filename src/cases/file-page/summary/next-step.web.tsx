/** The next step of a file: what, when and why then; and whether the law allows it now. */
import { Button, Group, Select } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { joined, useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { DateText, dateText, Status } from "../../../ground/platform/web/content/values.web.tsx";
import { confirm } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { useMay } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { Facts, Loaded, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { Reasons } from "../../../law/rules/rules.web.tsx";
import { doStep, readStep, type StepNow } from "../../../letters/processing/processing.contract.ts";
import { type FileWorkflow, readFileWorkflow } from "../../../letters/workflows/workflows.contract.ts";
import styles from "../file-page.module.css";
import type { filePageTexts } from "../file-page.texts.ts";
import { stepDayText } from "./step-day.ts";

const usePageTexts = () => useTexts<typeof filePageTexts>("file-page");

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
            {next !== null && <StepFacts next={next} />}
            {next === null && step.data?.verdict !== "close" && <p className={styles.note}>{t("noStep")}</p>}
          </>
        )}
      </Loaded>
      {step.data?.verdict === "close" && <p className={styles.note}>{t("nothingOwed")}</p>}
      {step.data && step.data.verdict !== "close" && step.data.name !== null && (
        <Gate step={step.data} fileId={fileId} onDone={onDone} />
      )}
    </Section>
  );
}

function StepFacts({ next }: { next: NonNullable<FileWorkflow["next"]> }): ReactNode {
  const t = usePageTexts();
  const date = next.anchoredOn === null ? "–" : dateText(next.anchoredOn);
  const why = joined([t(stepDayText(next), { days: Math.abs(next.offsetDays), date }), ...next.moved]);
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
  const [chosen, setOutcome] = useState<string | null>(null);
  const { outcomes } = step;
  const outcome = outcomes.find((known) => known === chosen) ?? outcomes[0];
  const act = useAct(doStep, { onSuccess: onDone });
  // A run leaves what a person does; the person may do it wherever nothing else stands against it.
  const isByHand = step.verdict === "wait" && step.byHand && step.reasons.every(({ rule }) => rule === "byHand");
  const allowed = step.verdict === "do" || isByHand;
  const title = t(isByHand ? "allowedByHand" : allowed ? "allowed" : "refused");
  const name = step.name ?? "";
  const outcomeText = (value: (typeof outcomes)[number]): string =>
    value === "not_reached" && step.channel !== "call" ? t("outcome_unconfirmed") : t(`outcome_${value}`);
  const run = async (): Promise<void> => {
    if (!(await confirm(t("doStepConfirm", { step: name }), { yes: t("doStep") }))) return;
    const body = { position: step.position, ...(outcome === undefined ? {} : { outcome }) };
    if (await act.run({ params: { id: fileId }, body })) {
      notify({ message: t("stepDone", { step: name }), variant: "success" });
    }
  };
  return (
    <Reasons allowed={allowed} title={title} reasons={allowed ? [] : step.reasons}>
      {allowed && may && (
        <Group gap="xs" mt={6}>
          {outcomes.length > 1 && (
            <Select
              size="xs"
              aria-label={t("outcome")}
              data={outcomes.map((value) => ({ value, label: outcomeText(value) }))}
              value={outcome ?? null}
              allowDeselect={false}
              onChange={setOutcome}
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
