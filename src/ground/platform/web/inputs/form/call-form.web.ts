/** A form that knows the call it fills in: what it holds, and what its submit hands over, follow from the contract. */
import { useForm as useMantineForm } from "@mantine/form";
import type { BodyOf, Call } from "../../../../kernel/contract.ts";
import type { FormOf } from "./context.web.ts";

type Whole = string | number | boolean | File | null | undefined;

/** `T` as it stands while somebody fills it in: null wherever nothing has been chosen or typed yet. */
export type Incomplete<T> = unknown extends T
  ? T
  : T extends Whole
    ? T | null
    : T extends readonly (infer Item)[]
      ? (Item extends Whole ? Item : Incomplete<Item>)[]
      : { [Key in keyof T]: Incomplete<T[Key]> };

/** What a form of a call holds: the fields of the call's body, each null while it is empty. */
export type ValuesOf<C extends Call> = Incomplete<BodyOf<C>>;

/**
 * The form of a call: `<Form onSave>` is handed what the form holds as the call takes it.
 *
 * const form = useCallForm(createMerchant, { name: "", client: null });
 *
 * A field of the form is the field of the body that has its name. Where a form asks otherwise than the call does (a percentage for a rate,
 * one choice for two fields), the third argument makes the body of what the form holds.
 */
export function useCallForm<C extends Call, Key extends keyof ValuesOf<C> & keyof BodyOf<C>>(
  call: C,
  initial: Pick<ValuesOf<C>, Key>,
): FormOf<Pick<ValuesOf<C>, Key>, Pick<BodyOf<C>, Key>>;
export function useCallForm<C extends Call, Values extends object>(
  call: C,
  initial: Values,
  bodyOf: (values: Values) => ValuesOf<C>,
): FormOf<Values, BodyOf<C>>;
export function useCallForm<Values extends object, Body>(
  _call: Call,
  initial: Values,
  bodyOf: (values: Values) => unknown = (values) => values,
): FormOf<Values, Body> {
  return useMantineForm<Values, Body>({
    mode: "controlled",
    initialValues: initial,
    // A field that is still empty travels as it is: the server checks every body and says beside the field what is missing.
    transformValues: (values) => bodyOf(values) as Body,
  });
}

/** Empties a form that has been saved, for the next record: for whoever may not open the page of the one that was made. */
export function startAnew<Values extends object, Body>(form: FormOf<Values, Body>, initial: Values): void {
  form.setValues(initial);
  form.resetDirty(initial);
}
