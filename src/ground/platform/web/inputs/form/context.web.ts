/** What a form and its fields share: the values, the server's errors, and the label that each field goes by. */
import type { UseFormReturnType } from "@mantine/form";
import { createContext, useContext, useEffect } from "react";

/** A form by what it holds and what it hands over when it is saved. */
export type FormOf<Values extends object, Body = Values> = UseFormReturnType<Values, Body>;

/** A value as a person reads it; undefined where the field has no words of its own for it. */
export type ShowValue = (value: unknown) => string | undefined;

/** Says that the text in a field means nothing, so that its value is not what was typed; undefined where it means something. */
export type FieldCheck = () => string | undefined;

export interface FormShared {
  /** Fields address their values by name alone, so the shared view of the form knows no value types. */
  readonly form: FormOf<object, unknown>;
  readonly busy: boolean;
  /** Tells the form how a field is called and how its value reads, for the conflict view. */
  readonly register: (name: string, label: string, show: ShowValue) => void;
  /** By a field's name what is wrong with the text in it, asked before the form is saved. */
  readonly checks: Map<string, FieldCheck>;
}

export const FormContext = createContext<FormShared | undefined>(undefined);

export function useFormShared(): FormShared {
  const shared = useContext(FormContext);
  if (shared === undefined) throw new Error("a field stands outside a form");
  return shared;
}

export interface FieldState<Value> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly error: string | undefined;
  readonly disabled: boolean;
  /** Attributes by which the form finds the field to put the focus on. */
  readonly mark: { readonly "data-field": string };
}

const asItIs: ShowValue = () => undefined;

/**
 * Binds a field to its form by its (dotted) name. `empty` stands in for a value that is not of the field's kind; `show` says in a conflict
 * what a value means, and is one function as long as it says the same.
 */
export function useField<Value>(
  name: string,
  label: string,
  fits: (value: unknown) => value is Value,
  empty: Value,
  show: ShowValue = asItIs,
): FieldState<Value> {
  const { form, busy, register } = useFormShared();
  useEffect(() => register(name, label, show), [register, name, label, show]);
  const stored: unknown = form.getInputProps(name).value;
  const error = form.errors[name];
  return {
    value: fits(stored) ? stored : empty,
    onChange: (value) => form.setFieldValue(name, value),
    error: typeof error === "string" ? error : undefined,
    disabled: busy,
    mark: { "data-field": name },
  };
}

/** Holds the form back as long as what is typed in the field means nothing: its value would be saved, which is empty or that of before. */
export function useFieldCheck(name: string, check: FieldCheck): void {
  const { checks } = useFormShared();
  useEffect(() => {
    checks.set(name, check);
    return () => void checks.delete(name);
  });
}

export interface FieldProps {
  /** The value's name in the form, dotted for nested ones. */
  readonly name: string;
  readonly label: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly disabled?: boolean;
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
}

type Given<T> = Exclude<T, null | undefined>;
type Holds<T, Kind> = unknown extends T ? true : [Given<T>] extends [Kind] ? true : false;
type Deeper = readonly [never, 0, 1, 2];

/** The names of those values that a field of this kind can hold: dotted within a record, with a number within a list. */
export type NameOf<Values, Kind, Depth extends Deeper[number] | 3 = 3> = {
  [Key in keyof Values & string]:
    | (Holds<Values[Key], Kind> extends true ? Key : never)
    | ([Depth] extends [never]
        ? never
        : Given<Values[Key]> extends readonly (infer Item)[]
          ? `${Key}.${number}.${NameOf<Given<Item>, Kind, Deeper[Depth]>}`
          : Given<Values[Key]> extends string | number | boolean | Blob
            ? never
            : `${Key}.${NameOf<Given<Values[Key]>, Kind, Deeper[Depth]>}`);
}[keyof Values & string];

/**
 * What a field of a kind of value is given. With `form`, the form in which it stands, its name is one of that form's values of this kind,
 * or does not compile; without it, in a part that stands in several forms, it is any name.
 */
export type FieldOf<Values extends object, Kind, Props extends FieldProps = FieldProps> = Omit<Props, "name"> & {
  readonly form?: FormOf<Values, unknown>;
  readonly name: [Values] extends [never] ? string : NameOf<Values, Kind> & string;
};

/** The properties that all of Mantine's inputs share. */
export const inputProps = (
  props: FieldProps,
  field: { error: string | undefined; disabled: boolean; mark: object },
) => ({
  label: props.label,
  withAsterisk: props.required ?? false,
  required: props.required ?? false,
  error: field.error,
  disabled: (props.disabled ?? false) || field.disabled,
  ...(props.description === undefined ? {} : { description: props.description }),
  ...(props.placeholder === undefined ? {} : { placeholder: props.placeholder }),
  ...(props.autoFocus ? { "data-autofocus": true } : {}),
  ...field.mark,
});
