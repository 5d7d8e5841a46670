/** A client's house style: sender, closing line by language, logo, and a preview of a letter. */
import { Button, Group, Stack, Text } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { languages } from "../../../ground/kernel/texts.ts";
import { openPreview } from "../../../ground/platform/web/content/preview.web.tsx";
import { useLanguage } from "../../../ground/platform/web/content/texts.web.ts";
import { confirm } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { addressOf, showError, useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { ApiError } from "../../../ground/platform/web/http/transport.web.ts";
import { ClientPicker } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { FilePicker } from "../../../ground/platform/web/inputs/files.web.tsx";
import {
  CheckboxField,
  Form,
  type OnTyping,
  TextareaField,
  TextField,
  useCallForm,
  useHeld,
  useHeldForm,
} from "../../../ground/platform/web/inputs/form.web.tsx";
import { useMay } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { Link, useAddressQuery } from "../../../ground/platform/web/pages/links.web.tsx";
import { Loaded, Page, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { listCharges } from "../papers/papers.contract.ts";
import styles from "../precasso.module.css";
import { usePrecassoTexts } from "../texts.web.ts";
import {
  dropLogo,
  type House,
  precassoHouseScreen,
  previewHouse,
  readHouse,
  readLogo,
  sampleTemplates,
  setLogo,
  updateHouse,
} from "./house.contract.ts";
import { maxLogoBytes } from "./house.ts";
import { OwnTexts } from "./own-texts.web.tsx";

const lineNames = { nl: "lineNl", en: "lineEn", fr: "lineFr", de: "lineDe" } as const;

export function PrecassoHouse(): ReactNode {
  const t = usePrecassoTexts();
  const { set, values } = useAddressQuery();
  const chosen = Number(values.client);
  const client = Number.isSafeInteger(chosen) && chosen > 0 ? chosen : null;
  return (
    <Page title={t("houseTitle")}>
      <Text size="sm" c="dimmed" mb="sm" maw="var(--v-form)">
        {t(client === null ? "houseChoose" : "houseHint")}
      </Text>
      <div className={styles.choice}>
        <ClientPicker
          label={t("client")}
          value={client}
          onChange={(id) => set({ client: id === null ? null : Number(id) })}
        />
      </div>
      {client === null ? <Clients /> : <OneHouse key={client} client={client} />}
    </Page>
  );
}

/** Clients with recent records, as first choices; others are found by name. */
function Clients(): ReactNode {
  const t = usePrecassoTexts();
  const charges = useCall(listCharges, {}, { quiet: true, enabled: useMay(listCharges) }).data?.items ?? [];
  const items = [...new Map(charges.map(({ clientId, clientName }) => [clientId, clientName]))];
  if (items.length === 0) return null;
  return (
    <Section title={t("houseClients")}>
      <ul className={styles.list}>
        {items.map(([id, name]) => (
          <li key={id}>
            <Link to={precassoHouseScreen} search={{ client: id }}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function OneHouse({ client }: { client: number }): ReactNode {
  const house = useCall(readHouse, { params: { id: client } });
  return (
    <Loaded of={house}>
      {(data) => (
        <div className={styles.columns}>
          <Sender house={data} />
          <div>
            <Logo house={data} />
            <Preview house={data} />
            <OwnTexts house={data} />
          </div>
        </div>
      )}
    </Loaded>
  );
}

const valuesOf = ({ senderName, phone, email, website, closing, namesAgency, version }: House) => ({
  senderName,
  phone,
  email,
  website,
  closing,
  namesAgency,
  version,
});

/** Whether two versions differ in nothing that the form of the sender holds: a logo is a version too. */
const sameSender = (one: House, other: House): boolean =>
  JSON.stringify({ ...valuesOf(one), version: 0 }) === JSON.stringify({ ...valuesOf(other), version: 0 });

function Sender({ house }: { house: House }): ReactNode {
  const t = usePrecassoTexts();
  const { shown, onTyping } = useHeld(house);
  return (
    <Section title={t("sender")}>
      <fieldset disabled={!house.mayChange} className={styles.plain}>
        <SenderForm
          key={shown.version}
          house={shown}
          newest={sameSender(shown, house) ? house.version : shown.version}
          onTyping={onTyping}
        />
      </fieldset>
    </Section>
  );
}

interface SenderFormProps {
  readonly house: House;
  /** The newest version with the sender that the form began with. */
  readonly newest: number;
  readonly onTyping: OnTyping;
}

function SenderForm({ house, newest, onTyping }: SenderFormProps): ReactNode {
  const t = usePrecassoTexts();
  const { fromRecord, mayChange, mayChangeAgency } = house;
  const form = useCallForm(updateHouse, valuesOf(house));
  useHeldForm(form, onTyping);
  const update = useAct(updateHouse, { invalidates: [readHouse] });
  const save = async (body: BodyOf<typeof updateHouse>): Promise<void> => {
    const version = Math.max(body.version, newest);
    await update.mutateAsync({ params: { id: house.client.id }, body: { ...body, version } });
    notify({ message: t("houseSaved"), variant: "success" });
  };
  return (
    <Form form={form} label={t("sender")} onSave={save} {...(!mayChange && { submit: null })}>
      <TextField name="senderName" label={t("senderName")} placeholder={fromRecord.senderName} maxLength={100} />
      <TextField name="phone" label={t("housePhone")} placeholder={fromRecord.phone} maxLength={30} />
      <TextField name="email" label={t("houseEmail")} placeholder={fromRecord.email} maxLength={254} />
      <TextField name="website" label={t("houseWebsite")} placeholder={fromRecord.website} maxLength={200} />
      <CheckboxField name="namesAgency" label={t("namesAgency")} disabled={!mayChangeAgency} />
      <Text fw={550} size="sm">
        {t("ownLines")}
      </Text>
      <Text size="sm" c="dimmed">
        {t("ownLinesHint")}
      </Text>
      {languages.map((language) => (
        <TextareaField
          key={language}
          name={`closing.${language}`}
          label={t(lineNames[language])}
          maxLength={300}
          rows={2}
        />
      ))}
    </Form>
  );
}

function Logo({ house }: { house: House }): ReactNode {
  const t = usePrecassoTexts();
  const [errors, setErrors] = useState<readonly string[]>([]);
  const params = { id: house.client.id };
  const put = useAct(setLogo, { invalidates: [readHouse] });
  const drop = useAct(dropLogo, { invalidates: [readHouse] });
  const send = async (file: File): Promise<void> => {
    setErrors([]);
    try {
      await put.mutateAsync({ params, files: { file } });
      notify({ message: t("houseSaved"), variant: "success" });
    } catch (error) {
      if (error instanceof ApiError && error.isValidation) setErrors(error.errors.file ?? [error.message]);
      else showError(error);
    }
  };
  const takeAway = async (): Promise<void> => {
    const question = t("dropLogoConfirm", { client: house.client.company });
    if (await confirm(question, { yes: t("dropLogo"), danger: true })) await drop.run({ params });
  };
  return (
    <Section title={t("logo")}>
      <Stack gap="xs">
        {house.hasLogo ? (
          <img
            className={styles.logo}
            src={addressOf(readLogo, { params, query: { version: house.version } })}
            alt={`${t("logo")} ${house.client.company}`}
          />
        ) : (
          <Text size="sm" c="dimmed">
            {t("noLogo")}
          </Text>
        )}
        {house.mayChange && (
          <FilePicker
            label={t("logo")}
            description={t("logoHint")}
            value={[]}
            accept={{ "image/png": [".png"], "image/jpeg": [".jpg", ".jpeg"] }}
            maxBytes={maxLogoBytes}
            errors={errors}
            disabled={put.isPending}
            onChange={([file]) => {
              if (file) void send(file);
            }}
          />
        )}
        {house.mayChange && house.hasLogo && (
          <Group>
            <Button variant="default" onClick={() => void takeAway()} loading={drop.isPending}>
              {t("dropLogo")}
            </Button>
          </Group>
        )}
      </Stack>
    </Section>
  );
}

function Preview({ house }: { house: House }): ReactNode {
  const t = usePrecassoTexts();
  const language = useLanguage();
  const documents = sampleTemplates.map((template) => ({
    name: `${t(`preview_${template}`)}.pdf`,
    href: addressOf(previewHouse, { params: { id: house.client.id }, query: { template, language } }),
  }));
  return (
    <Section title={t("preview")}>
      <Text size="sm" c="dimmed" mb="xs">
        {t("previewHint")}
      </Text>
      <Group gap="xs">
        {sampleTemplates.map((template, at) => (
          <Button
            key={template}
            variant="default"
            leftSection={<IconEye size={16} aria-hidden />}
            onClick={() => openPreview(documents, at)}
          >
            {t(`preview_${template}`)}
          </Button>
        ))}
      </Group>
    </Section>
  );
}
