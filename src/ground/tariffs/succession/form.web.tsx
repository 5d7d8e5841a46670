/** A new row of a tariff, one that has not begun, or the right one in the place of a wrong one. */

import { Alert, SimpleGrid } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { currentLanguage } from "../../platform/web/content/texts.web.ts";
import { dateText } from "../../platform/web/content/values.web.tsx";
import { notify } from "../../platform/web/feedback/notify.web.tsx";
import { useAct } from "../../platform/web/http/api.web.ts";
import { DateField } from "../../platform/web/inputs/dates.web.tsx";
import { CheckboxField, Form, TextareaField, TextField, useCallForm } from "../../platform/web/inputs/form.web.tsx";
import { Section } from "../../platform/web/pages/page.web.tsx";
import {
  correctTariff,
  listTariffs,
  missingTariffList,
  succeedTariff,
  type TariffRow,
  updateTariff,
} from "../tariffs.contract.ts";
import type { TariffKind } from "../tariffs.ts";
import { Comparison, useTariffTexts } from "./compare.web.tsx";
import { DataFields, type TariffValues, typedData } from "./fields.web.tsx";
import { newTariffData } from "./succession.ts";

/** What is being done: entering a successor, changing a row that has not begun, or putting a wrong one right. */
export type TariffAction = "succeed" | "edit" | "correct";

interface TariffFormProps {
  readonly doing: TariffAction;
  readonly kind: TariffKind;
  /** The row that is edited or put right; for a successor the last one, which it is prefilled from. */
  readonly from: TariffRow | undefined;
  /** What it is compared with: the row before it, or the wrong one. */
  readonly before: TariffRow | undefined;
  /** The day on which the law's next row is due, where one is. */
  readonly dueOn: string | undefined;
  readonly close: () => void;
}

const blankData: Readonly<Record<TariffKind, TariffValues["data"]>> = {
  interest_statutory: { pct: "" },
  interest_commercial: { pct: "" },
  interest_fair: { pct: "" },
  vat: { pct: "" },
  bik_scale: { slices: [{ width: null, pct: "" }], minimum: null, maximum: null },
  court_fee_kanton: { bands: [] },
  court_fee_rechtbank: { bands: [] },
  salary_kanton: { bands: [] },
  after_costs: { kantonMaximum: null, civil: null, service: null },
  btag: { acts: {} },
  equated_days: { days: [] },
};

/** Percentages as people here type them: with a comma, but in English with a point. */
function asTyped(data: TariffValues["data"]): TariffValues["data"] {
  const typed = (pct: unknown): unknown =>
    typeof pct === "string" && currentLanguage() !== "en" ? pct.replace(".", ",") : pct;
  if (typeof data.pct === "string") return { ...data, pct: typed(data.pct) };
  if (!Array.isArray(data.slices)) return data;
  return { ...data, slices: data.slices.map((slice) => ({ ...slice, pct: typed(slice.pct) })) };
}

function initialOf({ doing, kind, from, dueOn }: TariffFormProps): TariffValues {
  const isNew = doing === "succeed";
  // The days of another year would only be wrong; everything else begins as it was.
  const data = from === undefined || (isNew && kind === "equated_days") ? blankData[kind] : asTyped(from.data);
  return {
    validFrom: isNew ? (dueOn ?? null) : (from?.validFrom ?? null),
    source: isNew ? "" : (from?.source ?? ""),
    verified: isNew ? true : (from?.verified ?? true),
    reason: "",
    version: from?.version ?? 1,
    data,
  };
}

export function TariffForm(props: TariffFormProps): ReactNode {
  const t = useTariffTexts();
  const { doing, kind, from, before, close } = props;
  const form = useCallForm(updateTariff, initialOf(props), (values) => ({
    kind,
    data: typedData(kind, values.data),
    source: values.source,
    verified: values.verified,
    validFrom: values.validFrom ?? "",
    version: values.version,
  }));
  const invalidates = [listTariffs, missingTariffList];
  const succeed = useAct(succeedTariff, { invalidates });
  const update = useAct(updateTariff, { invalidates });
  const correct = useAct(correctTariff, { invalidates });

  const save = async (body: BodyOf<typeof updateTariff>, { reason }: TariffValues): Promise<void> => {
    const { version: _version, ...fresh } = body;
    const { validFrom: _day, ...same } = fresh;
    if (doing === "succeed") await succeed.mutateAsync({ body: fresh });
    else if (from !== undefined && doing === "edit") await update.mutateAsync({ params: { id: from.id }, body });
    else if (from !== undefined) await correct.mutateAsync({ params: { id: from.id }, body: { ...same, reason } });
    notify({ message: t("saved"), variant: "success" });
  };

  const typed = newTariffData[kind].safeParse(typedData(kind, form.values.data));
  return (
    <Form form={form} label={t(doing)} onSave={save} onSaved={close} onCancel={close}>
      {doing === "correct" && from && (
        <Alert variant="light" color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {t("correctHint", {
            from: dateText(from.validFrom),
            until: from.validUntil === null ? t("today") : dateText(from.validUntil),
          })}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {doing !== "correct" && <DateField form={form} name="validFrom" label={t("validFrom")} required />}
        <TextField
          form={form}
          name="source"
          label={t("source")}
          required
          maxLength={300}
          description={t("sourceHint")}
        />
      </SimpleGrid>
      <DataFields kind={kind} form={form} />
      <CheckboxField form={form} name="verified" label={t("verified")} />
      {doing === "correct" && (
        <TextareaField form={form} name="reason" label={t("reason")} required rows={2} maxLength={500} />
      )}
      <Section title={t("preview")}>
        <Comparison kind={kind} before={before?.data} after={typed.success ? typed.data : null} />
      </Section>
    </Form>
  );
}
