/** Champion and challenger: a draft tried on a share of new files, its result, and the decision. */
import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { useLanguage } from "../../../ground/platform/web/content/texts.web.ts";
import { dateText, Status, type Tone } from "../../../ground/platform/web/content/values.web.tsx";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { Form, NumberField, TextareaField, useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { formatNumber } from "../../../ground/platform/web/inputs/format.ts";
import { HorizontalScroll, Loaded, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import styles from "../versions/picture.module.css";
import { useTrialTexts } from "../versions/texts.web.ts";
import { type DrawnWorkflow, listWorkflowVersions, readWorkflow } from "../versions/versions.contract.ts";
import { listWorkflows } from "../workflows.contract.ts";
import { type AbTest, endAbTest, readAbTests, startAbTest } from "./ab-tests.contract.ts";
import { filesNeeded } from "./comparison.ts";

const stale = [readAbTests, readWorkflow, listWorkflowVersions, listWorkflows] as const;

export function StartAbTest({ drawn }: { drawn: DrawnWorkflow }): ReactNode {
  const t = useTrialTexts();
  const open = (): void => {
    openModal({ title: t("start") }, (close) => <StartForm drawn={drawn} close={close} />);
  };
  return (
    <Button variant="default" onClick={open}>
      {t("start")}
    </Button>
  );
}

function StartForm({ drawn, close }: { drawn: DrawnWorkflow; close: () => void }): ReactNode {
  const t = useTrialTexts();
  const language = useLanguage();
  const known = useCall(readAbTests, { params: { workflow: drawn.id } });
  const usual = known.data?.usual ?? null;
  const form = useCallForm(startAbTest, {
    ...{ share: 20, days: 90, baseline: 30, difference: 5, reason: "", version: drawn.version },
  });
  const start = useAct(startAbTest, { invalidates: stale });
  const { share, baseline, difference } = form.getValues();
  const plan = { share: Number(share), baseline: Number(baseline), difference: Number(difference) };
  const isWhole = Object.values(plan).every((value) => Number.isInteger(value) && value > 0);
  const needed = isWhole && plan.share <= 50 && plan.baseline + plan.difference <= 99 ? filesNeeded(plan) : null;
  const save = async (body: BodyOf<typeof startAbTest>): Promise<void> => {
    await start.mutateAsync({ params: { workflow: drawn.id }, body });
    notify({ message: t("started"), variant: "success" });
  };
  return (
    <Form form={form} label={t("start")} onSave={save} onSaved={close} onCancel={close} submit={t("start")}>
      <p className={styles.note}>{t("hint")}</p>
      <NumberField name="share" label={t("share")} required />
      <NumberField name="days" label={t("days")} required />
      <NumberField
        name="baseline"
        label={t("baseline")}
        required
        {...(usual !== null && { description: t("usual", { share: usual }) })}
      />
      <NumberField name="difference" label={t("difference")} required />
      {needed && (
        <p className={styles.note} role="status">
          {t("needed", {
            champion: formatNumber(needed.champion, language),
            challenger: formatNumber(needed.challenger, language),
          })}
        </p>
      )}
      <TextareaField name="reason" label={t("reason")} required rows={2} maxLength={1000} />
    </Form>
  );
}

export function AbTests({ workflow }: { workflow: number }): ReactNode {
  const t = useTrialTexts();
  const list = useCall(readAbTests, { params: { workflow } });
  return (
    <Section title={t("title")}>
      <p className={styles.note}>{t("hint")}</p>
      <Loaded of={list}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={styles.note}>{t("none")}</p>
          ) : (
            items.map((trial) => <OneTrial key={trial.id} workflow={workflow} trial={trial} />)
          )
        }
      </Loaded>
    </Section>
  );
}

const tones: Record<AbTest["state"], Tone> = { running: "accent", promoted: "good", stopped: "neutral" };

function OneTrial({ workflow, trial }: { workflow: number; trial: AbTest }): ReactNode {
  const t = useTrialTexts();
  const { share, days, difference, baseline } = trial;
  return (
    <article>
      <p className={styles.note}>
        <Status tone={tones[trial.state]}>{t(`state_${trial.state}`)}</Status> {dateText(trial.startedAt)}{" "}
        {trial.startedBy} · {t("plan", { share, days, baseline, target: baseline + difference })} {trial.reason}
      </p>
      <Figures trial={trial} />
      <Finding trial={trial} />
      {trial.endedAt !== null && (
        <p className={styles.note}>
          {dateText(trial.endedAt)} {trial.endedBy}: {trial.endReason}
        </p>
      )}
      {trial.state === "running" && <Ends workflow={workflow} trial={trial} />}
    </article>
  );
}

