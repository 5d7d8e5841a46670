/** The form of an office of bailiffs, with the prices that were agreed on. */
import { ActionIcon, Button, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { BodyOf } from "../../ground/kernel/contract.ts";
import { useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { notify } from "../../ground/platform/web/feedback/notify.web.tsx";
import { useAct } from "../../ground/platform/web/http/api.web.ts";
import { MultiSelectField, SelectField } from "../../ground/platform/web/inputs/choices.web.tsx";
import {
  Form,
  MoneyField,
  NumberField,
  TextareaField,
  TextField,
  useCallForm,
} from "../../ground/platform/web/inputs/form.web.tsx";
import { btagArticles } from "../../ground/tariffs/tariffs.ts";
import { type BailiffRow, createBailiff, listBailiffs, updateBailiff } from "./bailiffs.contract.ts";
import styles from "./bailiffs.module.css";
import type { bailiffTexts } from "./bailiffs.texts.ts";
import { officeReports } from "./bailiffs.ts";

const useBailiffTexts = () => useTexts<typeof bailiffTexts>("bailiffs");

function useBailiffForm(bailiff: BailiffRow | undefined) {
  return useCallForm(updateBailiff, {
    name: bailiff?.name ?? "",
    street: bailiff?.street ?? "",
    postcode: bailiff?.postcode ?? "",
    city: bailiff?.city ?? "",
    postAddress: bailiff?.postAddress ?? "",
    region: bailiff?.region ?? "",
    contactName: bailiff?.contactName ?? "",
    email: bailiff?.email ?? "",
    phone: bailiff?.phone ?? "",
    iban: bailiff?.iban ?? "",
    vatNumber: bailiff?.vatNumber ?? "",
    kvkNumber: bailiff?.kvkNumber ?? "",
    openingHours: bailiff?.openingHours ?? "",
    reports: bailiff?.reports ?? [],
    reportEveryDays: bailiff?.reportEveryDays ?? null,
    remarks: bailiff?.remarks ?? "",
    prices: bailiff?.prices ?? [],
    version: bailiff?.version ?? 0,
  });
}
type BailiffForm = ReturnType<typeof useBailiffForm>;

export function BailiffForm({ bailiff, close }: { bailiff: BailiffRow | undefined; close: () => void }): ReactNode {
  const t = useBailiffTexts();
  const form = useBailiffForm(bailiff);
  const create = useAct(createBailiff, { invalidates: [listBailiffs] });
  const update = useAct(updateBailiff, { invalidates: [listBailiffs] });
  const save = async ({ version, ...body }: BodyOf<typeof updateBailiff>): Promise<void> => {
    if (bailiff) await update.mutateAsync({ params: { id: bailiff.id }, body: { ...body, version } });
    else await create.mutateAsync({ body });
    notify({ message: t(bailiff ? "saved" : "added", { name: body.name }), variant: "success" });
  };
  return (
    <Form form={form} label={t("office")} onSave={save} onSaved={close} onCancel={close}>
      <TextField name="name" label={t("name")} required autoFocus maxLength={200} />
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <TextField name="street" label={t("street")} maxLength={150} />
        <TextField name="postcode" label={t("postcode")} maxLength={10} />
        <TextField name="city" label={t("city")} maxLength={100} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextField name="postAddress" label={t("postAddress")} maxLength={200} />
        <TextField name="region" label={t("region")} maxLength={200} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <TextField name="contactName" label={t("contactName")} maxLength={100} />
        <TextField name="email" label={t("email")} type="email" maxLength={200} />
        <TextField name="phone" label={t("phone")} type="tel" maxLength={30} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <TextField name="iban" label={t("iban")} maxLength={40} />
        <TextField name="vatNumber" label={t("vatNumber")} maxLength={20} />
        <TextField name="kvkNumber" label={t("kvkNumber")} maxLength={12} />
      </SimpleGrid>
      <TextField name="openingHours" label={t("openingHours")} maxLength={300} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <MultiSelectField
          name="reports"
          label={t("reports")}
          options={officeReports.map((kind) => ({ value: kind, label: t(`report_${kind}`) }))}
        />
        <NumberField
          name="reportEveryDays"
          label={t("reportEveryDays")}
          description={t("reportEveryHint")}
          min={1}
          max={366}
        />
      </SimpleGrid>
      <Prices form={form} />
      <TextareaField name="remarks" label={t("remarks")} maxLength={2000} />
    </Form>
  );
}

function Prices({ form }: { form: BailiffForm }): ReactNode {
  const t = useBailiffTexts();
  return (
    <fieldset className={styles.prices}>
      <legend>{t("prices")}</legend>
      <Text size="xs" c="dimmed" mb="xs">
        {t("pricesHint")}
      </Text>
      <Stack gap="xs">
        {(form.values.prices ?? []).map((_price, at) => (
          // Rows have no name of their own; their place is what they are.
          <Group key={at} gap="xs" align="flex-start">
            <SelectField
              name={`prices.${at}.act`}
              label={t("act")}
              options={btagArticles.map((act) => ({ value: act, label: `2 ${act.slice(1)}` }))}
            />
            <MoneyField name={`prices.${at}.cents`} label={t("cents")} />
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              mt={26}
              aria-label={t("removePrice", { number: at + 1 })}
              onClick={() => form.removeListItem("prices", at)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
      </Stack>
      <Button
        variant="subtle"
        size="compact-sm"
        mt="xs"
        leftSection={<IconPlus size={14} />}
        onClick={() => form.insertListItem("prices", { act: null, cents: null })}
      >
        {t("addPrice")}
      </Button>
    </fieldset>
  );
}
