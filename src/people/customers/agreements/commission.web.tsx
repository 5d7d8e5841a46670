/** What a client pays for collecting: dated agreements, and what one of them gives for an amount. For staff. */
import { ActionIcon, Button, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconCalculator, IconPlus, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { currentLanguage, labelled } from "../../../ground/platform/web/content/texts.web.ts";
import { Money } from "../../../ground/platform/web/content/values.web.tsx";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { DateField } from "../../../ground/platform/web/inputs/dates.web.tsx";
import {
  CheckboxField,
  Form,
  type FormOf,
  MoneyField,
  NumberField,
  TextareaField,
  useCallForm,
  useForm,
  type ValuesOf,
} from "../../../ground/platform/web/inputs/form.web.tsx";
import { formatMoney } from "../../../ground/platform/web/inputs/format.ts";
import { Guard } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { Facts, Loaded, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable } from "../../../ground/platform/web/table/table.web.tsx";
import styles from "../customers.module.css";
import { detailKey, useDetailTexts } from "../texts.web.ts";
import {
  addCommission,
  type ClientCommissionRow,
  dropCommission,
  listCommissions,
  tryCommission,
} from "./agreements.contract.ts";
import { commissionVats } from "./agreements.ts";
import { DropDated, datedColumns } from "./dated.web.tsx";
import { percentText } from "./terms.web.tsx";

const money = (cents: number): string => formatMoney(cents, currentLanguage());

function useCommissionTexts() {
  const t = useDetailTexts();
  const bands = (row: ClientCommissionRow): string =>
    row.bands.length === 1
      ? percentText(row.bands[0]?.rate ?? "0")
      : row.bands.map(({ from, rate }) => t("bandShown", { rate: percentText(rate), from: money(from) })).join(", ");
  const more = (row: ClientCommissionRow): string =>
    [
      ...(row.noCureNoPay ? [t("noCureNoPay")] : []),
      ...(row.keepsCosts ? [t("keepsCosts")] : []),
      ...(row.minimumCents > 0 ? [labelled(t("minimum"), money(row.minimumCents))] : []),
      ...(row.fileFeeCents > 0 ? [labelled(t("fileFee"), money(row.fileFeeCents))] : []),
      ...(row.precassoFeeCents > 0 ? [labelled(t("precassoFee"), money(row.precassoFeeCents))] : []),
      t(detailKey("commissionVat", row.vat)),
    ].join(" · ");
  return { t, bands, more };
}

function useCommissionsColumns(): Column<ClientCommissionRow>[] {
  const { t, bands, more } = useCommissionTexts();
  return [
    {
      key: "bands",
      label: t("commission"),
      limit: null,
      text: (_value, row) => bands(row),
      formatter: (_value, row) => <div className={styles.wrapped}>{bands(row)}</div>,
    },
    {
      key: "minimumCents",
      label: t("note"),
      limit: null,
      text: (_value, row) => more(row),
      formatter: (_value, row) => <div className={styles.wrapped}>{more(row)}</div>,
    },
    ...datedColumns<ClientCommissionRow>(t),
  ];
}

export function Commissions({ clientId }: { clientId: number }): ReactNode {
  const { t } = useCommissionTexts();
  const list = useCall(listCommissions, { params: { id: clientId } });
  const add = (): void => {
    const last = list.data?.items[0];
    openModal({ title: t("commissionTitle"), size: "lg" }, (close) => (
      <CommissionForm clientId={clientId} last={last} close={close} />
    ));
  };
  const example = (row: ClientCommissionRow): void => {
    openModal({ title: t("tryTitle") }, () => <Example clientId={clientId} row={row} />);
  };
  const columns = useCommissionsColumns();
  return (
    <Section
      title={t("commission")}
      aside={
        <Guard who={addCommission.who}>
          <Button size="compact-sm" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
            {t("addTerms")}
          </Button>
        </Guard>
      }
    >
      <Text size="sm" c="dimmed" mb="xs">
        {t("commissionHint")}
      </Text>
      <DataTable
        id="client-commissions"
        label={t("commission")}
        columns={columns}
        list={list}
        chooser={false}
        rowVariant={(row) => (row.state === "past" ? "muted" : undefined)}
        empty={{ title: t("noCommission"), text: t("noCommissionText") }}
        actions={(row) => (
          <Group gap={4} wrap="nowrap">
            <ActionIcon variant="subtle" aria-label={t("tryTitle")} title={t("tryTitle")} onClick={() => example(row)}>
              <IconCalculator size={16} />
            </ActionIcon>
            <DropDated clientId={clientId} row={row} call={dropCommission} list={listCommissions} />
          </Group>
        )}
      />
    </Section>
  );
}

/** Percentages are numbers while they are typed. */
interface Values extends Omit<ValuesOf<typeof addCommission>, "bands"> {
  bands: { from: number | null; rate: number | null }[];
}

/** A new agreement begins as the last one was, for mostly little of it changes. */
const valuesFrom = (last: ClientCommissionRow | undefined): Values => ({
  validFrom: null,
  bands: last ? last.bands.map(({ from, rate }) => ({ from, rate: Number(rate) })) : [{ from: 0, rate: null }],
  keepsCosts: last?.keepsCosts ?? false,
  noCureNoPay: last?.noCureNoPay ?? true,
  minimumCents: last?.minimumCents ?? null,
  fileFeeCents: last?.fileFeeCents ?? null,
  precassoFeeCents: last?.precassoFeeCents ?? null,
  vat: last?.vat ?? "standard",
  note: "",
});

const bodyOf = (values: Values) => ({
  ...values,
  validFrom: values.validFrom ?? "",
  bands: values.bands.map(({ from, rate }) => ({ from: from ?? 0, rate: String(rate ?? 0) })),
  minimumCents: values.minimumCents ?? 0,
  fileFeeCents: values.fileFeeCents ?? 0,
  precassoFeeCents: values.precassoFeeCents ?? 0,
});

/** The bands of the commission: from which amount which rate holds. The first begins at nothing. */
function BandFields({
  form,
}: {
  form: FormOf<ReturnType<typeof valuesFrom>, BodyOf<typeof addCommission>>;
}): ReactNode {
  const t = useDetailTexts();
  return (
    <>
      <Text size="sm" c="dimmed">
        {t("bandsHint")}
      </Text>
      {form.values.bands.map((_band, at) => (
        <div key={at} className={styles.bands}>
          <MoneyField form={form} name={`bands.${at}.from`} label={t("bandFrom")} disabled={at === 0} />
          <NumberField
            form={form}
            name={`bands.${at}.rate`}
            label={t("bandRate")}
            decimals={4}
            min={0}
            max={100}
            suffix="%"
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            disabled={at === 0}
            aria-label={t("bandRemove", { number: at + 1 })}
            onClick={() => form.removeListItem("bands", at)}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      ))}
      <Group>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={form.values.bands.length >= 10}
          onClick={() => form.insertListItem("bands", { from: null, rate: null })}
        >
          {t("bandAdd")}
        </Button>
      </Group>
    </>
  );
}

function CommissionForm(props: {
  clientId: number;
  last: ClientCommissionRow | undefined;
  close: () => void;
}): ReactNode {
  const t = useDetailTexts();
  const { clientId, last, close } = props;
  const form = useCallForm(addCommission, valuesFrom(last), bodyOf);
  const add = useAct(addCommission, { invalidates: [listCommissions] });
  const save = async (body: BodyOf<typeof addCommission>): Promise<void> => {
    await add.mutateAsync({ params: { id: clientId }, body });
    notify({ message: t("agreementAdded"), variant: "success" });
  };
  return (
    <Form form={form} label={t("commissionTitle")} onSave={save} onSaved={close} onCancel={close}>
      <Text size="sm" c="dimmed">
        {t("succeedHint")}
      </Text>
      <DateField form={form} name="validFrom" label={t("validFrom")} required />
      <BandFields form={form} />
      <CheckboxField form={form} name="noCureNoPay" label={t("noCureNoPay")} description={t("noCureNoPayHint")} />
      <CheckboxField form={form} name="keepsCosts" label={t("keepsCosts")} description={t("keepsCostsHint")} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        <MoneyField form={form} name="minimumCents" label={t("minimum")} />
        <MoneyField form={form} name="fileFeeCents" label={t("fileFee")} />
        <MoneyField form={form} name="precassoFeeCents" label={t("precassoFee")} />
        <SelectField
          form={form}
          name="vat"
          label={t("commissionVat")}
          options={commissionVats.map((one) => ({ value: one, label: t(detailKey("commissionVat", one)) }))}
        />
      </SimpleGrid>
      <TextareaField form={form} name="note" label={t("note")} rows={2} maxLength={500} />
    </Form>
  );
}

function Example({ clientId, row }: { clientId: number; row: ClientCommissionRow }): ReactNode {
  const t = useDetailTexts();
  const form = useForm<{ collected: number | null; costs: number | null }>({ collected: 100_000, costs: 0 });
  const query = { collected: form.values.collected ?? 0, costs: form.values.costs ?? 0 };
  const made = useCall(tryCommission, { params: { id: clientId, rowId: row.id }, query }, { quiet: true });
  return (
    <Stack gap="md">
      <Form form={form} label={t("tryTitle")} onSave={async () => undefined} submit={null}>
        <SimpleGrid cols={2} spacing="md">
          <MoneyField name="collected" label={t("tryCollected")} autoFocus />
          <MoneyField name="costs" label={t("tryCosts")} disabled={!row.keepsCosts} />
        </SimpleGrid>
      </Form>
      <Loaded of={made}>
        {({ parts, costs, topUp, fee, net, vat, total }) => (
          <Facts
            items={[
              ...(costs > 0 ? [[t("tryKept"), <Money key="kept" cents={costs} />] as const] : []),
              ...parts.map(
                (part, at) =>
                  [
                    t("tryPart", { rate: percentText(part.rate), base: money(part.base) }),
                    <Money key={at} cents={part.cents} />,
                  ] as const,
              ),
              ...(topUp > 0 ? [[t("tryTopUp"), <Money key="top" cents={topUp} />] as const] : []),
              ...(fee > 0 ? [[t("tryFee"), <Money key="fee" cents={fee} />] as const] : []),
              [t("tryNet"), <Money key="net" cents={net} strong />],
              [t("commissionVat"), <Money key="vat" cents={vat} />],
              [t("tryTotal"), <Money key="total" cents={total} strong />],
            ]}
          />
        )}
      </Loaded>
    </Stack>
  );
}
