/** The fields of one set of interest terms. */
import type { ReactNode } from "react";
import type { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { DateField } from "../../../ground/platform/web/inputs/dates.web.tsx";
import { type FormOf, NumberField } from "../../../ground/platform/web/inputs/form.web.tsx";
import styles from "../claims.module.css";
import type { interestTexts } from "./interest.texts.ts";
import type { TermValues } from "./interest-values.ts";

export type InterestText = ReturnType<typeof useTexts<typeof interestTexts>>;

const kinds = ["statutory", "commercial", "government", "contractual", "none"] as const;

interface TermFieldsProps<Values extends TermValues> {
  readonly t: InterestText;
  readonly form: FormOf<Values, unknown>;
  /** For one invoice, which can also follow the file. */
  readonly ofInvoice?: boolean;
}

export function TermFields<Values extends TermValues>({ t, form, ofInvoice }: TermFieldsProps<Values>): ReactNode {
  const { kind } = form.values;
  const agreed = kind === "contractual";
  const bears = kind !== "none" && kind !== "file";
  const options = [...(ofInvoice ? (["file"] as const) : []), ...kinds];
  const choices = <K extends string>(keys: readonly K[], label: (key: K) => string) =>
    keys.map((value) => ({ value, label: label(value) }));
  return (
    <div className={styles.fields}>
      <SelectField name="kind" label={t("kind")} required options={choices(options, (key) => t(`kind_${key}`))} />
      {bears && (
        <NumberField
          name="percent"
          label={t(agreed ? "rate" : "margin")}
          required={agreed}
          min={0}
          max={1000}
          decimals={4}
          suffix="%"
        />
      )}
      {agreed && (
        <>
          <SelectField
            name="per"
            label={t("per")}
            required
            options={choices(["year", "month"] as const, (key) => t(`per_${key}`))}
          />
          <SelectField
            name="compounding"
            label={t("compounding")}
            required
            options={choices(["none", "yearly", "monthly"] as const, (key) => t(`compounding_${key}`))}
          />
          <SelectField
            name="floor"
            label={t("floor")}
            required
            options={choices(["statutory", "commercial", "none"] as const, (key) => t(`floor_${key}`))}
          />
        </>
      )}
      {bears && (
        <SelectField
          name="dayCount"
          label={t("dayCount")}
          required
          options={choices(["ACT/365F", "ACT/ACT"] as const, (key) => t(`dayCount_${key}`))}
        />
      )}
      {kind !== "none" && <DateField name="from" label={t("from")} description={t("fromHint")} />}
    </div>
  );
}
