/** Agreements on interest and collection costs: dated rows, of which the last that has begun holds. */
import { Button, SimpleGrid, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { currentLanguage, labelled } from "../../../ground/platform/web/content/texts.web.ts";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { RadioField, SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { DateField } from "../../../ground/platform/web/inputs/dates.web.tsx";
import {
  Form,
  MoneyField,
  NumberField,
  TextareaField,
  useCallForm,
  type ValuesOf,
} from "../../../ground/platform/web/inputs/form.web.tsx";
import { formatMoney, formatNumber } from "../../../ground/platform/web/inputs/format.ts";
import { Guard } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable } from "../../../ground/platform/web/table/table.web.tsx";
import { detailKey, useCustomersTexts, useDetailTexts } from "../texts.web.ts";
import { addTerms, type ClientTermsRow, dropTerms, listTerms } from "./agreements.contract.ts";
import { agreedFileTypes, compoundings, costsMethods, interestKinds, interestPeriods } from "./agreements.ts";
import { DropDated, datedColumns } from "./dated.web.tsx";

/** "8,5%" of an exact decimal. */
export const percentText = (decimal: string): string => `${formatNumber(Number(decimal), currentLanguage())}%`;

/** The words for the interest of a row: "Contractuele rente 8% per jaar, rente op rente jaarlijks". */
function useInterestText(): (row: ClientTermsRow) => string {
  const t = useDetailTexts();
  return (row) => {
    const kind = t(detailKey("interest", row.interestKind));
    if (row.interestKind === "legal" || row.interestKind === "none") return kind;
    const rate = `${percentText(row.interestRate)} ${t("per").toLowerCase()} ${t(detailKey("per", row.interestPer))}`;
    if (row.interestKind === "contractual") return `${kind} ${rate}`;
    return row.interestRate === "0" ? kind : `${kind} + ${rate}`;
  };
}

function useCostsText(): (row: ClientTermsRow) => string {
  const t = useDetailTexts();
  const money = (cents: number): string => formatMoney(cents, currentLanguage());
  return ({ costsMethod, costsPercent, costsCents }) => {
    if (costsMethod === "fixed") return labelled(t("costs_fixed"), money(costsCents));
    if (costsMethod !== "percent") return t(detailKey("costs", costsMethod));
    const least = costsCents === 0 ? "" : `, ${t("costsMinimum").toLowerCase()} ${money(costsCents)}`;
    return `${percentText(costsPercent)}${least}`;
  };
}

export function Terms({ clientId, editable }: { clientId: number; editable: boolean }): ReactNode {
  const t = useDetailTexts();
  const list = useCall(listTerms, { params: { id: clientId } });
  const interestText = useInterestText();
  const costsText = useCostsText();
  const add = (): void => {
    openModal({ title: t("termsTitle"), size: "lg" }, (close) => <TermsForm clientId={clientId} close={close} />);
  };
  const columns: Column<ClientTermsRow>[] = [
    { key: "fileType", label: t("debtors"), formatter: (_value, row) => t(detailKey("debtors", row.fileType)) },
    { key: "interestKind", label: t("interest"), limit: null, formatter: (_value, row) => interestText(row) },
    { key: "costsMethod", label: t("costs"), limit: null, formatter: (_value, row) => costsText(row) },
    ...datedColumns<ClientTermsRow>(t),
    { key: "note", label: t("note") },
  ];
  return (
    <Section
      title={t("terms")}
      aside={
        editable && (
          <Guard who={addTerms.who}>
            <Button size="compact-sm" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
              {t("addTerms")}
            </Button>
          </Guard>
        )
      }
    >
      <Text size="sm" c="dimmed" mb="xs">
        {t("termsHint")}
      </Text>
      <DataTable
        id="client-terms"
        label={t("terms")}
        columns={columns}
        list={list}
        chooser={false}
        rowVariant={(row) => (row.state === "past" ? "muted" : undefined)}
        empty={{ title: t("noTerms"), text: t("noTermsText") }}
        {...(editable
          ? {
              actions: (row: ClientTermsRow) => (
                <DropDated clientId={clientId} row={row} call={dropTerms} list={listTerms} />
              ),
            }
          : {})}
      />
    </Section>
  );
}

const decimalOf = (value: number | null): string => (value === null ? "0" : String(value));

/** Percentages are numbers while they are typed, and the offset of VAT is one choice of three. */
interface Values extends Omit<ValuesOf<typeof addTerms>, "interestRate" | "costsPercent" | "canReclaimVat"> {
  interestRate: number | null;
  costsPercent: number | null;
  vatOffset: (typeof vatOffsets)[number] | null;
}
const vatOffsets = ["record", "yes", "no"] as const;

const fresh: Values = {
  fileType: "company",
  validFrom: null,
  interestKind: "legal",
  interestRate: null,
  interestPer: "year",
  compounding: "none",
  dayCount: "ACT/365F",
  costsMethod: "scale",
  costsPercent: null,
  costsCents: null,
  vatOffset: "record",
  note: "",
};

const bodyOf = ({ vatOffset, ...values }: Values) => ({
  ...values,
  validFrom: values.validFrom ?? "",
  interestRate: decimalOf(values.interestRate),
  costsPercent: decimalOf(values.costsPercent),
  costsCents: values.costsCents ?? 0,
  canReclaimVat: vatOffset === "record" ? null : vatOffset === "yes",
});

function TermsForm({ clientId, close }: { clientId: number; close: () => void }): ReactNode {
  const t = useDetailTexts();
  const form = useCallForm(addTerms, fresh, bodyOf);
  const add = useAct(addTerms, { invalidates: [listTerms] });
  const save = async (body: BodyOf<typeof addTerms>): Promise<void> => {
    await add.mutateAsync({ params: { id: clientId }, body });
    notify({ message: t("agreementAdded"), variant: "success" });
  };
  return (
    <Form form={form} label={t("termsTitle")} onSave={save} onSaved={close} onCancel={close}>
      <Text size="sm" c="dimmed">
        {t("succeedHint")}
      </Text>
      <RadioField
        form={form}
        name="fileType"
        label={t("debtors")}
        options={agreedFileTypes.map((type) => ({ value: type, label: t(detailKey("debtors", type)) }))}
      />
      <DateField form={form} name="validFrom" label={t("validFrom")} required />
      <InterestFields kind={form.values.interestKind} />
      <CostsFields method={form.values.costsMethod} fileType={form.values.fileType} />
      <TextareaField form={form} name="note" label={t("note")} rows={2} maxLength={500} />
    </Form>
  );
}

function InterestFields({ kind }: { kind: string | null | undefined }): ReactNode {
  const t = useDetailTexts();
  const c = useCustomersTexts();
  const hasRate = kind !== "legal" && kind !== "none";
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
      <SelectField
        name="interestKind"
        label={t("interest")}
        options={interestKinds.map((one) => ({ value: one, label: t(detailKey("interest", one)) }))}
      />
      {hasRate && (
        <NumberField
          name="interestRate"
          label={t("rate")}
          description={t("rateHint")}
          decimals={4}
          min={0}
          max={99}
          suffix="%"
        />
      )}
      {hasRate && (
        <SelectField
          name="interestPer"
          label={t("per")}
          options={interestPeriods.map((one) => ({ value: one, label: t(detailKey("per", one)) }))}
        />
      )}
      {kind === "contractual" && (
        <SelectField
          name="compounding"
          label={t("compounding")}
          options={compoundings.map((one) => ({ value: one, label: t(detailKey("compounding", one)) }))}
        />
      )}
      {kind !== "none" && (
        <SelectField
          name="dayCount"
          label={c("dayCount")}
          options={[
            { value: "ACT/365F", label: c("dayCountFixed") },
            { value: "ACT/ACT", label: c("dayCountActual") },
          ]}
        />
      )}
    </SimpleGrid>
  );
}

function CostsFields({ method, fileType }: { method: string | null | undefined; fileType: string | null }): ReactNode {
  const t = useDetailTexts();
  // Between businesses only can anything but the scale be agreed.
  const offered = costsMethods.filter((one) => fileType === "company" || one === "scale" || one === "none");
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
      <SelectField
        name="costsMethod"
        label={t("costs")}
        options={offered.map((one) => ({ value: one, label: t(detailKey("costs", one)) }))}
      />
      {method === "percent" && (
        <NumberField name="costsPercent" label={t("costsPercent")} decimals={4} min={0} max={100} suffix="%" />
      )}
      {method === "percent" && <MoneyField name="costsCents" label={t("costsMinimum")} />}
      {method === "fixed" && <MoneyField name="costsCents" label={t("costsAmount")} />}
      {method !== "none" && (
        <SelectField
          name="vatOffset"
          label={t("vatOffset")}
          options={vatOffsets.map((one) => ({
            value: one,
            label: t(detailKey("vatOffset", one)),
          }))}
        />
      )}
    </SimpleGrid>
  );
}