function Figures({ trial }: { trial: AbTest }): ReactNode {
  const t = useTrialTexts();
  const language = useLanguage();
  const number = (value: number): string => formatNumber(value, language);
  return (
    <HorizontalScroll label={t("title")}>
      <table className={styles.figures}>
        <thead>
          <tr>
            <th scope="col">{t("arm")}</th>
            <th scope="col">{t("files")}</th>
            <th scope="col">{t("disputed")}</th>
            <th scope="col">{t("paid")}</th>
          </tr>
        </thead>
        <tbody>
          {trial.arms.map((one) => (
            <tr key={one.arm}>
              <th scope="row">{t(`arm_${one.arm}`, { number: String(one.number) })}</th>
              <td>{t("ofNeeded", { files: number(one.files), needed: number(one.needed) })}</td>
              <td>{number(one.disputed)}</td>
              <td>
                {one.paid === null || !one.compared
                  ? t("waiting")
                  : `${number(one.paid)} / ${number(one.compared)} (${number(Math.round((1000 * one.paid) / one.compared) / 10)} %)`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </HorizontalScroll>
  );
}

const findingTones: Record<NonNullable<AbTest["result"]>["finding"], Tone> = {
  better: "good",
  worse: "bad",
  none: "neutral",
  tooFew: "warn",
  split: "bad",
};

function Finding({ trial: { result, readableOn } }: { trial: AbTest }): ReactNode {
  const t = useTrialTexts();
  const language = useLanguage();
  if (result === null)
    return (
      <p className={styles.note} role="status">
        {readableOn === null ? t("tooEarly") : t("readableOn", { date: dateText(readableOn) })}
      </p>
    );
  const { finding } = result;
  const points = (value: number): string => formatNumber(Math.round(10 * value) / 10, language);
  const size = finding === "worse" ? -result.difference : result.difference;
  const values = { difference: points(size), from: points(result.from), to: points(result.to) };
  return (
    <>
      <p className={styles.note} role="status">
        <Status tone={findingTones[finding]}>{t(`found_${finding}`, values)}</Status>
      </p>
      <p className={styles.hint}>{t("method")}</p>
    </>
  );
}

function Ends({ workflow, trial }: { workflow: number; trial: AbTest }): ReactNode {
  const t = useTrialTexts();
  const open = (promote: boolean): void => {
    const title = t(promote ? "promote" : "stop");
    openModal({ title }, (close) => <EndForm workflow={workflow} trial={trial} promote={promote} close={close} />);
  };
  return (
    <Group gap="sm" mb="lg">
      <Button size="xs" variant="default" onClick={() => open(false)}>
        {t("stop")}
      </Button>
      <Button size="xs" variant={trial.result?.finding === "better" ? "filled" : "default"} onClick={() => open(true)}>
        {t("promote")}
      </Button>
    </Group>
  );
}

interface Ending {
  readonly workflow: number;
  readonly trial: AbTest;
  readonly promote: boolean;
  readonly close: () => void;
}

function EndForm({ workflow, trial, promote, close }: Ending): ReactNode {
  const t = useTrialTexts();
  const form = useCallForm(endAbTest, { promote, reason: "", version: trial.version });
  const end = useAct(endAbTest, { invalidates: stale });
  const save = async (body: BodyOf<typeof endAbTest>): Promise<void> => {
    await end.mutateAsync({ params: { workflow, id: trial.id }, body });
    notify({ message: t("ended"), variant: "success" });
  };
  const title = t(promote ? "promote" : "stop");
  return (
    <Form form={form} label={title} onSave={save} onSaved={close} onCancel={close} submit={title}>
      {promote && trial.result === null && <p className={styles.note}>{t("tooEarlyHint")}</p>}
      <p className={styles.note}>{t("endHint")}</p>
      <TextareaField name="reason" label={t("endReason")} required rows={2} maxLength={1000} autoFocus />
    </Form>
  );
}
