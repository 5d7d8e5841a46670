/** The forms for the people of a file and their roles. Loaded when the first of them is opened. */
import type { ReactNode } from "react";
import { useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { useAct, useCall } from "../../ground/platform/web/http/api.web.ts";
import { SelectField } from "../../ground/platform/web/inputs/choices.web.tsx";
import { DateField } from "../../ground/platform/web/inputs/dates.web.tsx";
import {
  CheckboxField,
  Form,
  TextareaField,
  TextField,
  useCallForm,
} from "../../ground/platform/web/inputs/form.web.tsx";
import { countries } from "../../people/customers/customers.contract.ts";
import type { fileTexts } from "../files/files.texts.ts";
import type { Debtor } from "../persons/persons.contract.ts";
import { genders, legalForms } from "../persons/persons.ts";
import {
  addParty,
  type FileParty,
  listParties,
  updateDebtor,
  updateParty,
  updatePartyPerson,
} from "./parties.contract.ts";
import styles from "./parties.module.css";
import type { partyTexts } from "./parties.texts.ts";
import { partyRoles } from "./parties.ts";

export interface DebtorFormProps {
  readonly fileId: number;
  readonly debtor: Debtor;
  /** The party whose details they are; the debtor's own where absent. */
  readonly party?: { readonly id: number };
  readonly onDone: () => void;
  readonly close: () => void;
}

const useFileTexts = () => useTexts<typeof fileTexts>("files");
const usePartyTexts = () => useTexts<typeof partyTexts>("parties");
const languages = ["nl", "en", "fr", "de"] as const;

/** The countries by name in the reader's language. */
export function useCountries(): { value: string; label: string }[] {
  const { data } = useCall(countries, { query: { limit: -1 } });
  return (data?.items ?? []).map(({ code, name }) => ({ value: code, label: name }));
}

/** Who somebody is and where: the same fields for a debtor and for whoever stands beside it. `at` goes before the names: "person.". */
export function PersonFields({ isCompany, at = "" }: { isCompany: boolean; at?: string }): ReactNode {
  const t = useFileTexts();
  const countryChoices = useCountries();
  return (
    <div className={styles.fields}>
      {isCompany && (
        <>
          <div className={styles.twice}>
            <TextField name={`${at}companyName`} label={t("companyName")} required maxLength={200} />
          </div>
          <SelectField
            name={`${at}legalForm`}
            label={t("legalForm")}
            clearable
            options={legalForms.map((one) => ({ value: one, label: t(`form_${one}`) }))}
          />
          <TextField name={`${at}kvk`} label={t("kvk")} maxLength={8} />
        </>
      )}
      <SelectField
        name={`${at}gender`}
        label={t("gender")}
        options={genders.map((gender) => ({ value: gender, label: t(`gender_${gender}`) }))}
      />
      <TextField name={`${at}initials`} label={t("initials")} maxLength={20} />
      {!isCompany && <TextField name={`${at}firstName`} label={t("firstName")} maxLength={100} />}
      <TextField name={`${at}prefix`} label={t("prefix")} maxLength={20} />
      <div className={styles.twice}>
        <TextField name={`${at}lastName`} label={t("lastName")} required={!isCompany} maxLength={100} />
      </div>
      {!isCompany && <DateField name={`${at}birthDate`} label={t("birthDate")} />}
      <SelectField
        name={`${at}language`}
        label={t("language")}
        options={languages.map((code) => ({ value: code, label: t(`language_${code}`) }))}
      />
      <div className={styles.twice}>
        <TextField name={`${at}street`} label={t("street")} required maxLength={200} />
      </div>
      <TextField name={`${at}houseNumber`} label={t("houseNumber")} required maxLength={10} />
      <TextField name={`${at}addition`} label={t("addition")} maxLength={20} />
      <TextField name={`${at}postcode`} label={t("postcode")} required maxLength={12} />
      <TextField name={`${at}city`} label={t("city")} required maxLength={100} />
      <SelectField name={`${at}country`} label={t("country")} required options={countryChoices} />
      <div className={styles.twice}>
        <TextField name={`${at}email`} label={t("email")} type="email" maxLength={254} />
      </div>
      <TextField name={`${at}mobile`} label={t("mobile")} type="tel" maxLength={30} />
      <TextField name={`${at}phone`} label={t("phone")} type="tel" maxLength={30} />
      <TextField name={`${at}iban`} label={t("iban")} maxLength={42} />
    </div>
  );
}

/** A field without a value is an empty box. */
const typedPerson = (of: Omit<Debtor, "id" | "isConsumer" | "isNaturalPerson" | "displayName" | "fileType">) => ({
  gender: of.gender,
  initials: of.initials ?? "",
  firstName: of.firstName ?? "",
  prefix: of.prefix ?? "",
  lastName: of.lastName ?? "",
  companyName: of.companyName ?? "",
  legalForm: of.legalForm,
  kvk: of.kvk ?? "",
  birthDate: of.birthDate,
  street: of.street,
  houseNumber: of.houseNumber,
  addition: of.addition ?? "",
  postcode: of.postcode,
  city: of.city,
  country: of.country,
  phone: of.phone ?? "",
  mobile: of.mobile ?? "",
  email: of.email ?? "",
  iban: of.iban ?? "",
  language: of.language,
  addressVerifiedOn: of.addressVerifiedOn,
  version: of.version,
});

/** The details of the debtor, or of a party where one is given. */
export function DebtorForm({ fileId, debtor, party, onDone, close }: DebtorFormProps): ReactNode {
  const t = useFileTexts();
  const change = useAct(updateDebtor, { invalidates: [listParties] });
  const changeParty = useAct(updatePartyPerson, { invalidates: [listParties] });
  const form = useCallForm(updateDebtor, typedPerson(debtor));
  return (
    <Form
      form={form}
      label={t("editDebtor")}
      onSave={async (body) => {
        if (party === undefined) await change.mutateAsync({ params: { id: fileId }, body });
        else await changeParty.mutateAsync({ params: { id: fileId, partyId: party.id }, body });
        onDone();
      }}
      onSaved={close}
      onCancel={close}
    >
      <PersonFields isCompany={debtor.fileType === "company"} />
      <div className={styles.fields}>
        <DateField name="addressVerifiedOn" label={t("addressVerifiedOn")} />
      </div>
    </Form>
  );
}

interface FormProps {
  readonly fileId: number;
  /** The day it is for the house. */
  readonly today: string;
  readonly onDone: () => void;
  readonly close: () => void;
}

function PartyFields(): ReactNode {
  const t = usePartyTexts();
  return (
    <>
      <div className={styles.fields}>
        <SelectField
          name="role"
          label={t("role")}
          required
          options={partyRoles.map((value) => ({ value, label: t(`role_${value}`) }))}
        />
        <TextField name="reference" label={t("reference")} maxLength={100} />
        <DateField name="from" label={t("from")} required />
        <DateField name="until" label={t("untilDay")} />
      </div>
      <CheckboxField name="solidary" label={t("solidary")} />
    </>
  );
}

const nobody = typedPerson({
  gender: "unknown",
  initials: null,
  firstName: null,
  prefix: null,
  lastName: null,
  companyName: null,
  legalForm: null,
  kvk: null,
  birthDate: null,
  street: "",
  houseNumber: "",
  addition: null,
  postcode: "",
  city: "",
  country: "NL",
  phone: null,
  mobile: null,
  email: null,
  iban: null,
  language: "nl",
  addressVerifiedOn: null,
  version: 1,
});

/** Puts somebody beside the debtor. */
export function PartyForm({ fileId, today, onDone, close }: FormProps): ReactNode {
  const f = useFileTexts();
  const t = usePartyTexts();
  const act = useAct(addParty, { invalidates: [listParties] });
  const { addressVerifiedOn: _checked, version: _version, ...person } = nobody;
  const form = useCallForm(addParty, {
    role: "joint",
    solidary: false,
    reference: "",
    note: "",
    from: today,
    until: null,
    person: { ...person, fileType: "private" },
  });
  const isCompany = form.values.person?.fileType === "company";
  return (
    <Form
      form={form}
      label={t("addParty")}
      submit={t("addParty")}
      onSave={async (body) => {
        await act.mutateAsync({ params: { id: fileId }, body });
        onDone();
      }}
      onSaved={close}
      onCancel={close}
    >
      <PartyFields />
      <SelectField
        name="person.fileType"
        label={t("kind")}
        required
        options={(["private", "company"] as const).map((value) => ({ value, label: f(`type_${value}`) }))}
      />
      <PersonFields isCompany={isCompany} at="person." />
      <TextareaField name="note" label={t("note")} maxLength={1000} />
    </Form>
  );
}

/** What a party is to the file, and until when. */
export function PartyRoleForm({
  fileId,
  party,
  onDone,
  close,
}: Omit<FormProps, "today"> & { readonly party: FileParty }): ReactNode {
  const t = usePartyTexts();
  const act = useAct(updateParty, { invalidates: [listParties] });
  const form = useCallForm(updateParty, {
    role: party.role,
    solidary: party.solidary,
    reference: party.reference ?? "",
    note: party.note ?? "",
    from: party.from,
    until: party.until,
    version: party.version,
  });
  return (
    <Form
      form={form}
      label={t("editRole")}
      onSave={async (body) => {
        await act.mutateAsync({ params: { id: fileId, partyId: party.id }, body });
        onDone();
      }}
      onSaved={close}
      onCancel={close}
    >
      <PartyFields />
      <TextareaField name="note" label={t("note")} maxLength={1000} />
    </Form>
  );
}
