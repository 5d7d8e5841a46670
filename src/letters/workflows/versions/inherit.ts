/**
 * A client's workflow that inherits from one of the house: what differs between the two is its own, and a change of the parent reaches all else.
 * A step is the same one in both by its key. Pure.
 */
import { type Step, stepCondition } from "../schedule/definition.ts";

/** All of a step that can differ, in the order of its form. */
export const stepFields = [
  "channel",
  "template",
  "anchor",
  "event",
  "offsetDays",
  "phase",
  "effect",
  "byHand",
  "termDays",
  "lapseDays",
  "condition",
  "nextWorkflow",
] as const;
export type StepField = (typeof stepFields)[number];

/** Steps of a variant's own have keys from here on, so that no later step of its parent has the same. */
export const ownKeysFrom = 1_000_001;

export type Difference =
  | { readonly kind: "changed"; readonly own: Step; readonly parent: Step; readonly fields: readonly StepField[] }
  | { readonly kind: "added" | "moved"; readonly own: Step }
  | { readonly kind: "removed"; readonly parent: Step };

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
const same = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);

const byKey = <S extends Step>(steps: readonly S[]): ReadonlyMap<number, S> =>
  new Map(steps.map((step) => [step.key, step]));

const fieldsBetween = (own: Step, parent: Step): StepField[] =>
  stepFields.filter((field) => !same(own[field], parent[field]));

/** The keys that both have, in the order of the first. */
const shared = (of: readonly Step[], other: readonly Step[]): number[] => {
  const keys = byKey(other);
  return of.flatMap(({ key }) => (keys.has(key) ? [key] : []));
};

/** What a variant has of its own, in the order of its steps; what it left out comes last. */
export function differences(own: readonly Step[], parent: readonly Step[]): readonly Difference[] {
  const theirs = byKey(parent);
  const inOrder = shared(parent, own);
  const places = shared(own, parent);
  const found: Difference[] = own.flatMap((step): Difference[] => {
    const was = theirs.get(step.key);
    if (!was) return [{ kind: "added", own: step }];
    const fields = fieldsBetween(step, was);
    if (fields.length > 0) return [{ kind: "changed", own: step, parent: was, fields }];
    return places.indexOf(step.key) === inOrder.indexOf(step.key) ? [] : [{ kind: "moved", own: step }];
  });
  const mine = byKey(own);
  return [
    ...found,
    ...parent.filter(({ key }) => !mine.has(key)).map((step) => ({ kind: "removed" as const, parent: step })),
  ];
}

/** A condition by its parts: each is the variant's where it differs there, else the parent's. */
function conditionOf(base: Step["condition"], own: Step["condition"], parent: Step["condition"]): Step["condition"] {
  const [from, mine, theirs] = [base, own, parent].map((each) => new Map<string, unknown>(Object.entries(each)));
  const parts = new Set([...(mine?.keys() ?? []), ...(theirs?.keys() ?? [])]);
  const merged = [...parts].flatMap((part) => {
    const value = same(mine?.get(part), from?.get(part)) ? theirs?.get(part) : mine?.get(part);
    return value === undefined ? [] : [[part, value] as const];
  });
  return stepCondition.parse(Object.fromEntries(merged));
}

/** A step that all three have: each field is the variant's where it differed from what it was made over, else the parent's of now. */
function merged(base: Step, own: Step, parent: Step): Step {
  const of = <F extends StepField>(field: F): Step[F] => (same(own[field], base[field]) ? parent[field] : own[field]);
  return {
    key: own.key,
    position: own.position,
    channel: of("channel"),
    template: of("template"),
    anchor: of("anchor"),
    event: of("event"),
    offsetDays: of("offsetDays"),
    phase: of("phase"),
    effect: of("effect"),
    byHand: of("byHand"),
    termDays: of("termDays"),
    lapseDays: of("lapseDays"),
    condition: conditionOf(base.condition, own.condition, parent.condition),
    nextWorkflow: of("nextWorkflow"),
  };
}

/** Puts steps of `from` that `into` has not behind the step that they stand behind there. */
function interleave(into: Step[], from: readonly Step[], wanted: (step: Step) => boolean): void {
  for (const [at, step] of from.entries()) {
    if (!wanted(step) || into.some(({ key }) => key === step.key)) continue;
    const before = from.slice(0, at).findLast(({ key }) => into.some((one) => one.key === key));
    into.splice(before ? into.findIndex(({ key }) => key === before.key) + 1 : 0, 0, step);
  }
}

/**
 * The steps of a variant once its parent has changed from `base` to `parent`. What the variant changed, added, left out or put in another order
 * stays its own; a step that the parent took out goes, unless the variant had changed it.
 */
export function inherit(base: readonly Step[], own: readonly Step[], parent: readonly Step[]): readonly Step[] {
  const [was, mine, theirs] = [byKey(base), byKey(own), byKey(parent)];
  const stays = (step: Step): boolean => {
    const from = was.get(step.key);
    return from === undefined || theirs.has(step.key) || fieldsBetween(step, from).length > 0;
  };
  const kept = own.filter(stays).map((step) => {
    const [from, of] = [was.get(step.key), theirs.get(step.key)];
    return from && of ? merged(from, step, of) : step;
  });
  const isReordered = !same(shared(own, base), shared(base, own));
  const steps: Step[] = isReordered
    ? [...kept]
    : parent.flatMap(({ key }) => kept.find((one) => one.key === key) ?? []);
  interleave(steps, kept, () => true);
  interleave(steps, parent, ({ key }) => !was.has(key) && !mine.has(key));
  return steps.map((step, at) => ({ ...step, position: at + 1 }));
}
