/**
 * The form itself, with fields of one line of text: what the login needs. Everybody else takes it, with all fields, from
 * `form.web.tsx`, which says how it is used.
 */

import { Alert, Button, Group, Stack } from "@mantine/core";
import { useForm as useMantineForm } from "@mantine/form";
import { IconAlertCircle } from "@tabler/icons-react";
import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { usePlatformTexts } from "../content/texts.web.ts";
import { showError } from "../feedback/errors.web.ts";
import { ApiError } from "../http/transport.web.ts";
import { lazyComponent } from "../pages/lazy.web.tsx";
import { dropDraft } from "./drafts.web.ts";
import { failedChecks } from "./form/checks.ts";
import { type ConflictData, conflictOf } from "./form/conflict.ts";
import { type FieldCheck, FormContext, type FormOf, type ShowValue } from "./form/context.web.ts";
import { useStoredDraft } from "./form/stored-draft.web.ts";
import { Unsent, useUnsent } from "./form/unsent.web.tsx";
import { submitByKeys } from "./submit-keys.web.ts";

export { type Incomplete, startAnew, useCallForm, type ValuesOf } from "./form/call-form.web.ts";
export type { FormOf } from "./form/context.web.ts";
export * from "./form/text-fields.web.tsx";

const DraftOffer = lazyComponent(() => import("./form/draft.web.tsx").then((m) => m.DraftOffer));
const Conflict = lazyComponent(() => import("./form/conflict.web.tsx").then((m) => m.Conflict));

/** The values of a form that fills in no call. `form.values`, `form.setFieldValue("name", x)`, `form.isDirty()`, `form.reset()`. */
export const useForm = <Values extends object>(initialValues: Values): FormOf<Values> =>
  useMantineForm<Values>({ mode: "controlled", initialValues });

export interface FormProps<Values extends object, Body> {
  readonly form: FormOf<Values, Body>;
  /** Saves what the form hands over: the body of its call, or its values. Throws `ApiError` (so use `mutateAsync`). On success the form's values count as saved. */
  readonly onSave: (body: Body, values: Values) => Promise<unknown>;
  readonly onSaved?: () => void;
  readonly onCancel?: () => void;
  /** Verb of the submit button; "Save" if absent. `null`: the form has buttons of its own. */
  readonly submit?: string | null;
  readonly danger?: boolean;
  /** On a conflict "save mine" puts the newer version here: the name of the version value, `version` if absent. */
  readonly versionField?: string;
  /** Names for values in the conflict view that have no field. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Names a long form whose contents survive a reload, with the record that it is about: "file.create", "client 12". */
  readonly draft?: string;
  readonly children: ReactNode;
  /** Accessible name, where no heading names the form. */
  readonly label?: string;
}

/** The errors of a reply: those beside a field that is on the page, and the rest. */
function errorsByField(error: ApiError, page: HTMLFormElement | null) {
  const shown: Record<string, string> = {};
  const rest = [...(error.errors.common ?? [])];
  for (const [field, messages] of Object.entries(error.errors)) {
    // What the law refuses is said with its article and the first day on which it is possible.
    const first = error.code === "refused" ? messages.join(" ") : messages[0];
    if (field === "common" || first === undefined) continue;
    if (fieldNode(page, field)) shown[field] = first;
    else rest.push(first);
  }
  return { shown, rest };
}

type ButtonProps = Pick<FormProps<object, unknown>, "submit" | "danger" | "onCancel">;

function Buttons({ of, busy, onCancel }: { of: ButtonProps; busy: boolean; onCancel: () => void }): ReactNode {
  const t = usePlatformTexts();
  return (
    <Group justify="flex-end" gap="xs" mt="xs">
      {of.onCancel && (
        <Button variant="default" onClick={onCancel}>
          {t("cancel")}
        </Button>
      )}
      <Button type="submit" loading={busy} color={of.danger ? "red" : "teal"}>
        {of.submit ?? t("save")}
      </Button>
    </Group>
  );
}

/** What came of saving, as far as the form shows it; nothing of it before the first time. */
function useOutcome(form: FormOf<object, unknown>, element: RefObject<HTMLFormElement | null>, sendAgain: () => void) {
  const [common, setCommon] = useState<readonly string[]>([]);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const unsent = useUnsent(form, sendAgain);
  const [conflict, setConflict] = useState<ConflictData | undefined>();

  const showFieldErrors = (error: ApiError): void => {
    const { shown, rest } = errorsByField(error, element.current);
    form.setErrors(shown);
    setCommon(rest.length > 0 || Object.keys(shown).length > 0 ? rest : [error.message]);
    setWrong(Object.keys(shown));
  };

  const clear = (): void => {
    form.clearErrors();
    setCommon([]);
    setWrong([]);
    setConflict(undefined);
    unsent.settle();
  };

  const fail = (error: unknown, values: object): void => {
    if (!(error instanceof ApiError)) {
      showError(error);
      return;
    }
    if (error.isAway) unsent.keep(values, () => setCommon([]));
    const newer = conflictOf(error);
    if (newer) setConflict(newer);
    else if (error.isValidation) showFieldErrors(error);
    else setCommon(error.errors.common ?? [error.message]);
  };

  return { common, wrong, unsent: unsent.state, conflict, setConflict, clear, fail };
}

