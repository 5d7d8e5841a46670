/** The forms for addresses, former addresses and channels of a person. Loaded when the first of them is opened. */
import type { ReactNode } from "react";
import { useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { useAct } from "../../ground/platform/web/http/api.web.ts";
import { SelectField } from "../../ground/platform/web/inputs/choices.web.tsx";
import { DateField } from "../../ground/platform/web/inputs/dates.web.tsx";
import { CheckboxField, Form, TextField, useCallForm } from "../../ground/platform/web/inputs/form.web.tsx";
import type { fileTexts } from "../files/files.texts.ts";
import {
  addAddress,
  type DebtorAddress,
  type DebtorChannel,
  listParties,
  setAddressSource,
  setChannel,
  updateAddress,
} from "./parties.contract.ts";
import styles from "./parties.module.css";
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

function SourceField(): ReactNode {
  const t = usePartyTexts();
  const options = sources.map((value) => ({ value, label: t(`source_${value}`) }));
  return <SelectField name="source" label={t("source")} clearable options={options} />;
}

/** The address itself, how long it holds, and where it comes from. */
function AddressFields(): ReactNode {
  const f = useFileTexts();
  const t = usePartyTexts();
  const countryChoices = useCountries();
  return (
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
  );
}

/** A former, visiting or correspondence address. */
export function AddressForm({
  fileId,
  debtorId,
  address,
  onDone,
  close,
}: ReachFormProps & { readonly address?: DebtorAddress }): ReactNode {
  const t = usePartyTexts();
  const add = useAct(addAddress, { invalidates: [listParties] });
  const change = useAct(updateAddress, { invalidates: [listParties] });
  const form = useCallForm(updateAddress, {
    kind: address?.kind ?? "correspondence",
    street: address?.street ?? "",
    houseNumber: address?.houseNumber ?? "",
    addition: address?.addition ?? "",
    postcode: address?.postcode ?? "",
    city: address?.city ?? "",
    country: address?.country ?? "NL",
    until: address?.until ?? null,
    source: address?.source ?? null,
    checkedOn: address?.checkedOn ?? null,
    version: address?.version ?? 0,
  });
  return (
    <Form
      form={form}
      label={t(address === undefined ? "addAddress" : "editAddress")}
      onSave={async ({ version, ...body }) => {
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
      <AddressFields />
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
    readonly addressSource: (typeof sources)[number] | null;
    readonly addressVerifiedOn: string | null;
    readonly version: number;
  };
}): ReactNode {
  const t = usePartyTexts();
  const act = useAct(setAddressSource, { invalidates: [listParties] });
  const form = useCallForm(setAddressSource, {
    source: present.addressSource,
    checkedOn: present.addressVerifiedOn,
    version: present.version,
  });
  return (
    <Form
      form={form}
      label={t("addressSource")}
      onSave={async (body) => {
        await act.mutateAsync({ params: { id: fileId, debtorId }, body });
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
  const form = useCallForm(setChannel, {
    kind: channel?.kind ?? "email",
    value: channel?.value ?? "",
    consent: channel?.consent ?? "unknown",
    preferred: channel?.preferred ?? true,
    validUntil: channel?.validUntil ?? null,
    source: channel?.source ?? null,
    version: channel?.version ?? 0,
  });
  const isKnown = channel !== undefined;
  return (
    <Form
      form={form}
      label={t(isKnown ? "editChannel" : "addChannel")}
      onSave={async (body) => {
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
