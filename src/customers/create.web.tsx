/** The form that makes a client: what letters, interest, arrangements and payments of its files need. */
import { SimpleGrid } from "@mantine/core";
import type { ReactNode } from "react";
import { accountManagerOptions, caseManagerOptions, teamOptions } from "../employees/employees.contract.ts";
import type { BodyOf, Call } from "../kernel/contract.ts";
import type { Option } from "../kernel/query.ts";
import { languages } from "../kernel/texts.ts";
import { useAct, useCall } from "../platform/web/api.web.ts";
import { type Choice, RadioField, SelectField } from "../platform/web/choices.web.tsx";
import { DateField } from "../platform/web/dates.web.tsx";
import { CheckboxField, Form, MoneyField, NumberField, TextField, useForm } from "../platform/web/form.web.tsx";
import { useMay } from "../platform/web/me.web.tsx";
import { useGo } from "../platform/web/nav.web.tsx";
import { notify } from "../platform/web/notify.web.tsx";
import { Page, Section } from "../platform/web/page.web.tsx";
import { useTexts } from "../platform/web/texts.web.ts";
import { countries, createClientCall, customerSearchScreen, listClients, salutations } from "./customers.contract.ts";
import styles from "./customers.module.css";
import type { customersTexts } from "./customers.texts.ts";
import { clientLegalForms } from "./customers.ts";
import { formKey } from "./search.web.tsx";

const useCustomersTexts = () => useTexts<typeof customersTexts>("customers");

const empty = {
  number: "",
  company: "",
  legalForm: null as string | null,
  kvk: "",
  vatNumber: "",
  canReclaimVat: true,
  isPublicBody: false,
  iban: "",
  accountHolder: "",
  street: "",
  houseNumber: "",
  addition: "",
  postcode: "",
  city: "",
  country: "NL" as string | null,
  phone: "",
  email: "",
  website: "",
  contactSalutation: "unknown" as string | null,
  contactName: "",
  contactPhone: "",
  contactEmail: "",
  language: "nl" as string | null,
  workflowConsumer: "W1",
  workflowBusiness: "W2",
  dayCount: "ACT/365F" as string | null,
  writeOffToleranceCents: null as number | null,
  arrangementGraceWorkingDays: null as number | null,
  arrangementBrokenAfterDays: null as number | null,
  arrangementAllowedMisses: null as number | null,
  arrangementMinTermCents: null as number | null,
  arrangementMaxMonths: null as number | null,
  arrangementSelfServiceCents: null as number | null,
  bikInstalmentRule: false,
  mandateOn: null as string | null,
  mandateUntil: null as string | null,
  setoffConsent: false,
  accountManagerId: null as string | null,
  caseManagerId: null as string | null,
  teamId: null as string | null,
};
type Values = typeof empty;

const idOf = (value: string | null): number | null => (value === null ? null : Number(value));

/** The body as the call wants it. A choice that is not made yet travels as it is: the server says so beside its field. */
const bodyOf = (values: Values) =>
  ({
    ...values,
    number: values.number || null,
    accountManagerId: idOf(values.accountManagerId),
    caseManagerId: idOf(values.caseManagerId),
    teamId: idOf(values.teamId),
  }) as BodyOf<typeof createClientCall>;

export function CustomerCreate(): ReactNode {
  const t = useCustomersTexts();
  const go = useGo();
  const form = useForm<Values>(empty);
  const create = useAct(createClientCall, {
    invalidates: [listClients],
    onSuccess: ({ number }) => {
      notify({ message: t("created", { company: form.getValues().company, number }), variant: "success" });
    },
  });
  return (
    <Page title={t("createTitle")}>
      <div className={styles.form}>
        <Form
          form={form}
          label={t("createTitle")}
          onSave={(values) => create.mutateAsync({ body: bodyOf(values) })}
          onSaved={() => go(customerSearchScreen)}
          onCancel={() => go(customerSearchScreen)}
        >
          <CompanyPart />
          <AddressPart />
          <MoneyPart />
          <HandlingPart />
          <ArrangementPart />
        </Form>
      </div>
    </Page>
  );
}

const Fields = (props: { title: string; aside?: string; children: ReactNode }): ReactNode => (
  <Section title={props.title} aside={props.aside}>
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
      {props.children}
    </SimpleGrid>
  </Section>
);

function CompanyPart(): ReactNode {
  const t = useCustomersTexts();
  const forms = clientLegalForms.map((form) => ({ value: form, label: t(formKey(form)) }));
  return (
    <Fields title={t("sectionCompany")}>
      <TextField name="company" label={t("company")} required autoFocus maxLength={200} autoComplete="off" />
      <TextField name="number" label={t("number")} description={t("numberHint")} maxLength={30} />
      <SelectField name="legalForm" label={t("legalForm")} required options={forms} />
      <TextField name="kvk" label={t("kvk")} maxLength={12} />
      <CheckboxField name="isPublicBody" label={t("isPublicBody")} />
    </Fields>
  );
}