/** Saving a form: what came of it, and whether it is still going on. */
function useSaving<Values extends object, Body>(
  props: FormProps<Values, Body>,
  element: RefObject<HTMLFormElement | null>,
) {
  const { form } = props;
  const [busy, setBusy] = useState(false);
  const outcome = useOutcome(form, element, () => void save(form.getValues()));
  const save = async (values: Values): Promise<void> => {
    outcome.clear();
    setBusy(true);
    try {
      await props.onSave(form.getTransformedValues(values), values);
      if (props.draft !== undefined) dropDraft(props.draft);
      form.resetDirty(values);
      props.onSaved?.();
    } catch (error) {
      outcome.fail(error, values);
    } finally {
      setBusy(false);
    }
  };

  const { common, wrong, conflict } = outcome;
  // Only once the fields can take the focus again: they are shut while the answer is awaited.
  useEffect(() => {
    if (busy) return;
    if (common.length > 0 || conflict !== undefined) showTop(element.current);
    if (wrong.length > 0) focusFirst(element.current, wrong);
  }, [busy, common, conflict, wrong, element]);

  return { outcome, busy, save };
}

type FieldNames = ReadonlyMap<string, { readonly label: string; readonly show: ShowValue }>;

interface OutcomeProps {
  readonly of: ReturnType<typeof useOutcome>;
  readonly form: FormOf<object, unknown>;
  readonly props: Pick<FormProps<object, unknown>, "labels" | "versionField">;
  readonly fields: FieldNames;
  readonly busy: boolean;
}

/** What came of saving, above the fields: what is wrong with the whole, what could not be sent, what somebody else changed. */
function Outcome({ of, form, props, fields, busy }: OutcomeProps): ReactNode {
  const { common, unsent, conflict, setConflict } = of;
  const keepMine = ({ current }: ConflictData): void => {
    const name = props.versionField ?? "version";
    if (current[name] !== undefined) form.setFieldValue(name, current[name]);
    setConflict(undefined);
  };
  return (
    <>
      <CommonErrors messages={common} />
      {unsent !== undefined && <Unsent state={unsent} busy={busy} />}
      {conflict && (
        <Conflict
          conflict={conflict}
          mine={form.getValues()}
          labels={props.labels}
          fields={fields}
          onTake={(name, value) => form.setFieldValue(name, value)}
          onKeepMine={() => keepMine(conflict)}
        />
      )}
    </>
  );
}

export function Form<Values extends object, Body>(props: FormProps<Values, Body>): ReactNode {
  const { form } = props;
  const element = useRef<HTMLFormElement>(null);
  const fields = useRef(new Map<string, { readonly label: string; readonly show: ShowValue }>());
  const register = useCallback(
    (name: string, label: string, show: ShowValue) => void fields.current.set(name, { label, show }),
    [],
  );
  const [checks] = useState(() => new Map<string, FieldCheck>());
  const untyped: FormOf<object, unknown> = form;
  const { outcome, busy, save } = useSaving(props, element);
  const draft = useStoredDraft(untyped, props.draft);
  const shared = useMemo(() => ({ form: untyped, busy, register, checks }), [untyped, busy, register, checks]);

  const cancel = (): void => {
    draft.cancel();
    props.onCancel?.();
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // A form in a modal lies inside the form below it in React's tree, though not in the page's.
    event.stopPropagation();
    if (busy) return;
    const mistyped = failedChecks(checks);
    const names = Object.keys(mistyped);
    if (names.length === 0) return void save(form.getValues());
    outcome.clear();
    form.setErrors(mistyped);
    focusFirst(element.current, names);
  };

  return (
    <FormContext.Provider value={shared}>
      <form
        ref={element}
        onSubmit={submit}
        onKeyDownCapture={submitByKeys}
        noValidate
        aria-label={props.label}
        aria-busy={busy}
      >
        <Stack gap="sm">
          {props.draft !== undefined && draft.kept !== undefined && (
            <DraftOffer form={untyped} name={props.draft} kept={draft.kept} onSettled={draft.settle} />
          )}
          <Outcome of={outcome} form={untyped} props={props} fields={fields.current} busy={busy} />
          {props.children}
          {props.submit !== null && <Buttons of={props} busy={busy} onCancel={cancel} />}
        </Stack>
      </form>
    </FormContext.Provider>
  );
}

/** The red alert of errors that belong to no field; nothing without any. */
export function CommonErrors(props: { messages: readonly string[] }): ReactNode {
  if (props.messages.length === 0) return null;
  return (
    <Alert color="red" role="alert" icon={<IconAlertCircle size={18} aria-hidden />} variant="light">
      {props.messages.map((message) => (
        <div key={message}>{message}</div>
      ))}
    </Alert>
  );
}

const fieldNode = (form: HTMLElement | null, field: string): HTMLElement | null | undefined =>
  form?.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`);

/** In a long form the alerts on top may be out of sight of the button that brought them. */
function showTop(form: HTMLElement | null): void {
  if (form !== null && form.getBoundingClientRect().top < 0) form.scrollIntoView({ block: "start" });
}

/** Puts the focus on the first field in error, in the order of the page. */
function focusFirst(form: HTMLElement | null, fields: readonly string[]): void {
  const nodes = [...(form?.querySelectorAll<HTMLElement>("[data-field]") ?? [])];
  const node = nodes.find((candidate) => fields.includes(candidate.dataset.field ?? ""));
  const target = node?.matches("input,textarea,select,button")
    ? node
    : node?.querySelector<HTMLElement>("input,textarea,select,button,[contenteditable]");
  target?.focus();
}
