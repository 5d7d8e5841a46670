/**
 * The picture of a workflow: its steps from the start to the end, and on each edge when the next one comes and what the law asks before it.
 * It is a list as well: by arrow keys one goes from step to step, and each act by mouse has its key.
 */
import { ActionIcon, Tooltip } from "@mantine/core";
import {
  IconArrowDown,
  IconArrowUp,
  IconChecklist,
  IconDeviceMobileMessage,
  IconMail,
  IconMailOpened,
  IconPencil,
  IconPhone,
  IconPlus,
  IconScale,
  IconTrash,
} from "@tabler/icons-react";
import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { textOf, useLanguage } from "../../../ground/platform/web/content/texts.web.ts";
import { Status, type Tone } from "../../../ground/platform/web/content/values.web.tsx";
import { formatMoney } from "../../../ground/platform/web/inputs/format.ts";
import { addressOfScreen, PlainLink, useGo } from "../../../ground/platform/web/pages/links.web.tsx";
import styles from "./picture.module.css";
import { useEditorTexts, useStepTexts } from "./texts.web.ts";
import { type DrawnStep, type DrawnWorkflow, editStepScreen } from "./versions.contract.ts";

/** What a person does with a step of a draft; null where the version is fixed. */
export interface StepActs {
  readonly add: (after: number) => void;
  readonly move: (step: DrawnStep, to: number) => void;
  readonly remove: (step: DrawnStep) => void;
}

const icons = {
  post: IconMailOpened,
  email: IconMail,
  sms: IconDeviceMobileMessage,
  call: IconPhone,
  task: IconChecklist,
} as const;

const changeTones: Readonly<Record<"new" | "changed" | "moved", Tone>> = {
  new: "good",
  changed: "accent",
  moved: "neutral",
};

const nodesIn = (list: HTMLElement): HTMLElement[] => [...list.querySelectorAll<HTMLElement>("a[data-open]")];

/** Goes with a step that is moved: the list has it elsewhere then, and the browser would lose the focus. */
function useFollowingFocus(steps: readonly DrawnStep[]) {
  const list = useRef<HTMLElement>(null);
  const moved = useRef<number>(undefined);
  useEffect(() => {
    if (moved.current === undefined) return;
    const at = steps.findIndex(({ id }) => id === moved.current);
    if (list.current) nodesIn(list.current)[at]?.focus();
    moved.current = undefined;
  }, [steps]);
  const follow = (id: number): void => {
    moved.current = id;
  };
  return { list, follow };
}

/** Dragging a step to the place of another one; each step has buttons and keys for the same. */
function useDragging(acts: StepActs | null) {
  const dragged = useRef<DrawnStep>(undefined);
  const [over, setOver] = useState<{ readonly id: number; readonly edge: "top" | "bottom" }>();
  const handle = (step: DrawnStep) => ({
    draggable: true,
    onDragStart: (event: DragEvent): void => {
      event.dataTransfer.setData("text/plain", step.name);
      event.dataTransfer.effectAllowed = "move";
      dragged.current = step;
    },
    onDragEnd: (): void => {
      dragged.current = undefined;
      setOver(undefined);
    },
  });
  const place = (step: DrawnStep) => ({
    "data-drop": over?.id === step.id ? over.edge : undefined,
    onDragOver: (event: DragEvent): void => {
      const from = dragged.current;
      if (from === undefined || from.id === step.id) return;
      event.preventDefault();
      setOver({ id: step.id, edge: from.position > step.position ? "top" : "bottom" });
    },
    onDrop: (event: DragEvent): void => {
      event.preventDefault();
      if (dragged.current) acts?.move(dragged.current, step.position);
    },
  });
  return acts ? { handle, place } : null;
}

/** The key of an act on a step. */
function actOf(event: KeyboardEvent, step: DrawnStep, acts: StepActs): (() => void) | undefined {
  if (event.altKey && event.key === "ArrowUp") return () => acts.move(step, step.position - 1);
  if (event.altKey && event.key === "ArrowDown") return () => acts.move(step, step.position + 1);
  if (event.key === "Insert") return () => acts.add(step.position);
  return event.key === "Delete" ? () => acts.remove(step) : undefined;
}

export function Picture({ drawn, acts: given }: { drawn: DrawnWorkflow; acts: StepActs | null }): ReactNode {
  const t = useEditorTexts();
  const { list, follow } = useFollowingFocus(drawn.steps);
  const acts = given && {
    ...given,
    move: (step: DrawnStep, to: number): void => {
      follow(step.id);
      given.move(step, to);
    },
  };
  const dragging = useDragging(acts);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const nodes = nodesIn(event.currentTarget);
    const at = nodes.findIndex((node) => node.matches(":focus"));
    const step = drawn.steps[at];
    if (!step) return;
    const act = acts ? actOf(event, step, acts) : undefined;
    const goes = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: nodes.length - 1 }[event.key];
    if (act === undefined && (goes === undefined || event.altKey)) return;
    event.preventDefault();
    if (act) act();
    else if (goes !== undefined) nodes[goes]?.focus();
  };
  return (
    <>
      <p className={styles.hint} id="picture-keys">
        {t("stops")}
        {acts && <br />}
        {acts && t("pictureHint")}
      </p>
      <section ref={list} aria-label={t("picture")} aria-describedby="picture-keys" onKeyDown={onKeyDown}>
        <ol className={styles.path}>
          <li className={styles.terminal}>
            <span className={styles.dot} />
            <span>{t("begin")}</span>
            {acts && <AddButton after={0} name={t("begin")} acts={acts} />}
          </li>
          {drawn.steps.map((step) => (
            <StepNode key={step.id} drawn={drawn} step={step} acts={acts} dragging={dragging} />
          ))}
          <li className={styles.terminal}>
            <span className={styles.dot} />
            <span>{t("end")}</span>
          </li>
        </ol>
      </section>
    </>
  );
}

