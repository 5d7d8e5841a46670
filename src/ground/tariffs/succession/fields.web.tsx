/** The fields of each kind of tariff. */
import { ActionIcon, Button, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { DateField } from "../../platform/web/inputs/dates.web.tsx";
import { CheckboxField, type FormOf, MoneyField, NumberField, TextField } from "../../platform/web/inputs/form.web.tsx";
import { btagArticles } from "../btag.ts";
import styles from "../tariffs.module.css";
import type { TariffKind } from "../tariffs.ts";
import { useTariffTexts } from "./compare.web.tsx";

type Row = Readonly<Record<string, unknown>>;

/** What the form holds of a tariff's data: rows, percentages as typed, amounts in cents. */
export interface DataValues {
  readonly [name: string]: unknown;
}

export interface TariffValues {
  readonly validFrom: string | null;
  readonly source: string;
  readonly verified: boolean;
  readonly reason: string;
  readonly version: number;
  readonly data: DataValues;
}

type TariffForm = FormOf<TariffValues, unknown>;

const rowsOf = (form: TariffForm, list: string): readonly Row[] => {
  const rows = form.values.data[list];
  return Array.isArray(rows) ? rows : [];
};

interface RowsProps {
  readonly form: TariffForm;
  /** The list within the data: "bands". */
  readonly list: string;
  readonly title: string;
  readonly hint?: string;
  /** A new row. */
  readonly blank: unknown;
  readonly children: (path: string, index: number, isLast: boolean) => ReactNode;
}

/** Rows of fields that can be added and taken away. */
function Rows({ form, list, title, hint, blank, children }: RowsProps): ReactNode {
  const t = useTariffTexts();
  const rows = rowsOf(form, list);
  return (
    <fieldset className={styles.rows}>
      <legend>{title}</legend>
      {hint !== undefined && (
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      )}
      <span data-field={`data.${list}`} tabIndex={-1}>
        {form.errors[`data.${list}`] && (
          <Text size="xs" c="red" role="alert">
            {form.errors[`data.${list}`]}
          </Text>
        )}
      </span>
      <Stack gap="xs">
        {rows.map((_row, index) => (
          // Rows have no name of their own; their place is what they are.
          <Group key={index} gap="xs" align="flex-end" className={styles.row ?? ""}>
            {children(`data.${list}.${index}`, index, index === rows.length - 1)}
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              aria-label={t("removeRow", { number: index + 1 })}
              onClick={() => form.removeListItem(`data.${list}`, index)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
      </Stack>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={14} />}
        onClick={() => form.insertListItem(`data.${list}`, blank)}
      >
        {t("addRow")}
      </Button>
    </fieldset>
  );
}

function ScaleFields({ form }: { form: TariffForm }): ReactNode {
  const t = useTariffTexts();
  return (
    <>
      <Rows form={form} list="slices" title={t("slices")} hint={t("restOf")} blank={{ width: null, pct: "" }}>
        {(path) => (
          <>
            <MoneyField name={`${path}.width`} label={t("width")} />
            <TextField name={`${path}.pct`} label={t("pctOf")} rightSection="%" />
          </>
        )}
      </Rows>
      <SimpleGrid cols={2}>
        <MoneyField name="data.minimum" label={t("minimum")} required />
        <MoneyField name="data.maximum" label={t("maximum")} required />
      </SimpleGrid>
    </>
  );
}

function CourtFields({ form }: { form: TariffForm }): ReactNode {
  const t = useTariffTexts();
  const blank = { upTo: null, undetermined: false, legal: null, natural: null, indigent: null };
  return (
    <Rows form={form} list="bands" title={t("bands")} hint={t("noLimit")} blank={blank}>
      {(path) => (
        <>
          <MoneyField name={`${path}.upTo`} label={t("upTo")} />
          <MoneyField name={`${path}.legal`} label={t("legal")} />
          <MoneyField name={`${path}.natural`} label={t("natural")} />
          <MoneyField name={`${path}.indigent`} label={t("indigent")} />
          <div className={styles.check}>
            <CheckboxField name={`${path}.undetermined`} label={t("undetermined")} />
          </div>
        </>
      )}
    </Rows>
  );
}

function SalaryFields({ form }: { form: TariffForm }): ReactNode {
  const t = useTariffTexts();
  const blank = { upTo: null, perPoint: null, maxPoints: null };
  return (
    <Rows form={form} list="bands" title={t("bands")} hint={t("noLimit")} blank={blank}>
      {(path) => (
        <>
          <MoneyField name={`${path}.upTo`} label={t("upTo")} />
          <MoneyField name={`${path}.perPoint`} label={t("perPoint")} />
          <NumberField name={`${path}.maxPoints`} label={t("maxPoints")} min={1} max={100} />
        </>
      )}
    </Rows>
  );
}

function AfterCostsFields(): ReactNode {
  const t = useTariffTexts();
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <MoneyField name="data.kantonMaximum" label={t("kantonMaximum")} required />
      <MoneyField name="data.civil" label={t("civil")} required />
      <MoneyField name="data.service" label={t("service")} required />
    </SimpleGrid>
  );
}

function ActFields({ form }: { form: TariffForm }): ReactNode {
  const t = useTariffTexts();
  return (
    <fieldset className={styles.rows}>
      <legend>{t("acts")}</legend>
      <Text size="xs" c="dimmed">
        {t("actsHint")}
      </Text>
      <span data-field="data.acts" tabIndex={-1}>
        {form.errors["data.acts"] && (
          <Text size="xs" c="red" role="alert">
            {form.errors["data.acts"]}
          </Text>
        )}
      </span>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="xs">
        {btagArticles.map((article) => (
          <MoneyField key={article} name={`data.acts.${article}`} label={t("article", { article })} />
        ))}
      </SimpleGrid>
    </fieldset>
  );
}

function DayFields({ form }: { form: TariffForm }): ReactNode {
  const t = useTariffTexts();
  return (
    <Rows form={form} list="days" title={t("days")} hint={t("daysHint")} blank={null}>
      {(path, index) => <DateField name={path} label={t("day", { number: index + 1 })} />}
    </Rows>
  );
}

/** The fields of one kind. */
export function DataFields({ kind, form }: { kind: TariffKind; form: TariffForm }): ReactNode {
  const t = useTariffTexts();
  switch (kind) {
    case "interest_statutory":
    case "interest_commercial":
    case "interest_fair":
      return <TextField name="data.pct" label={t("pct")} required rightSection="%" />;
    case "vat":
      return <TextField name="data.pct" label={t("pctOf")} required rightSection="%" />;
    case "bik_scale":
      return <ScaleFields form={form} />;
    case "court_fee_kanton":
    case "court_fee_rechtbank":
      return <CourtFields form={form} />;
    case "salary_kanton":
      return <SalaryFields form={form} />;
    case "after_costs":
      return <AfterCostsFields />;
    case "btag":
      return <ActFields form={form} />;
    case "equated_days":
      return <DayFields form={form} />;
  }
}

/** What travels: acts that are filled in, days that are chosen, the rest as it stands. */
export function typedData(kind: TariffKind, data: DataValues): DataValues {
  if (kind === "btag") {
    const acts = typeof data.acts === "object" && data.acts !== null ? Object.entries(data.acts) : [];
    return { acts: Object.fromEntries(acts.filter(([, cents]) => cents !== null && cents !== undefined)) };
  }
  if (kind === "equated_days") return { days: Array.isArray(data.days) ? data.days.map((day) => day ?? "") : [] };
  return data;
}
