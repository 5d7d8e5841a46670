/** The forms of where somebody lives and lived, and how it is reached. Fetched when the first of them is opened. */
import type { ReactNode } from "react";
import { useAct } from "../platform/web/api.web.ts";
import { SelectField } from "../platform/web/choices.web.tsx";
import { DateField } from "../platform/web/dates.web.tsx";
import { CheckboxField, Form, TextField, useForm } from "../platform/web/form.web.tsx";
import { useTexts } from "../platform/web/texts.web.ts";
import styles from "./files.module.css";
import type { fileTexts } from "./files.texts.ts";
import {
  addAddress,
  type DebtorAddress,
  type DebtorChannel,
  listParties,
  setAddressSource,
  setChannel,
  updateAddress,
} from "./parties.contract.ts";
import type { partyTexts } from "./parties.texts.ts";
import { addressKinds, channelKinds, consents, sources } from "./parties.ts";
import { useCountries } from "./person-forms.web.tsx";

const useFileTexts = () => useTexts<typeof fileTexts>("files");
const usePartyTexts = () => useTexts<typeof partyTexts>("parties");

export interface ReachFormProps {
  readonly fileId: number;
  readonly debtorId: number;
  readonly onDone: () => void;
  readonly close: () => void;
}

const sourceOf = (typed: string | null) => sources.find((one) => one === typed) ?? null;

function SourceField(): ReactNode {
  const t = usePartyTexts();
  const options = sources.map((value) => ({ value, label: t(`source_${value}`) }));
  return <SelectField name="source" label={t("source")} clearable options={options} />;
}

/** A former, visiting or correspondence address. */
export function AddressForm({
  fileId,
  debtorId,
  address,
  onDone,
  close,
}: ReachFormProps & { readonly address?: DebtorAddress }): ReactNode {
  const f = useFileTexts();
  const t = usePartyTexts();
  const add = useAct(addAddress, { invalidates: [listParties] });
  const change = useAct(updateAddress, { invalidates: [listParties] });
  const countryChoices = useCountries();
  const form = useForm({
    kind: (address?.kind ?? "correspondence") as string,
    street: address?.street ?? "",
    houseNumber: address?.houseNumber ?? "",
    addition: address?.addition ?? "",
    postcode: address?.postcode ?? "",
    city: address?.city ?? "",
    country: (address?.country ?? "NL") as string | null,
    until: address?.until ?? null,
    source: (address?.source ?? null) as string | null,
    checkedOn: address?.checkedOn ?? null,
    version: address?.version ?? 0,
  });
  return (
    <Form
      form={form}
      label={t(address === undefined ? "addAddress" : "editAddress")}
      onSave={async ({ version, kind, country, source, ...rest }) => {
        const known = addressKinds.find((one) => one === kind) ?? "former";
        const body = { ...rest, kind: known, country: country ?? "", source: sourceOf(source) };
        const params = { id: fileId, debtorId };
        if (address === undefined) await add.mutateAsync({ params, body });
        else await change.mutateAsync({ params: { ...params, addressId: address.id }, body: { ...body, version } });
        onDone();
      }}
      onSaved={close}
      onCancel={close}
    >
      <SelectField
        name="kind"
        label={t("kind")}
        required
        description={t("addressKindHint")}
        options={addressKinds.map((value) => ({ value, label: t(`address_${value}`) }))}
      />
      <div className={styles.fields}>
        <div className={styles.twice}>
          <TextField name="street" label={f("street")} required maxLength={200} />
        </div>
        <TextField name="houseNumber" label={f("houseNumber")} required maxLength={10} />
        <TextField name="addition" label={f("addition")} maxLength={20} />
        <TextField name="postcode" label={f("postcode")} required maxLength={12} />
        <TextField name="city" label={f("city")} required maxLength={100} />
        <SelectField name="country" label={f("country")} required options={countryChoices} />
        <DateField name="until" label={t("untilDay")} />
        <SourceField />
        <DateField name="checkedOn" label={t("checkedOn")} />
      </div>
    </Form>
  );
}

/** Where the present address comes from, and when it was last checked. */
export function AddressSourceForm({
  fileId,
  debtorId,
  present,
  onDone,
  close,
}: ReachFormProps & {
  readonly present: {
    readonly addressSource: string | null;
    readonly addressVerifiedOn: string | null;
    readonly version: number;
  };
}): ReactNode {
  const t = usePartyTexts();
  const act = useAct(setAddressSource, { invalidates: [listParties] });
  const form = useForm({
    source: present.addressSource,
    checkedOn: present.addressVerifiedOn,
    version: present.version,
  });
  return (
    <Form
      form={form}
      label={t("addressSource")}
      onSave={async ({ source, ...rest }) => {
        await act.mutateAsync({ params: { id: fileId, debtorId }, body: { ...rest, source: sourceOf(source) } });
        onDone();
      }}
      onSaved={close}
      onCancel={close}
    >
      <div className={styles.fields}>
        <SourceField />
        <DateField name="checkedOn" label={t("checkedOn")} />
      </div>
    </Form>
  );
}

/** An e-mail address or number, with consent, preference and its last day. */
export function ChannelForm({
  fileId,
  debtorId,
  channel,
  onDone,
  close,
}: ReachFormProps & { readonly channel?: DebtorChannel }): ReactNode {
  const f = useFileTexts();
  const t = usePartyTexts();
  const act = useAct(setChannel, { invalidates: [listParties] });
  const form = useForm({
    kind: (channel?.kind ?? "email") as string,
    value: channel?.value ?? "",
    consent: (channel?.consent ?? "unknown") as string,
    preferred: channel?.preferred ?? true,
    validUntil: channel?.validUntil ?? null,
    source: (channel?.source ?? null) as string | null,
    version: channel?.version ?? 0,
  });
  const isKnown = channel !== undefined;
  return (
    <Form
      form={form}
      label={t(isKnown ? "editChannel" : "addChannel")}
      onSave={async ({ kind, consent, source, ...rest }) => {
        const body = {
          ...rest,
          kind: channelKinds.find((one) => one === kind) ?? "email",
          consent: consents.find((one) => one === consent) ?? "unknown",
          source: sourceOf(source),
        };
        await act.mutateAsync({ params: { id: fileId, debtorId }, body });
        onDone();
      }}
      onSaved={close}
      onCancel={close}
    >
      <div className={styles.fields}>
        <SelectField
          name="kind"
          label={t("kind")}
          required
          disabled={isKnown}
          options={channelKinds.map((value) => ({ value, label: f(value) }))}
        />
        <div className={styles.twice}>
          <TextField name="value" label={t("channelValue")} required disabled={isKnown} maxLength={254} />
        </div>
        <SelectField
          name="consent"
          label={t("consent")}
          required
          options={consents.map((value) => ({ value, label: t(`consent_${value}`) }))}
        />
        <DateField name="validUntil" label={t("untilDay")} />
        <SourceField />
      </div>
      <CheckboxField name="preferred" label={t("preferred")} description={t("preferredHint")} />
    </Form>
  );
}