/** When the step comes, and the rules of the law before it. */
function Edge({ step }: { step: DrawnStep }): ReactNode {
  const t = useEditorTexts();
  const s = useStepTexts();
  const kind = step.offsetDays === 0 ? "sameDay" : step.offsetDays < 0 ? "offsetBefore" : "offset";
  const when = t(kind, {
    days: Math.abs(step.offsetDays),
    anchor: step.event === null ? s(`anchor_${step.anchor}`) : t(`event_${step.event}`),
  });
  return (
    <div className={styles.edge}>
      <span className={styles.when}>{when}</span>
      <span className={styles.gate}>
        <IconScale size={14} aria-hidden />
        <span className="v-hidden">{t("gate")}: </span>
        {step.gate.map(({ rule, article }) => (
          <span key={rule} title={article === "house" ? undefined : article}>
            {t(`gate_${rule}`)}
            {article !== "house" && <small> {article}</small>}
          </span>
        ))}
      </span>
    </div>
  );
}

function useConditions(): (step: DrawnStep) => readonly string[] {
  const t = useEditorTexts();
  const language = useLanguage();
  return ({ needs, minOpenCents, maxOpenCents, termDays, lapseDays, byHand, effect, ...more }) => [
    ...(needs === null ? [] : [t(`ifNeeds_${needs}`)]),
    ...(minOpenCents === null ? [] : [t("ifMin", { amount: formatMoney(minOpenCents, language) })]),
    ...(maxOpenCents === null ? [] : [t("ifMax", { amount: formatMoney(maxOpenCents, language) })]),
    ...(more.minClaimCents === null ? [] : [t("ifMinClaim", { amount: formatMoney(more.minClaimCents, language) })]),
    ...(more.maxClaimCents === null ? [] : [t("ifMaxClaim", { amount: formatMoney(more.maxClaimCents, language) })]),
    ...(effect === "none" ? [] : [t(`effect_${effect}`)]),
    ...(termDays === null ? [] : [t("term", { days: termDays })]),
    ...(lapseDays === null ? [] : [t("lapses", { days: lapseDays })]),
    ...(byHand ? [t("byHand")] : []),
    ...(more.nextWorkflow === null ? [] : [t("goesOnIn", { workflow: more.nextWorkflow })]),
  ];
}

type Dragging = ReturnType<typeof useDragging>;

interface NodeProps {
  readonly drawn: DrawnWorkflow;
  readonly step: DrawnStep;
  readonly acts: StepActs | null;
}

function StepNode({ drawn, step, acts, dragging }: NodeProps & { dragging: Dragging }): ReactNode {
  const t = useEditorTexts();
  const s = useStepTexts();
  const conditions = useConditions()(step);
  const Icon = icons[step.channel];
  const address = addressOfScreen(editStepScreen, { workflow: drawn.id, id: step.id });
  return (
    <li className={styles.place} {...dragging?.place(step)}>
      <Edge step={step} />
      <div
        className={styles.node}
        data-change={step.change}
        data-fault={step.faults.length > 0}
        {...dragging?.handle(step)}
      >
        <PlainLink to={address} className={styles.face} data-open>
          <span className={styles.number}>{step.position}</span>
          <span className={styles.body}>
            <b>
              <Icon size={16} aria-label={s(`channel_${step.channel}`)} /> {step.name}
            </b>
            <small>{[textOf(`files.phase_${step.phase}`), ...conditions].join(" · ")}</small>
          </span>
        </PlainLink>
        <span className={styles.marks}>
          {step.change !== null && step.change !== "same" && (
            <Status tone={changeTones[step.change]}>{t(`change_${step.change}`)}</Status>
          )}
          {step.files > 0 && <small>{t("standing", { count: step.files })}</small>}
        </span>
        {acts && <NodeButtons drawn={drawn} step={step} acts={acts} />}
      </div>
      {step.faults.map(({ field, text }) => (
        <p key={`${field} ${text}`} className={styles.fault}>
          <Status tone="bad">{text}</Status>
        </p>
      ))}
    </li>
  );
}

function AddButton({ after, name, acts }: { after: number; name: string; acts: StepActs }): ReactNode {
  const t = useEditorTexts();
  return (
    <Tooltip label={t("addStep")}>
      <ActionIcon variant="subtle" aria-label={t("addAfter", { name })} onClick={() => acts.add(after)}>
        <IconPlus size={16} />
      </ActionIcon>
    </Tooltip>
  );
}

function NodeButtons({ drawn, step, acts }: NodeProps & { acts: StepActs }): ReactNode {
  const t = useEditorTexts();
  const go = useGo();
  const { name, position } = step;
  return (
    <span className={styles.buttons}>
      <ActionIcon
        variant="subtle"
        aria-label={t("edit", { name })}
        onClick={() => go(editStepScreen, { workflow: drawn.id, id: step.id })}
      >
        <IconPencil size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        aria-label={t("earlier", { name })}
        disabled={position === 1}
        onClick={() => acts.move(step, position - 1)}
      >
        <IconArrowUp size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        aria-label={t("later", { name })}
        disabled={position === drawn.steps.length}
        onClick={() => acts.move(step, position + 1)}
      >
        <IconArrowDown size={16} />
      </ActionIcon>
      <AddButton after={position} name={name} acts={acts} />
      <ActionIcon variant="subtle" color="red" aria-label={t("remove", { name })} onClick={() => acts.remove(step)}>
        <IconTrash size={16} />
      </ActionIcon>
    </span>
  );
}
