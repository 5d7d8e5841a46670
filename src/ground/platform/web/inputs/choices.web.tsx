/**
 * Choices: from a short list (`SelectField`, `MultiSelectField`, `RadioField`), or searched for on the server (`RemoteSelect`,
 * `ClientPicker` and their fields). The theme keeps every list to 1,000 options of 40 px in 300 px (specification, point 9).
 */
import { Loader, MultiSelect, Radio, Select, Stack } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { z } from "zod";
import { type Option, option } from "../../../kernel/query.ts";
import { usePlatformTexts } from "../content/texts.web.ts";
import { sendForJson } from "../http/transport.web.ts";
import { searchDebounceMillis } from "./choice-limits.ts";
import { type Choice, listed, listOr, valueIn } from "./choice-list.web.ts";
import { type FieldOf, type FieldProps, inputProps, useField } from "./form/context.web.ts";
import { useRetryEntry, useSearchFailure } from "./search-failure.web.tsx";

export type { Choice } from "./choice-list.web.ts";

const isText = (value: unknown): value is string | null => typeof value === "string" || value === null;
const isChoice = (value: unknown): value is string | number | null => isText(value) || typeof value === "number";
const labelIn = (options: readonly Choice[]) => (value: unknown) =>
  options.find((option) => String(option.value) === String(value))?.label;
const isChoices = (value: unknown): value is (string | number)[] =>
  Array.isArray(value) && value.every((item) => item !== null && isChoice(item));

/** One of a short list; the value is the choice's value or null. Searchable from ten choices on. */
export function SelectField<Values extends object = never>(
  props: FieldOf<Values, string | number, FieldProps & { options: readonly Choice[]; clearable?: boolean }>,
): ReactNode {
  const t = usePlatformTexts();
  const field = useField<string | number | null>(props.name, props.label, isChoice, null, labelIn(props.options));
  return (
    <Select
      {...inputProps(props, field)}
      data={listed(props.options)}
      value={field.value === "" || field.value === null ? null : String(field.value)}
      onChange={(value) => field.onChange(value === null ? null : valueIn(props.options, value))}
      searchable={props.options.length >= 10}
      allowDeselect={props.clearable ?? false}
      clearable={props.clearable ?? false}
      clearButtonProps={{ "aria-label": t("clear") }}
      filter={listOr(t(props.options.length === 0 ? "listEmpty" : "noElements"))}
    />
  );
}

/** Several of a short list; the value is an array of the choices' values. */
export function MultiSelectField<Values extends object = never>(
  props: FieldOf<Values, readonly (string | number)[], FieldProps & { options: readonly Choice[]; max?: number }>,
): ReactNode {
  const t = usePlatformTexts();
  const field = useField<(string | number)[]>(props.name, props.label, isChoices, []);
  return (
    <MultiSelect
      {...inputProps(props, field)}
      data={listed(props.options)}
      value={field.value.map(String)}
      onChange={(values) => field.onChange(values.map((value) => valueIn(props.options, value)))}
      {...(props.max === undefined ? {} : { maxValues: props.max })}
      searchable
      clearable
      clearButtonProps={{ "aria-label": t("clear") }}
      filter={listOr(t(props.options.length === 0 ? "listEmpty" : "noElements"))}
    />
  );
}

