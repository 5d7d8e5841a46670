/** The effect of a version of a workflow: by week, by file, and moving files once it is live. */
import { Alert, Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import type { BodyOf } from "../../ground/kernel/contract.ts";
import { labelled, useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { dateText, Status } from "../../ground/platform/web/content/values.web.tsx";
import { openModal } from "../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../ground/platform/web/http/api.web.ts";
import { useMovingCall } from "../../ground/platform/web/http/polling.web.ts";
import { RadioField } from "../../ground/platform/web/inputs/choices.web.tsx";
import { Form, TextareaField, useCallForm } from "../../ground/platform/web/inputs/form.web.tsx";
import { Link, useAddressQuery, useIdParam } from "../../ground/platform/web/pages/links.web.tsx";
import { HorizontalScroll, Loaded, Page, Section } from "../../ground/platform/web/pages/page.web.tsx";
import { WorkNotice } from "../../ground/platform/web/work.web.tsx";
import { readWorkflow, workflowScreen } from "../workflows/workflows.contract.ts";
import { dateChoices } from "../workflows/workflows.ts";
import { type Figure, Files, useFigure, useFigureText } from "./files.web.tsx";
import { Replay } from "./replay/replay.web.tsx";
import { latestWhatIf, listWhatIfRows, moveFiles, requestWhatIf, type WhatIf } from "./what-if.contract.ts";
import styles from "./what-if.module.css";
import type { whatIfTexts } from "./what-if.texts.ts";
import { type Count, figures, noCount, type Outcome, weeksAhead } from "./what-if.ts";

const useWhatIfTexts = () => useTexts<typeof whatIfTexts>("what-if");
const watchMillis = 2000;
const isMoving = ({ state }: WhatIf): boolean => state === "judging" || state === "moving";

export function WhatIfPage(): ReactNode {
  const t = useWhatIfTexts();
  const workflow = useIdParam("workflow");
  const { values } = useAddressQuery();
  const wanted = Number(values.number);
  const number = Number.isSafeInteger(wanted) && wanted > 0 ? wanted : undefined;
  const drawn = useCall(readWorkflow, { params: { workflow }, query: number === undefined ? {} : { number } });
  const list = useMovingCall(latestWhatIf, { params: { workflow } }, watchMillis, ({ items }) => items.some(isMoving));
  const shown = list.data?.items.find(({ toVersion }) => toVersion === drawn.data?.number);
  const ask = useAct(requestWhatIf, { invalidates: [latestWhatIf] });
  const title = drawn.data ? labelled(t("title"), `${drawn.data.code} ${drawn.data.name}`) : t("title");
  const begin = (): void => {
    if (drawn.data) void ask.run({ params: { workflow }, body: { number: drawn.data.number } });
  };
  const isBusy = shown !== undefined && isMoving(shown);
  return (
    <Page
      title={title}
      actions={
        drawn.data && (
          <Button onClick={begin} loading={ask.isPending} disabled={isBusy} variant={shown ? "default" : "filled"}>
            {shown ? t("again") : t("ask", { number: String(drawn.data.number) })}
          </Button>
        )
      }
    >
      <p className={styles.note}>
        <Link to={workflowScreen} params={{ workflow }}>
          {t("back")}
        </Link>
      </p>
      {drawn.data && <p className={styles.note}>{t("version", { number: String(drawn.data.number) })}</p>}
      <Loaded of={list}>
        {() => (shown ? <Judgement key={shown.id} of={shown} isReplaced={ask.isPending} /> : <p>{t("nothing")}</p>)}
      </Loaded>
      {drawn.data && <Replay workflow={workflow} number={drawn.data.number} />}
    </Page>
  );
}

/** @param isReplaced a newer one was just asked for: nothing is moved by this one any more. */
function Judgement({ of, isReplaced }: { of: WhatIf; isReplaced: boolean }): ReactNode {
  const t = useWhatIfTexts();
  const isBusy = isMoving(of);
  const count = { done: of.work?.done ?? 0, total: of.work?.total ?? 0 };
  return (
    <>
      <WorkNotice work={of.work} invalidates={[latestWhatIf]} />
      <p className={styles.note} role="status">
        <Status tone={isBusy ? "accent" : "good"}>{t(`state_${of.state}`)}</Status>{" "}
        {isBusy ? t("progress", count) : t("asOf", { date: dateText(of.asOf), files: of.files })}
        {of.state === "moved" && ` · ${t("movedCount", { moved: of.moved, dropped: of.dropped })}`}
      </p>
      {of.stale && (
        <Alert variant="light" color="yellow" mb="md">
          {t("stale")}
        </Alert>
      )}
      {of.live && of.state === "judged" && of.toMove > 0 && !isReplaced && <MoveButton of={of} />}
      {of.outcome && <Result outcome={of.outcome} />}
      {of.outcome && <Files key={of.state} of={of} outcome={of.outcome} />}
    </>
  );
}

function MoveButton({ of }: { of: WhatIf }): ReactNode {
  const t = useWhatIfTexts();
  const open = (): void => {
    openModal({ title: t("moveTitle") }, (close) => <MoveForm of={of} close={close} />);
  };
  return (
    <Group mb="md">
      <Button onClick={open}>{t("move", { count: of.toMove })}</Button>
    </Group>
  );
}

function MoveForm({ of, close }: { of: WhatIf; close: () => void }): ReactNode {
  const t = useWhatIfTexts();
  const form = useCallForm(moveFiles, { dates: "keep", reason: "", version: of.version });
  const move = useAct(moveFiles, { invalidates: [latestWhatIf, listWhatIfRows, readWorkflow] });
  const save = async (body: BodyOf<typeof moveFiles>): Promise<void> => {
    await move.mutateAsync({ params: { id: of.id }, body });
    notify({ message: t("moveAsked"), variant: "success" });
  };
  const submit = t("move", { count: of.toMove });
  return (
    <Form form={form} label={t("moveTitle")} onSave={save} onSaved={close} onCancel={close} submit={submit}>
      <p className={styles.note}>{t("moveHint")}</p>
      <RadioField
        name="dates"
        label={t("dates")}
        required
        options={dateChoices.map((value) => ({ value, label: t(`dates_${value}`) }))}
      />
      <TextareaField name="reason" label={t("reason")} required rows={2} maxLength={500} />
    </Form>
  );
}

const isSame = (a: Count, b: Count): boolean => figures.every((name) => a[name] === b[name]);

interface CellProps {
  readonly name: Figure;
  readonly week: string | undefined;
  readonly before: Count;
  readonly after: Count;
}

/** One figure before and after, said once where they are equal; it opens the files behind it. */
function FigureCell({ name, week, before, after }: CellProps): ReactNode {
  const t = useWhatIfTexts();
  const text = useFigureText();
  const { figure, week: shown, set } = useFigure();
  const same = before[name] === after[name];
  const number = same ? text(name, after[name]) : `${text(name, before[name])} → ${text(name, after[name])}`;
  if (before[name] === 0 && after[name] === 0) return <td data-same>{number}</td>;
  const when = week === undefined ? t("allWeeks", { weeks: weeksAhead }) : t("weekOf", { date: dateText(week) });
  return (
    <td data-same={same || undefined}>
      <button
        type="button"
        className={styles.figure}
        aria-label={t("showBehind", { figure: t(name), when, number })}
        aria-pressed={figure === name && shown === week}
        onClick={() => set({ figure: name, week: week ?? null, only: same ? null : "differs", change: null })}
      >
        {same ? number : text(name, before[name])}
        {!same && " → "}
        {!same && <b>{text(name, after[name])}</b>}
      </button>
    </td>
  );
}

function Result({ outcome }: { outcome: Outcome }): ReactNode {
  const t = useWhatIfTexts();
  const weeks = outcome.weeks.filter(({ before, after }) => !isSame(before, noCount) || !isSame(after, noCount));
  const differs = outcome.changes.same !== Object.values(outcome.changes).reduce((sum, each) => sum + each, 0);
  return (
    <Section title={t("title")}>
      {!differs && outcome.weeks.every(({ before, after }) => isSame(before, after)) && (
        <p className={styles.note}>
          <Status tone="good">{t("noDifference")}</Status>
        </p>
      )}
      <HorizontalScroll label={t("title")}>
        <table className={styles.weeks}>
          <thead>
            <tr>
              <th scope="col">{t("week")}</th>
              {figures.map((name) => (
                <th key={name} scope="col">
                  {t(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map(({ week, before, after }) => (
              <tr key={week} data-differs={!isSame(before, after)}>
                <th scope="row">{dateText(week)}</th>
                {figures.map((name) => (
                  <FigureCell key={name} name={name} week={week} before={before} after={after} />
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t("total", { weeks: weeksAhead })}</th>
              {figures.map((name) => (
                <FigureCell key={name} name={name} week={undefined} before={outcome.before} after={outcome.after} />
              ))}
            </tr>
          </tfoot>
        </table>
      </HorizontalScroll>
      <p className={styles.note}>
        {t("refusalsHint")} {t("behindHint")}
      </p>
    </Section>
  );
}
