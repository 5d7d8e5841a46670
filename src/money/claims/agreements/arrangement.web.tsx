/** The state of an arrangement: its terms, what was received for each, and the possible actions. */
import { ActionIcon, Button, Group, Text } from "@mantine/core";
import { IconCalendarOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { labelled, textOf } from "../../../ground/platform/web/content/texts.web.ts";
import { DateText, dateText, Money, Status, type Tone } from "../../../ground/platform/web/content/values.web.tsx";
import { confirm, openModal, promptText } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct } from "../../../ground/platform/web/http/api.web.ts";
import { DateField } from "../../../ground/platform/web/inputs/dates.web.tsx";
import { Form, TextareaField, useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { useMay } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { HorizontalScroll } from "../../../ground/platform/web/pages/page.web.tsx";
import { useClaimTexts } from "../bookings/bookings.web.tsx";
import styles from "../claims.module.css";
import type { ArrangementRow } from "../engine/statement.contract.ts";
import { changeArrangement } from "./agreements.contract.ts";
import { type ArrangementTarget, agreementReads, useAgreementTexts } from "./arrangement-form.web.tsx";
import { DecideSettlement, RecalculateSettlement, SettlementNote, useSettlementTexts } from "./settlement.web.tsx";

const arrangementTones: Readonly<Record<ArrangementRow["status"], Tone>> = {
  proposed: "neutral",
  active: "accent",
  paused: "warn",
  completed: "good",
  broken: "bad",
  cancelled: "neutral",
};
const termTones: Readonly<Record<ArrangementRow["terms"][number]["status"], Tone>> = {
  expected: "neutral",
  received: "good",
  partial: "warn",
  late: "warn",
  missed: "bad",
  waived: "neutral",
};

export interface ArrangementProps {
  readonly target: ArrangementTarget;
  readonly arrangement: ArrangementRow;
  /** Whether the reader may decide on it; users of a client only read. */
  readonly decides: boolean;
}

type Action = "activate" | "pause" | "resume" | "break" | "cancel" | "waive";
interface Detail {
  readonly reason?: string;
  readonly term?: number;
  readonly until?: string;
}
type Run = (action: Action, detail?: Detail) => Promise<void>;

/** Changes the arrangement in the version that was shown. */
function useChange({ target, arrangement }: ArrangementProps): Run {
  const a = useAgreementTexts();
  const change = useAct(changeArrangement, { invalidates: agreementReads });
  return async (action, detail = {}) => {
    const params = { id: target.fileId, arrangement: arrangement.id };
    const body = { action, version: arrangement.version, ...detail };
    if (!(await change.run({ params, body }))) return;
    notify({ message: a("changed"), variant: "success" });
    target.onBooked?.();
  };
}

/** One arrangement with its terms and the possible actions. */
export function Arrangement(props: ArrangementProps): ReactNode {
  const { arrangement } = props;
  const t = useClaimTexts();
  const s = useSettlementTexts();
  const run = useChange(props);
  const may = useMay(changeArrangement) && props.decides;
  const { status } = arrangement;
  const summary = (
    <>
      <Status tone={arrangementTones[status]}>{t(`arrangementStatus_${status}`)}</Status>
      {arrangement.kind === "shv" && ` · ${s("settlement")}`}
      {" · "}
      <Money cents={arrangement.total} />
      {" · "}
      {t(`frequency_${arrangement.frequency}`)}
      {" · "}
      {t(`withInterest_${arrangement.interest}`)}
    </>
  );
  if (status !== "proposed" && status !== "active" && status !== "paused") {
    return (
      <details className={styles.ended}>
        <summary>{summary}</summary>
        <Terms terms={arrangement.terms} />
      </details>
    );
  }
  return (
    <div>
      <Group justify="space-between" gap="xs" mb={4}>
        <Text size="sm">{summary}</Text>
        {arrangement.kind === "shv" && status === "proposed" ? (
          <DecideSettlement target={props.target} arrangement={arrangement} />
        ) : (
          may && (
            <Group gap={4}>
              {arrangement.kind === "shv" && status === "active" && (
                <RecalculateSettlement target={props.target} arrangement={arrangement} />
              )}
              <Actions arrangement={arrangement} run={run} />
            </Group>
          )
        )}
      </Group>
      {arrangement.kind === "shv" ? <SettlementNote arrangement={arrangement} /> : <Note arrangement={arrangement} />}
      <Terms terms={arrangement.terms} onWaive={may && status !== "proposed" ? run : undefined} />
    </div>
  );
}

function Note({ arrangement }: { arrangement: ArrangementRow }): ReactNode {
  const a = useAgreementTexts();
  const { status, pausedOn, pausedUntil } = arrangement;
  if (status === "proposed") return <p className={styles.note}>{a("waits")}</p>;
  if (pausedOn === null) return null;
  const date = dateText(pausedOn);
  return (
    <p className={styles.note}>
      {pausedUntil === null ? a("pausedSince", { date }) : a("pausedUntil", { date, until: dateText(pausedUntil) })}
    </p>
  );
}

function Actions({ arrangement, run }: { arrangement: ArrangementRow; run: Run }): ReactNode {
  const t = useClaimTexts();
  const a = useAgreementTexts();
  const { status } = arrangement;
  const ask = async (action: "break" | "cancel"): Promise<void> => {
    const breaks = action === "break";
    const yes = breaks ? a("break") : t("cancelArrangement");
    const question = breaks ? a("breakAsk") : t("cancelArrangementAsk");
    if (await confirm(question, { title: t("arrangement"), yes, danger: true })) await run(action);
  };
  const pause = (): void => {
    openModal({ title: textOf("agreements.pauseTitle") }, (close) => <PauseForm run={run} close={close} />);
  };
  return (
    <Group gap={4}>
      {status === "proposed" && <Allow run={run} />}
      {status === "active" && (
        <Button size="compact-xs" variant="default" onClick={pause}>
          {a("pause")}
        </Button>
      )}
      {status === "paused" && (
        <Button size="compact-xs" variant="default" onClick={() => void run("resume")}>
          {a("resume")}
        </Button>
      )}
      {status !== "proposed" && (
        <Button size="compact-xs" variant="subtle" color="red" onClick={() => void ask("break")}>
          {a("break")}
        </Button>
      )}
      <Button size="compact-xs" variant="subtle" color="red" onClick={() => void ask("cancel")}>
        {status === "proposed" ? a("reject") : t("cancelArrangement")}
      </Button>
    </Group>
  );
}

/** Approves a proposal. Beyond the client's limits the server asks for a reason, which can be entered at once. */
function Allow({ run }: { run: Run }): ReactNode {
  const a = useAgreementTexts();
  const allow = async (): Promise<void> => {
    const reason = await promptText(a("beyondReason"), { title: a("allow"), yes: a("allow") });
    if (reason !== undefined) await run("activate", { reason: reason.trim().slice(0, 200) });
  };
  return (
    <Button size="compact-xs" variant="default" onClick={() => void allow()}>
      {a("allow")}
    </Button>
  );
}

function PauseForm({ run, close }: { run: Run; close: () => void }): ReactNode {
  const a = useAgreementTexts();
  const form = useCallForm(changeArrangement, { until: null, reason: "" });
  const save = ({ until, reason }: typeof form.values): Promise<void> =>
    run("pause", { reason: reason ?? "", ...(until ? { until } : {}) });
  return (
    <Form
      form={form}
      label={a("pauseTitle")}
      onSave={(_body, values) => save(values)}
      onSaved={close}
      onCancel={close}
      submit={a("pause")}
    >
      <DateField form={form} name="until" label={a("pauseUntil")} description={a("pauseHint")} />
      <TextareaField form={form} name="reason" label={a("reason")} rows={2} maxLength={200} />
    </Form>
  );
}

interface TermProps {
  readonly term: ArrangementRow["terms"][number];
  /** Absent if the reader may not waive terms. */
  readonly onWaive: (() => Promise<void>) | undefined;
}

function Term({ term, onWaive }: TermProps): ReactNode {
  const t = useClaimTexts();
  const a = useAgreementTexts();
  return (
    <tr>
      <td>
        <DateText value={term.on} />
      </td>
      <td className={styles.num}>
        <Money cents={term.amount} />
      </td>
      <td>
        <Status tone={termTones[term.status]}>{t(`termStatus_${term.status}`)}</Status>{" "}
        {term.status === "partial" ? <Money cents={term.received} /> : <DateText value={term.receivedOn} />}
      </td>
      {onWaive && (
        <td className={styles.act}>
          {term.status !== "received" && term.status !== "waived" && (
            <ActionIcon
              variant="subtle"
              size="sm"
              aria-label={labelled(a("waive"), dateText(term.on))}
              title={a("waive")}
              onClick={() => void onWaive()}
            >
              <IconCalendarOff size={14} aria-hidden />
            </ActionIcon>
          )}
        </td>
      )}
    </tr>
  );
}

function Terms({ terms, onWaive }: Pick<ArrangementRow, "terms"> & { onWaive?: Run | undefined }): ReactNode {
  const t = useClaimTexts();
  const a = useAgreementTexts();
  const waive = async (term: number): Promise<void> => {
    const spec = { title: a("waive"), yes: a("waive"), required: true };
    const reason = await promptText(a("waiveAsk", { term }), spec);
    if (reason !== undefined) await onWaive?.("waive", { term, reason: reason.trim().slice(0, 200) });
  };
  return (
    <HorizontalScroll label={t("terms")} className={`${styles.scroll} ${styles.terms}`}>
      <table className={styles.table}>
        <caption className="v-hidden">{t("terms")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("date")}</th>
            <th scope="col" className={styles.num}>
              {t("amount")}
            </th>
            <th scope="col">{t("status")}</th>
            {onWaive && (
              <th scope="col" className={styles.act}>
                <span className="v-hidden">{a("waive")}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {terms.map((term, at) => (
            <Term key={`${term.on} ${at}`} term={term} onWaive={onWaive && (() => waive(at + 1))} />
          ))}
        </tbody>
      </table>
    </HorizontalScroll>
  );
}