/** One of a few choices, all in sight. */
export function RadioField<Values extends object = never>(
  props: FieldOf<Values, string, FieldProps & { options: readonly Choice<string>[] }>,
): ReactNode {
  const field = useField<string | null>(props.name, props.label, isText, null, labelIn(props.options));
  const { label, error, withAsterisk, disabled } = inputProps(props, field);
  return (
    <Radio.Group
      label={label}
      error={error}
      withAsterisk={withAsterisk}
      value={field.value}
      onChange={field.onChange}
      {...field.mark}
    >
      <Stack gap={10} mt={4}>
        {props.options.map((choice) => (
          <Radio
            key={choice.value}
            value={choice.value}
            label={choice.label}
            disabled={disabled || choice.disabled === true}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

/** What a remote search answers: options under `entities` or `items` (specification, point 7). */
const optionsReply = z.union([z.object({ entities: z.array(option) }), z.object({ items: z.array(option) })]);

async function fetchOptions(
  url: string,
  query: readonly (readonly [string, string])[],
  /** Whether somebody is searching, who is asked to log in where the session is over. */
  by: { readonly signal: AbortSignal; readonly quiet?: boolean },
): Promise<Option[]> {
  const reply = optionsReply.parse(await sendForJson({ method: "GET", path: url, query, bar: false, ...by }));
  return "entities" in reply ? reply.entities : reply.items;
}

export type OptionId = number | string;

interface RemoteShared {
  /** The address that is asked with `keywords`, or with `id` for the values it starts with. */
  readonly url: string;
  /** Further query parameters. */
  readonly query?: Readonly<Record<string, string>>;
  readonly label?: ReactNode;
  readonly name?: string;
  readonly placeholder?: string;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
  readonly required?: boolean;
  readonly description?: string;
  readonly size?: "xs" | "sm";
  readonly mark?: object;
}

export type RemoteSelectProps = RemoteShared &
  (
    | {
        readonly multiple?: false;
        readonly value: OptionId | null;
        readonly onChange: (value: OptionId | null, option?: Option) => void;
      }
    | { readonly multiple: true; readonly value: readonly OptionId[]; readonly onChange: (value: OptionId[]) => void }
  );

/** The options of what is being typed, and of the values that are already chosen. */
function useRemoteOptions(props: RemoteShared, chosen: readonly OptionId[], keywords: string) {
  const extra = Object.entries(props.query ?? {});
  const [typed] = useDebouncedValue(keywords.trim(), searchDebounceMillis);
  const named = (id: OptionId, signal: AbortSignal): Promise<Option[]> =>
    fetchOptions(props.url, [...extra, ["id", String(id)]], { signal, quiet: true });
  const initial = useQuery({
    queryKey: ["options by id", props.url, extra, chosen],
    queryFn: async ({ signal }) => (await Promise.all(chosen.map((id) => named(id, signal)))).flat(),
    enabled: chosen.length > 0,
    placeholderData: keepPreviousData,
  });
  // The name of what is chosen stands in the box without anybody searching for it.
  const isName = initial.data?.some(({ text }) => text.trim() === typed) ?? false;
  const found = useQuery({
    queryKey: ["options", props.url, extra, typed],
    queryFn: ({ signal }) => fetchOptions(props.url, [...extra, ["keywords", typed]], { signal }),
    enabled: typed !== "" && !isName,
    placeholderData: keepPreviousData,
  });
  const options = useMemo(() => {
    const byId = new Map<string, Option>();
    // What is chosen stays chosen, also while its name cannot be read.
    if (initial.isError) for (const id of chosen) byId.set(String(id), { id, text: `#${id}` });
    for (const item of [...(initial.data ?? []), ...(typed === "" ? [] : (found.data ?? []))])
      byId.set(String(item.id), item);
    return byId;
  }, [initial.data, initial.isError, found.data, typed, chosen]);
  return {
    options,
    typed,
    isLoading: found.isFetching || keywords.trim() !== typed,
    error: found.error,
    retry: () => void found.refetch(),
  };
}

/** What a box that searches the server has as any other field has it. */
const fieldOf = (props: RemoteSelectProps) =>
  ({
    label: props.label,
    "aria-label": props.name,
    error: props.error,
    disabled: props.disabled ?? false,
    withAsterisk: props.required ?? false,
    description: props.description,
    size: props.size ?? "sm",
  }) as const;

/** Chooses from what the server finds: searched 500 ms after the last key, and only for a non-empty text. */
export function RemoteSelect(props: RemoteSelectProps): ReactNode {
  const t = usePlatformTexts();
  const [keywords, setKeywords] = useState("");
  checkValue(props);
  const { value: given } = props;
  const chosen = useMemo<readonly OptionId[]>(() => (typeof given === "object" ? (given ?? []) : [given]), [given]);
  const { options, typed, isLoading, error, retry } = useRemoteOptions(props, chosen, keywords);
  const isChosen = (value: string): boolean => chosen.some((id) => String(id) === value);
  const chosenTexts = new Set(chosen.map((id) => options.get(String(id))?.text));
  // The text of the chosen option stands in the box as soon as it is chosen; that is no search.
  const searching = keywords.trim() !== "" && !chosenTexts.has(keywords);
  const isWaiting = isLoading || typed === "";
  const failure = useSearchFailure(searching && !isWaiting ? error : null);
  const retrying = useRetryEntry(failure, retry);
  const found = [...options.values()].map((item) => ({ value: String(item.id), label: item.text }));
  const shared = {
    ...props.mark,
    ...fieldOf(props),
    ...retrying.box,
    data: [...retrying.entries, ...(failure === undefined ? found : found.filter(({ value }) => isChosen(value)))],
    searchable: true,
    searchValue: keywords,
    onSearchChange: setKeywords,
    // The server has filtered already; only what is chosen and does not match is kept out of sight.
    filter: listOr(t(!searching ? "enterCharacters" : isWaiting ? "searching" : "noElements"), ({ options: all }) =>
      searching ? (failure === undefined ? all : all.slice(0, 1)) : [],
    ),
    rightSection: isLoading && searching ? <Loader size={14} /> : undefined,
    placeholder: chosen.length === 0 ? (props.placeholder ?? t("typeToSearch")) : undefined,
    clearable: true,
    clearButtonProps: { "aria-label": t("clear") },
  } as const;
  // An id is what the server says it is, a number mostly; one that was chosen before is known also while its text is not.
  const idOf = (value: string): OptionId =>
    options.get(value)?.id ?? chosen.find((id) => String(id) === value) ?? value;
  if (props.multiple) {
    return (
      <MultiSelect
        {...shared}
        value={props.value.map(String)}
        // It would clear what was typed with every entry that is chosen, that for another try as well.
        clearSearchOnChange={failure === undefined}
        onChange={(values) => void (retrying.takes(values.at(-1)) || props.onChange(values.map(idOf)))}
      />
    );
  }
  return (
    <Select
      {...shared}
      value={props.value === null ? null : String(props.value)}
      onChange={(value) => {
        if (retrying.takes(value)) return;
        if (value === null) props.onChange(null);
        else props.onChange(idOf(value), options.get(value));
      }}
    />
  );
}

/** A multiple select with a value that is no array, or a single one with an array, is our own error (specification, point 5). */
function checkValue(props: { multiple?: boolean; value: unknown }): void {
  const isArray = Array.isArray(props.value);
  if (props.multiple === true && !isArray) throw new TypeError("a multiple select needs an array as its value");
  if (props.multiple !== true && isArray) throw new TypeError("a single select cannot take an array as its value");
}

const isId = (value: unknown): value is OptionId | null =>
  value === null || typeof value === "number" || typeof value === "string";
const isIds = (value: unknown): value is OptionId[] =>
  Array.isArray(value) && value.every((item) => item !== null && isId(item));

export type RemoteSelectFieldProps = FieldProps & {
  readonly url: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly multiple?: boolean;
};

/** `RemoteSelect` in a form; the value is an id or null, or an array of ids with `multiple`. */
export function RemoteSelectField<Values extends object = never>(
  props: FieldOf<Values, OptionId | readonly OptionId[], RemoteSelectFieldProps>,
): ReactNode {
  return props.multiple ? <ManyField {...props} /> : <OneField {...props} />;
}

const remoteProps = (
  props: RemoteSelectFieldProps,
  field: { error: string | undefined; disabled: boolean; mark: object },
) => ({
  url: props.url,
  label: props.label,
  error: field.error,
  disabled: (props.disabled ?? false) || field.disabled,
  required: props.required ?? false,
  mark: field.mark,
  ...(props.query === undefined ? {} : { query: props.query }),
  ...(props.placeholder === undefined ? {} : { placeholder: props.placeholder }),
  ...(props.description === undefined ? {} : { description: props.description }),
});

function OneField(props: RemoteSelectFieldProps): ReactNode {
  const field = useField<OptionId | null>(props.name, props.label, isId, null);
  return (
    <RemoteSelect {...remoteProps(props, field)} value={field.value} onChange={(value) => field.onChange(value)} />
  );
}

function ManyField(props: RemoteSelectFieldProps): ReactNode {
  const field = useField<OptionId[]>(props.name, props.label, isIds, []);
  return <RemoteSelect {...remoteProps(props, field)} multiple value={field.value} onChange={field.onChange} />;
}

/** Where clients are searched (specification, point 7). */
export const clientSearchUrl = "/api/customer/search";

type WithoutUrl<Props> = Props extends unknown ? Omit<Props, "url"> : never;

/** Chooses a client, or several. */
export function ClientPicker(props: WithoutUrl<RemoteSelectProps>): ReactNode {
  return <RemoteSelect {...props} url={clientSearchUrl} />;
}

/** `ClientPicker` in a form. */
export function ClientField<Values extends object = never>(
  props: FieldOf<Values, OptionId | readonly OptionId[], Omit<RemoteSelectFieldProps, "url">>,
): ReactNode {
  const { form: _form, ...rest } = props;
  return <RemoteSelectField {...rest} url={clientSearchUrl} />;
}
