/** The fields of a client, in parts: for the form that makes one and the form that changes one. */
import { Alert, SimpleGrid } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconInfoCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Call } from "../../../ground/kernel/contract.ts";
import type { Option } from "../../../ground/kernel/query.ts";
import { languages } from "../../../ground/kernel/texts.ts";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { type Choice, RadioField, SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { DateField } from "../../../ground/platform/web/inputs/dates.web.tsx";
import { CheckboxField, MoneyField, NumberField, TextField } from "../../../ground/platform/web/inputs/form.web.tsx";
import { useMay } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { Link } from "../../../ground/platform/web/pages/links.web.tsx";
import { Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { accountManagerOptions, caseManagerOptions, teamOptions } from "../../employees/employees.contract.ts";
import { clientLegalForms } from "../customers.ts";
import { formKey, useCustomersTexts, useDetailTexts } from "../texts.web.ts";
import { clientGroupOptions, countries, salutations, similarClients } from "./clients.contract.ts";

const Fields = (props: { title: string; aside?: string; children: ReactNode }): ReactNode => (
  <Section title={props.title} aside={props.aside}>
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
      {props.children}
    </SimpleGrid>
  </Section>
);

/** `fresh`: a client that is being made may be without a number. */
export function CompanyPart({ fresh = false }: { fresh?: boolean }): ReactNode {
  const t = useCustomersTexts();
  const groups = useOptions(clientGroupOptions);
  const forms = clientLegalForms.map((form) => ({ value: form, label: t(formKey(form)) }));
  return (
    <Fields title={t("sectionCompany")}>
      <TextField name="company" label={t("company")} required autoFocus maxLength={200} autoComplete="off" />
      <TextField
        name="number"
        label={t("number")}
        maxLength={30}
        {...(fresh ? { description: t("numberHint") } : {})}
      />
      <SelectField name="legalForm" label={t("legalForm")} required options={forms} />
      <TextField name="kvk" label={t("kvk")} maxLength={12} />
      <CheckboxField name="isPublicBody" label={t("isPublicBody")} />
      {groups.length > 0 && <SelectField name="clientGroupId" label={t("clientGroup")} options={groups} clearable />}
    </Fields>
  );
}

/** `withContact`: the main contact too, who later is one of the contacts. */
export function AddressPart({ withContact = false }: { withContact?: boolean }): ReactNode {
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
      {withContact && (
        <>
          <TextField name="contactName" label={t("contactName")} maxLength={120} />
          <RadioField name="contactSalutation" label={t("contactSalutation")} options={salutationChoices} />
          <TextField name="contactPhone" label={t("contactPhone")} type="tel" maxLength={30} />
          <TextField name="contactEmail" label={t("contactEmail")} type="email" maxLength={100} />
        </>
      )}
    </Fields>
  );
}

const languageKeys = { nl: "languageNl", en: "languageEn", fr: "languageFr", de: "languageDe" } as const;

/** `withAccount`: the account too, which later is changed by two people. */
export function MoneyPart({ withAccount = false }: { withAccount?: boolean }): ReactNode {
  const t = useCustomersTexts();
  return (
    <Fields title={t("sectionMoney")}>
      {withAccount && (
        <>
          <TextField name="iban" label={t("iban")} maxLength={42} />
          <TextField name="accountHolder" label={t("accountHolder")} maxLength={70} />
        </>
      )}
      <TextField name="vatNumber" label={t("vatNumber")} maxLength={20} />
      <CheckboxField name="canReclaimVat" label={t("canReclaimVat")} description={t("canReclaimVatHint")} />
      <CheckboxField name="setoffConsent" label={t("setoffConsent")} />
    </Fields>
  );
}

/** A short list of people or teams, for those who may ask for it. */
export function useOptions(call: Call): readonly Choice[] {
  const may = useMay(call);
  const { data } = useCall(call, {}, { enabled: may });
  return itemsIn(data).map(({ id, text }) => ({ value: id, label: text }));
}

const itemsIn = (data: unknown): readonly Option[] =>
  typeof data === "object" && data !== null && "items" in data && Array.isArray(data.items) ? data.items : [];

export function HandlingPart(): ReactNode {
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
      <DateField name="mandateOn" label={t("mandateOn")} />
      <DateField name="mandateUntil" label={t("mandateUntil")} />
      <CheckboxField name="bikInstalmentRule" label={t("bikInstalmentRule")} description={t("bikInstalmentRuleHint")} />
    </Fields>
  );
}

export function ArrangementPart(): ReactNode {
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

/** Says that another client has this KvK number or account already, and leads there. */
export function SimilarClients(props: { kvk: string; iban: string; except?: number }): ReactNode {
  const t = useDetailTexts();
  const [asked] = useDebouncedValue({ kvk: props.kvk.trim(), iban: props.iban.trim() }, 400);
  const wanted = asked.kvk.length >= 8 || asked.iban.length >= 10;
  const query = { ...asked, ...(props.except === undefined ? {} : { except: props.except }) };
  const { data } = useCall(similarClients, { query }, { enabled: wanted, quiet: true });
  if (!wanted || !data || data.items.length === 0) return null;
  return (
    <Alert variant="light" color="yellow" icon={<IconInfoCircle size={18} aria-hidden />}>
      {data.items.map((client) => (
        <div key={client.id}>
          {t(client.same === "kvk" ? "similarKvk" : "similarIban")}{" "}
          <Link to={`/customer/${client.id}`}>
            {client.company} ({client.number})
          </Link>
        </div>
      ))}
    </Alert>
  );
}
