/** The form of a destination: which office, by which way, and what that way needs. */
import { SimpleGrid } from "@mantine/core";
import type { ReactNode } from "react";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { MultiSelectField, SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import {
  Form,
  NumberField,
  PasswordField,
  TextareaField,
  TextField,
  useCallForm,
  type ValuesOf,
} from "../../../ground/platform/web/inputs/form.web.tsx";
import { listBailiffs } from "../../bailiffs/bailiffs.contract.ts";
import { channels, formats, handoverTypes } from "../handover-batches.ts";
import { useBatchTexts, useScreenTexts } from "../texts.web.ts";
import {
  createDestination,
  type DestinationRow,
  listDestinations,
  updateDestination,
} from "./destinations.contract.ts";

/** What the form begins with; secrets that are kept are not shown. */
const valuesOf = (destination: DestinationRow | undefined): ValuesOf<typeof updateDestination> => ({
  name: destination?.name ?? "",
  bailiff: destination ? Number(destination.bailiff.id) : null,
  types: destination?.types ?? ["summons"],
  channel: destination?.channel ?? "download",
  format: destination?.format ?? "json",
  host: destination?.host ?? "",
  port: destination?.port ?? 22,
  username: destination?.username ?? "",
  hostKey: destination?.hostKey ?? "",
  folder: destination?.folder ?? "",
  receiptFolder: destination?.receiptFolder ?? "",
  url: destination?.url ?? "",
  email: destination?.email ?? "",
  password: "",
  privateKey: "",
  signingKey: "",
  archivePassword: "",
  version: destination?.version ?? 0,
});

export function DestinationForm(props: {
  destination: DestinationRow | undefined;
  close: () => void;
  onAdded?: (id: number) => void;
}): ReactNode {
  const { destination, close, onAdded } = props;
  const t = useScreenTexts();
  const names = useBatchTexts();
  const offices = useCall(listBailiffs, { query: {} });
  const form = useCallForm(updateDestination, valuesOf(destination));
  const create = useAct(createDestination, { invalidates: [listDestinations] });
  const update = useAct(updateDestination, { invalidates: [listDestinations] });
  const save = async ({ version, ...body }: BodyOf<typeof updateDestination>): Promise<void> => {
    if (destination) await update.mutateAsync({ params: { id: destination.id }, body: { ...body, version } });
    else onAdded?.((await create.mutateAsync({ body })).id);
    notify({ message: t("saved"), variant: "success" });
  };
  return (
    <Form form={form} label={t("destination")} onSave={save} onSaved={close} onCancel={close}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextField name="name" label={t("name")} required autoFocus maxLength={120} />
        <SelectField
          name="bailiff"
          label={t("bailiff")}
          required
          options={(offices.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </SimpleGrid>
      <MultiSelectField
        name="types"
        label={t("types")}
        options={handoverTypes.map((type) => ({ value: type, label: names(`type_${type}`) }))}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <SelectField
          name="channel"
          label={t("channel")}
          options={channels.map((one) => ({ value: one, label: t(`channel_${one}`) }))}
        />
        <SelectField
          name="format"
          label={t("format")}
          options={formats.map((one) => ({ value: one, label: one.toUpperCase() }))}
        />
      </SimpleGrid>
      <ChannelFields channel={form.values.channel} secrets={destination?.secrets} />
    </Form>
  );
}

/** What the way to an office needs; nothing where files are fetched from here. */
function ChannelFields({
  channel,
  secrets,
}: {
  readonly channel: DestinationRow["channel"] | null;
  readonly secrets: DestinationRow["secrets"] | undefined;
}): ReactNode {
  const t = useScreenTexts();
  const kept = (known: boolean | undefined) => (known ? { placeholder: t("secretKept") } : {});
  switch (channel) {
    case "sftp":
      return (
        <>
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            <TextField name="host" label={t("host")} required maxLength={253} />
            <NumberField name="port" label={t("port")} />
            <TextField name="username" label={t("username")} required maxLength={100} />
          </SimpleGrid>
          <TextField name="hostKey" label={t("hostKey")} maxLength={100} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextField name="folder" label={t("folder")} maxLength={300} />
            <TextField name="receiptFolder" label={t("receiptFolder")} maxLength={300} />
          </SimpleGrid>
          <PasswordField
            name="password"
            label={t("password")}
            autoComplete="new-password"
            {...kept(secrets?.password)}
          />
          <TextareaField name="privateKey" label={t("privateKey")} {...kept(secrets?.privateKey)} />
        </>
      );
    case "https":
      return (
        <>
          <TextField name="url" label={t("url")} required maxLength={500} />
          <PasswordField
            name="signingKey"
            label={t("signingKey")}
            autoComplete="new-password"
            {...kept(secrets?.signingKey)}
          />
        </>
      );
    case "mail":
      return (
        <>
          <TextField name="email" label={t("email")} required maxLength={200} />
          <PasswordField
            name="archivePassword"
            label={t("archivePassword")}
            autoComplete="new-password"
            {...kept(secrets?.archivePassword)}
          />
        </>
      );
    default:
      return null;
  }
}
