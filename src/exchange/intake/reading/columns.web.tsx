/** The step in which a person sees how a file is read and which column holds what, and corrects it. */

import { Button, Group, Select } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { textOf } from "../../../ground/platform/web/content/texts.web.ts";
import { showError, useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { ApiError } from "../../../ground/platform/web/http/transport.web.ts";
import { listOr } from "../../../ground/platform/web/inputs/choice-list.web.ts";
import { ClientPicker } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { CommonErrors } from "../../../ground/platform/web/inputs/form.web.tsx";
import { useAddressQuery } from "../../../ground/platform/web/pages/links.web.tsx";
import { Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { type Batch, sampleImport } from "../import/import.contract.ts";
import { useImportKind } from "../import/kind.web.tsx";
import {
  type ColumnMapping,
  fieldsOf,
  type ImportField,
  type ImportMode,
  isOfClaims,
  requiredFields,
} from "../import/layout.ts";
import styles from "../intake.module.css";
import { useIntakeTexts } from "../texts.web.ts";

type Style = Batch["style"];

/** What is always shown of a kind of upload: what it cannot do without, and the names of which one must be there. */
const isNeededIn = (mode: ImportMode, field: ImportField): boolean =>
  requiredFields[mode].includes(field) ||
  (isOfClaims(mode) && (field === "lastName" || field === "companyName")) ||
  (mode === "precassoPayments" && (field === "clientRef" || field === "invoiceNumber"));

export function ChooseColumns({ batch, onChecked }: { batch: Batch; onChecked: () => void }): ReactNode {
  const t = useIntakeTexts();
  const { set } = useAddressQuery();
  const [client, setClient] = useState<number | null>(batch.client?.id ?? null);
  const [style, setStyle] = useState<Style>(batch.style);
  const [mapping, setMapping] = useState<ColumnMapping>(batch.mapping);
  // What a colleague saves meanwhile is told on saving, and not written over by what was chosen before it was seen.
  const [{ version }] = useState(batch);
  const [error, setError] = useState<ApiError>();
  const sample = useCall(sampleImport, { params: { id: batch.id }, query: style });
  const check = useAct(useImportKind().calls.check);
  const header = sample.data?.header ?? batch.header;
  const run = async (): Promise<void> => {
    setError(undefined);
    try {
      const reply = await check.mutateAsync({
        params: { id: batch.id },
        body: { client, style, mapping, version },
      });
      set({ job: reply.job });
      onChecked();
    } catch (problem) {
      if (problem instanceof ApiError && problem.isValidation) return setError(problem);
      showError(problem);
      if (problem instanceof ApiError && problem.status === 409) onChecked();
    }
  };
  const common = [...(error?.errors.common ?? []), ...(error?.errors.mapping ?? [])];
  return (
    <div className={styles.stack}>
      <CommonErrors messages={common} />
      <div className={styles.row} data-columns="1-1-1-1-1">
        <ClientPicker
          label={t("client")}
          value={client}
          error={error?.errors.client?.[0]}
          onChange={(id) => setClient(id === null ? null : Number(id))}
        />
        <StyleChoices style={style} format={batch.format} onChange={setStyle} />
      </div>
      <Section title={t("stepColumns")} aside={client === null ? undefined : t("mappingRemembered")}>
        <MappingTable
          header={header}
          rows={sample.data?.rows ?? []}
          mapping={mapping}
          hasClient={client !== null}
          mode={batch.mode}
          errors={error?.errors ?? {}}
          onChange={setMapping}
        />
      </Section>
      <Group>
        <Button onClick={() => void run()} loading={check.isPending}>
          {t("check")}
        </Button>
      </Group>
    </div>
  );
}

function StyleChoices(props: { style: Style; format: Batch["format"]; onChange: (style: Style) => void }): ReactNode {
  const t = useIntakeTexts();
  const { style, onChange } = props;
  const separators = [
    { value: ";", label: t("separator_semicolon") },
    { value: ",", label: t("separator_comma") },
    { value: "\t", label: t("separator_tab") },
    { value: "|", label: t("separator_pipe") },
  ] as const;
  const decimals = [
    { value: ",", label: t("decimal_comma") },
    { value: ".", label: t("decimal_point") },
  ] as const;
  const dates = (["dmy", "mdy", "ymd"] as const).map((value) => ({ value, label: t(`dates_${value}`) }));
  const encodings = (["utf-8", "windows-1252", "utf-16le", "utf-16be"] as const).map((value) => ({
    value,
    label: value.toUpperCase(),
  }));
  const pick =
    <K extends keyof Style>(name: K, choices: readonly { readonly value: Style[K] }[]) =>
    (value: string | null): void => {
      const chosen = choices.find((choice) => choice.value === value);
      if (chosen) onChange({ ...style, [name]: chosen.value });
    };
  const shared = { allowDeselect: false, comboboxProps: { withinPortal: true } } as const;
  return (
    <>
      {props.format === "csv" && (
        <>
          <Select
            {...shared}
            label={t("separator")}
            data={separators}
            value={style.separator}
            onChange={pick("separator", separators)}
          />
          <Select
            {...shared}
            label={t("encoding")}
            data={encodings}
            value={style.encoding}
            onChange={pick("encoding", encodings)}
          />
        </>
      )}
      <Select
        {...shared}
        label={t("decimal")}
        data={decimals}
        value={style.decimal}
        onChange={pick("decimal", decimals)}
      />
      <Select {...shared} label={t("dates")} data={dates} value={style.dates} onChange={pick("dates", dates)} />
    </>
  );
}

interface MappingProps {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly mapping: ColumnMapping;
  readonly hasClient: boolean;
  readonly mode: ImportMode;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly onChange: (mapping: ColumnMapping) => void;
}

/** A column holds one field: where it was chosen before, it is free again. */
function withColumn(mapping: ColumnMapping, field: ImportField, value: string | null): ColumnMapping {
  const others = Object.entries(mapping).filter(([other, column]) => other !== field && String(column) !== value);
  return Object.fromEntries(value === null ? others : [...others, [field, Number(value)]]);
}

/** The first three values of a column. */
const exampleOf = (rows: MappingProps["rows"], column: number | undefined): string =>
  column === undefined
    ? ""
    : rows
        .map((row) => row[column] ?? "")
        .filter((cell) => cell !== "")
        .slice(0, 3)
        .join(" · ");

/** A field, and the column that holds it. */
function MappedField({ of, field, needed }: { of: MappingProps; field: ImportField; needed: boolean }): ReactNode {
  const t = useIntakeTexts();
  const { header, mapping, errors, onChange } = of;
  const taken = new Set(Object.values(mapping));
  const columns = header.map((title, index) => {
    const label = title || `${index + 1}`;
    return { value: String(index), label: taken.has(index) ? `${label} ✓` : label };
  });
  return (
    <tr data-required={needed}>
      <td>{t(`field_${field}`)}</td>
      <td>
        <Select
          size="xs"
          aria-label={t(`field_${field}`)}
          placeholder={t("notUsed")}
          data={columns}
          value={mapping[field] === undefined ? null : String(mapping[field])}
          onChange={(value) => onChange(withColumn(mapping, field, value))}
          clearable
          searchable
          filter={listOr(textOf("platform.noElements"))}
          error={errors[`mapping.${field}`]?.[0]}
        />
      </td>
      <td>{exampleOf(of.rows, mapping[field])}</td>
    </tr>
  );
}

function MappingTable(props: MappingProps): ReactNode {
  const t = useIntakeTexts();
  const { mapping, errors } = props;
  const [all, setAll] = useState(false);
  const isNeeded = (field: ImportField): boolean =>
    field === "clientNumber"
      ? !props.hasClient
      : isNeededIn(props.mode, field) || errors[`mapping.${field}`] !== undefined;
  // Which fields are shown is settled when the table opens: a row must not vanish while its column is being chosen.
  const [begun] = useState(mapping);
  const fields = fieldsOf[props.mode];
  const shown = fields.filter((field) => all || isNeeded(field) || begun[field] !== undefined);
  const hidden = fields.length - shown.length;
  return (
    <>
      <table className={styles.mapping}>
        <thead>
          <tr>
            <th scope="col">{t("field")}</th>
            <th scope="col">{t("column")}</th>
            <th scope="col">{t("example")}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((field) => (
            <MappedField key={field} of={props} field={field} needed={isNeeded(field)} />
          ))}
        </tbody>
      </table>
      {(hidden > 0 || all) && (
        <button type="button" className="v-link" onClick={() => setAll(!all)} style={{ marginTop: 8 }}>
          {all ? t("hideUnused") : t("showUnused", { count: hidden })}
        </button>
      )}
    </>
  );
}