function AddressPart(): ReactNode {
  const t = useCustomersTexts();
  const { data: countryList } = useCall(countries, { query: { limit: -1 } });
  const { data: salutationList } = useCall(salutations, {});
  const countryChoices = (countryList?.items ?? []).map(({ code, name }) => ({ value: code, label: name }));
  const languageChoices = languages.map((code) => ({ value: code, label: t(languageKeys[code]) }));
  const salutationChoices = (salutationList?.items ?? []).map(({ id, text }) => ({ value: id, label: text }));
  return (
    <Fields title={t("sectionAddress")}>
      <TextField name="street" label={t("street")} required maxLength={100} />
      <SimpleGrid cols={2} spacing="md">
        <TextField name="houseNumber" label={t("houseNumber")} required maxLength={5} />
        <TextField name="addition" label={t("addition")} maxLength={20} />
      </SimpleGrid>
      <SimpleGrid cols={2} spacing="md">
        <TextField name="postcode" label={t("postcode")} required maxLength={12} />
        <TextField name="city" label={t("city")} required maxLength={80} />
      </SimpleGrid>
      <SelectField name="country" label={t("country")} required options={countryChoices} />
      <TextField name="phone" label={t("phone")} type="tel" maxLength={30} />
      <TextField name="email" label={t("email")} type="email" maxLength={100} />
      <TextField name="website" label={t("website")} type="url" maxLength={100} placeholder="https://" />
      <SelectField name="language" label={t("language")} options={languageChoices} />
      <TextField name="contactName" label={t("contactName")} maxLength={120} />
      <RadioField name="contactSalutation" label={t("contactSalutation")} options={salutationChoices} />
      <TextField name="contactPhone" label={t("contactPhone")} type="tel" maxLength={30} />
      <TextField name="contactEmail" label={t("contactEmail")} type="email" maxLength={100} />
    </Fields>
  );
}

const languageKeys = { nl: "languageNl", en: "languageEn", fr: "languageFr", de: "languageDe" } as const;

function MoneyPart(): ReactNode {
  const t = useCustomersTexts();
  return (
    <Fields title={t("sectionMoney")}>
      <TextField name="iban" label={t("iban")} maxLength={42} />
      <TextField name="accountHolder" label={t("accountHolder")} maxLength={70} />
      <TextField name="vatNumber" label={t("vatNumber")} maxLength={20} />
      <CheckboxField name="canReclaimVat" label={t("canReclaimVat")} description={t("canReclaimVatHint")} />
      <CheckboxField name="setoffConsent" label={t("setoffConsent")} />
    </Fields>
  );
}

/** A short list of people or teams, for those who may ask for it. */
function useOptions(call: Call): readonly Choice[] {
  const may = useMay(call);
  const { data } = useCall(call, {}, { enabled: may });
  return itemsIn(data).map(({ id, text }) => ({ value: String(id), label: text }));
}

const itemsIn = (data: unknown): readonly Option[] =>
  typeof data === "object" && data !== null && "items" in data && Array.isArray(data.items) ? data.items : [];

function HandlingPart(): ReactNode {
  const t = useCustomersTexts();
  const accountManagers = useOptions(accountManagerOptions);
  const caseManagers = useOptions(caseManagerOptions);
  const teams = useOptions(teamOptions);
  const dayCounts = [
    { value: "ACT/365F", label: t("dayCountFixed") },
    { value: "ACT/ACT", label: t("dayCountActual") },
  ];
  return (
    <Fields title={t("sectionHandling")}>
      <SelectField name="accountManagerId" label={t("accountManager")} options={accountManagers} clearable />
      <SelectField name="caseManagerId" label={t("caseManager")} options={caseManagers} clearable />
      <SelectField name="teamId" label={t("team")} options={teams} clearable />
      <SelectField name="dayCount" label={t("dayCount")} options={dayCounts} />
      <TextField name="workflowConsumer" label={t("workflowConsumer")} required maxLength={40} />
      <TextField name="workflowBusiness" label={t("workflowBusiness")} required maxLength={40} />
      <DateField name="mandateOn" label={t("mandateOn")} />
      <DateField name="mandateUntil" label={t("mandateUntil")} />
      <CheckboxField name="bikInstalmentRule" label={t("bikInstalmentRule")} description={t("bikInstalmentRuleHint")} />
    </Fields>
  );
}

function ArrangementPart(): ReactNode {
  const t = useCustomersTexts();
  return (
    <Fields title={t("sectionArrangements")} aside={t("houseSetting")}>
      <MoneyField name="writeOffToleranceCents" label={t("writeOffToleranceCents")} />
      <MoneyField name="arrangementMinTermCents" label={t("arrangementMinTermCents")} />
      <MoneyField name="arrangementSelfServiceCents" label={t("arrangementSelfServiceCents")} />
      <NumberField name="arrangementMaxMonths" label={t("arrangementMaxMonths")} min={1} max={120} />
      <NumberField name="arrangementGraceWorkingDays" label={t("arrangementGraceWorkingDays")} min={0} max={60} />
      <NumberField name="arrangementBrokenAfterDays" label={t("arrangementBrokenAfterDays")} min={1} max={120} />
      <NumberField name="arrangementAllowedMisses" label={t("arrangementAllowedMisses")} min={0} max={12} />
    </Fields>
  );
}
