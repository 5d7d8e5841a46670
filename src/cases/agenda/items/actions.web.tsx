/** Actions on agenda items, shared by every screen that shows them. Each reports its result and can be undone. */
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { dateText } from "../../../ground/platform/web/content/values.web.tsx";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { showError, useAct } from "../../../ground/platform/web/http/api.web.ts";
import { listAgendaWorks, startAgendaWork } from "../mass-edit/mass-edit.contract.ts";
import { useAgendaTexts, useRefresh } from "../texts.web.ts";
import { DoneForm, ItemForm, MoveAllForm, MoveForm, type Target } from "./forms.web.tsx";
import { type AgendaItem, archiveAgenda, planAgain, restoreAgenda } from "./items.contract.ts";

export type Movable = Pick<AgendaItem, "id" | "version">;

interface WholeList {
  readonly filter: BodyOf<typeof startAgendaWork>["filter"];
  /** What the button says that begins it. */
  readonly submit: string;
  readonly onBegun: () => void;
}

type Moves = readonly BodyOf<typeof planAgain>["items"][number][];

export interface AgendaActs {
  /** Asks what came of items and archives them. */
  readonly done: (ids: readonly number[]) => void;
  /** Moves items to another day or owner at once. */
  readonly moveTo: (items: readonly Movable[], to: Target) => Promise<void>;
  /** Asks for the day or owner first. */
  readonly move: (items: readonly Movable[]) => void;
  /** The same to all open items that filters find, in the background. */
  readonly doneAll: (all: WholeList) => void;
  readonly moveAll: (all: WholeList) => void;
  readonly restore: (ids: readonly number[]) => Promise<void>;
  readonly edit: (item: AgendaItem) => void;
  /** Plans a new item, on this file or on one that is chosen. */
  readonly add: (fileId?: number) => void;
}

/** Archiving and taking back. */
function useArchiving(after: () => Promise<void>) {
  const t = useAgendaTexts();
  const archive = useAct(archiveAgenda);
  const takeBack = useAct(restoreAgenda);
  const restore = async (ids: readonly number[]): Promise<void> => {
    if (!(await takeBack.run({ body: { ids: [...ids] } }))) return;
    await after();
    notify({ message: t("undone"), variant: "success" });
  };
  const saveDone = async (ids: readonly number[], outcome: string): Promise<void> => {
    const { archived, planned } = await archive.mutateAsync({ body: { ids: [...ids], outcome } });
    await after();
    const count = archived.length;
    notify({
      message: planned.length > 0 ? t("plannedAgain", { count, again: planned.length }) : t("archived", { count }),
      variant: "success",
      ...(count > 0 ? { undo: () => restore(archived) } : {}),
    });
  };
  return { restore, saveDone };
}

/** Moving to other days and owners. */
function useMoving(after: () => Promise<void>) {
  const t = useAgendaTexts();
  const plan = useAct(planAgain);
  return async function send(items: Moves, back = false): Promise<void> {
    const reply = await plan.mutateAsync({ body: { items: [...items] } });
    await after();
    const undo = reply.moved.map(({ before, after: { version } }) => ({
      id: before.id,
      version,
      on: before.on,
      ...(before.owner === null ? {} : { owner: before.owner }),
    }));
    const [first] = reply.moved;
    const count = reply.moved.length;
    if (first)
      notify({
        message: back
          ? t("undone")
          : count === 1 && first.before.on !== first.after.on
            ? t("movedTo", { date: dateText(first.after.on) })
            : t("moved", { count }),
        variant: "success",
        ...(back ? {} : { undo: () => send(undo, true).catch(showError) }),
      });
    if (reply.stale.length > 0)
      notify({ message: t("stale", { count: reply.stale.length }), variant: "warning", dismissible: true });
  };
}

/** Acts on all items that filters find. */
function useWholeLists(): Pick<AgendaActs, "doneAll" | "moveAll"> {
  const t = useAgendaTexts();
  const start = useAct(startAgendaWork, { invalidates: [listAgendaWorks] });
  const begin = async (all: WholeList, act: BodyOf<typeof startAgendaWork>["act"]): Promise<void> => {
    await start.mutateAsync({ body: { filter: all.filter, act } });
    all.onBegun();
    notify({ message: t("workBegun") });
  };
  return {
    doneAll: (all) => {
      openModal({ title: t("doneTitle"), size: "md" }, (close) => (
        <DoneForm submit={all.submit} onSave={(outcome) => begin(all, { kind: "done", outcome })} close={close} />
      ));
    },
    moveAll: (all) => {
      openModal({ title: t("moveTitle"), size: "md" }, (close) => (
        <MoveAllForm filter={all.filter} submit={all.submit} onSave={({ act }) => begin(all, act)} close={close} />
      ));
    },
  };
}

export function useAgendaActs(onChanged?: () => void): AgendaActs {
  const t = useAgendaTexts();
  const refresh = useRefresh();
  const after = async (): Promise<void> => {
    await refresh();
    onChanged?.();
  };
  const { restore, saveDone } = useArchiving(after);
  const send = useMoving(after);
  const whole = useWholeLists();
  const to = (items: readonly Movable[], target: Target): Moves =>
    items.map(({ id, version }) => ({ id, version, ...target }));
  return {
    ...whole,
    restore,
    moveTo: (items, target) => send(to(items, target)).catch(showError),
    done: (ids) => {
      openModal({ title: t("doneTitle"), size: "md" }, (close) => (
        <DoneForm onSave={(outcome) => saveDone(ids, outcome)} close={close} />
      ));
    },
    move: (items) => {
      openModal({ title: t("moveTitle"), size: "md" }, (close) => (
        <MoveForm items={[...to(items, {})]} onSave={({ items: moved }) => send(moved)} close={close} />
      ));
    },
    edit: (item) => {
      openModal({ title: t("edit"), size: "lg" }, (close) => <ItemForm item={item} close={close} onDone={onChanged} />);
    },
    add: (fileId) => {
      openModal({ title: t("add"), size: "lg" }, (close) => (
        <ItemForm close={close} onDone={onChanged} {...(fileId === undefined ? {} : { fileId })} />
      ));
    },
  };
}
