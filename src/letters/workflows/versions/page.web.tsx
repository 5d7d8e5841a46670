/** A workflow: the diagram of one of its versions, edited in place, and all its versions. */

import { Alert, Button, Select } from "@mantine/core";
import type { ReactNode } from "react";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { labelled } from "../../../ground/platform/web/content/texts.web.ts";
import { dateText, Status } from "../../../ground/platform/web/content/values.web.tsx";
import { confirm, openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { Form, TextareaField, useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { Link, useAddressQuery, useGo, useIdParam } from "../../../ground/platform/web/pages/links.web.tsx";
import { Loaded, Page, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { AbTests, StartAbTest } from "../ab-tests/ab-tests.web.tsx";
import { listWorkflows } from "../workflows.contract.ts";
import { HeadActions, Inheritance } from "./heads.web.tsx";
import styles from "./picture.module.css";
import { Picture, type StepActs } from "./picture.web.tsx";
import { useEditorTexts, useHeadTexts } from "./texts.web.ts";
import {
  addStep,
  type DrawnWorkflow,
  dropDraft,
  editStepScreen,
  listWorkflowVersions,
  moveStep,
  publishDraft,
  readWorkflow,
  removeStep,
  startDraft,
  workflowsScreen,
} from "./versions.contract.ts";

const stale = [readWorkflow, listWorkflowVersions, listWorkflows] as const;

export function WorkflowPage(): ReactNode {
  const t = useEditorTexts();
  const workflow = useIdParam("workflow");
  const { values } = useAddressQuery();
  const number = Number(values.number);
  const wanted = Number.isSafeInteger(number) && number > 0 ? { number } : {};
  const drawn = useCall(readWorkflow, { params: { workflow }, query: wanted });
  return (
    <Page
      title={drawn.data ? `${drawn.data.code} ${drawn.data.name}` : t("workflow")}
      actions={
        drawn.data && (
          <>
            <HeadActions drawn={drawn.data} />
            <Actions drawn={drawn.data} />
          </>
        )
      }
    >
      <Loaded of={drawn}>{(data) => <Shown drawn={data} />}</Loaded>
    </Page>
  );
}

function Shown({ drawn }: { drawn: DrawnWorkflow }): ReactNode {
  const t = useEditorTexts();
  const acts = useStepActs(drawn);
  const isDraft = drawn.state === "draft";
  return (
    <>
      <p className={styles.note}>
        <Link to={workflowsScreen}>{t("title")}</Link>
      </p>
      <p className={styles.note}>
        {t(`category_${drawn.category}`)} · {t(`audience_${drawn.audience}`)} ·{" "}
        {t("version", { number: String(drawn.number) })}{" "}
        <Status tone={isDraft ? "accent" : drawn.state === "live" ? "good" : "neutral"}>
          {t(`state_${drawn.state}`)}
        </Status>
      </p>
      <p className={styles.note}>{t(isDraft ? "draftNote" : "readOnly")}</p>
      {isDraft && <Judgement drawn={drawn} />}
      {drawn.parent !== null && <Inheritance drawn={drawn} />}
      <Section title={t("picture")} aside={<VersionChoice drawn={drawn} />}>
        <Picture drawn={drawn} acts={isDraft ? acts : null} />
      </Section>
      {drawn.parent === null && <Inheritance drawn={drawn} />}
      {drawn.category !== "phase" && drawn.category !== "precasso" && <AbTests workflow={drawn.id} />}
      <Versions drawn={drawn} />
    </>
  );
}

/** What stands in the way of putting a draft live, and whom it concerns. */
function Judgement({ drawn }: { drawn: DrawnWorkflow }): ReactNode {
  const t = useEditorTexts();
  const faults = [
    ...drawn.faults,
    ...drawn.steps.flatMap(({ position, faults: own }) => own.map(({ text }) => `${position}. ${text}`)),
  ];
  const bites = drawn.removed.filter(({ files }) => files > 0);
  return (
    <>
      {faults.length === 0 ? (
        <p className={styles.note}>
          <Status tone="good">{t("noFaults")}</Status>
        </p>
      ) : (
        <Alert variant="light" color="red" mb="md" title={t("faults")}>
          <ul>
            {faults.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Alert>
      )}
      {bites.map(({ position, name, files }) => (
        <Alert key={position} variant="light" color="yellow" mb="md">
          {t("removed", { count: files, position, name })}
        </Alert>
      ))}
    </>
  );
}

function useStepActs(drawn: DrawnWorkflow): StepActs {
  const t = useEditorTexts();
  const go = useGo();
  const add = useAct(addStep, { invalidates: stale });
  const move = useAct(moveStep, { invalidates: stale });
  const remove = useAct(removeStep, { invalidates: stale });
  const { id: workflow, version } = drawn;
  return {
    add: async (after) => {
      const made = await add.run({ params: { workflow }, body: { after, version } });
      if (made) go(editStepScreen, { workflow, id: made.id });
    },
    move: (step, to) => {
      if (to >= 1 && to <= drawn.steps.length)
        void move.run({ params: { workflow, id: step.id }, body: { to, version } });
    },
    remove: async ({ id, name, position }) => {
      if (await confirm(t("removeQuestion", { position, name }), { danger: true }))
        await remove.run({ params: { workflow, id }, body: { version } });
    },
  };
}

function VersionChoice({ drawn }: { drawn: DrawnWorkflow }): ReactNode {
  const t = useEditorTexts();
  const { set } = useAddressQuery();
  return (
    <Select
      size="xs"
      aria-label={t("shownVersion")}
      allowDeselect={false}
      value={String(drawn.number)}
      onChange={(number) => set({ number })}
      data={drawn.versions.map(({ number, state }) => ({
        value: String(number),
        label: `${t("version", { number: String(number) })} (${t(`state_${state}`)})`,
      }))}
    />
  );
}

function Actions({ drawn }: { drawn: DrawnWorkflow }): ReactNode {
  const t = useEditorTexts();
  const { set } = useAddressQuery();
  const go = useGo();
  const start = useAct(startDraft, { invalidates: stale });
  const drop = useAct(dropDraft, { invalidates: stale });
  const workflow = drawn.id;
  const draft = drawn.versions.find(({ state }) => state === "draft");
  const begin = async (): Promise<void> => {
    if (await start.run({ params: { workflow } })) set({ number: null });
  };
  const throwAway = async (): Promise<void> => {
    if (!(await confirm(t("dropQuestion"), { title: t("dropDraft"), danger: true }))) return;
    if (!(await drop.run({ params: { workflow }, body: { version: drawn.version } }))) return;
    // A workflow that never went live is gone with its draft.
    if (drawn.versions.length === 1) go(workflowsScreen);
    else set({ number: null });
    notify({ message: t("dropped"), variant: "success" });
  };
  const publish = (): void => {
    openModal({ title: t("publish") }, (close) => <PublishForm drawn={drawn} close={close} />);
  };
  // The judgement lies in a module above this one.
  const judge = (
    <Button variant="default" onClick={() => go(`/workflow/${workflow}/what-if?number=${drawn.number}`)}>
      {t("whatIf")}
    </Button>
  );
  if (drawn.state !== "draft")
    return (
      <>
        {judge}
        {draft ? (
          <Button onClick={() => set({ number: null })}>{t("openDraft")}</Button>
        ) : (
          <Button onClick={() => void begin()} loading={start.isPending}>
            {t("startDraft")}
          </Button>
        )}
      </>
    );
  return (
    <>
      {judge}
      {drawn.category !== "phase" && drawn.category !== "precasso" && <StartAbTest drawn={drawn} />}
      <Button variant="subtle" color="red" onClick={() => void throwAway()}>
        {t("dropDraft")}
      </Button>
      <Button onClick={publish}>{t("publish")}</Button>
    </>
  );
}

function PublishForm({ drawn, close }: { drawn: DrawnWorkflow; close: () => void }): ReactNode {
  const t = useEditorTexts();
  const h = useHeadTexts();
  const form = useCallForm(publishDraft, { note: "", version: drawn.version });
  const publish = useAct(publishDraft, { invalidates: stale });
  const save = async (body: BodyOf<typeof publishDraft>): Promise<void> => {
    await publish.mutateAsync({ params: { workflow: drawn.id }, body });
    notify({ message: t("published", { number: String(drawn.number) }), variant: "success" });
  };
  return (
    <Form form={form} label={t("publish")} onSave={save} onSaved={close} onCancel={close} submit={t("publish")}>
      <p className={styles.note}>{t("publishHint")}</p>
      {drawn.variants.length > 0 && (
        <p className={styles.note}>{h("variantsFollow", { count: drawn.variants.length })}</p>
      )}
      <TextareaField name="note" label={t("note")} required rows={2} maxLength={1000} autoFocus />
    </Form>
  );
}

function Versions({ drawn }: { drawn: DrawnWorkflow }): ReactNode {
  const t = useEditorTexts();
  return (
    <Section title={t("versions")}>
      <ul className={styles.versions}>
        {drawn.versions.map((one) => (
          <li key={one.number}>
            <b>{t("version", { number: String(one.number) })}</b> {t(`state_${one.state}`)} ·{" "}
            {labelled(t("files"), String(one.files))}
            {one.publishedAt !== null && ` · ${t("publishedAt")} ${dateText(one.publishedAt)}`}
            {one.publishedBy !== "" && ` · ${t("by")} ${one.publishedBy}`}
            {one.note !== "" && <div>{one.note}</div>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
