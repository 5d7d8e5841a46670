/** Keeps what is typed into a long form from its first key on, and hands over what was typed before a reload. */
import { useEffect, useRef, useState } from "react";
import { type Draft, dropDraft, readDraft, storeDraft } from "../drafts.web.ts";
import type { FormOf } from "./context.web.ts";

const holdsFile = (value: unknown): boolean =>
  value instanceof Blob || (typeof value === "object" && value !== null && Object.values(value).some(holdsFile));

/** What of a form's values can be kept: files cannot. */
const lasting = (values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !holdsFile(value)));

/**
 * What was typed before a reload, until it is taken or thrown away; undefined without one, or where the form is not to be kept. `cancel` throws away
 * what is typed once the form goes: whoever is asked and stays keeps it.
 */
export function useStoredDraft(form: FormOf<object, unknown>, name: string | undefined) {
  const [kept, setKept] = useState<Draft | undefined>(() => (name === undefined ? undefined : readDraft(name)));
  const cancelled = useRef(false);
  const { values } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed is kept when it changes, not when it is drawn.
  useEffect(() => {
    if (name === undefined) return;
    cancelled.current = false;
    if (form.isDirty()) storeDraft(name, lasting(values));
    else if (kept === undefined) dropDraft(name);
  }, [values]);
  useEffect(
    () => () => {
      if (name !== undefined && cancelled.current) dropDraft(name);
    },
    [name],
  );
  return {
    kept,
    settle: () => setKept(undefined),
    cancel: () => {
      cancelled.current = true;
    },
  };
}
