/** The form of a place where a client's files are fetched. Secrets are never shown; an empty field keeps what is there. */
import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct } from "../../../ground/platform/web/http/api.web.ts";
import { ClientField, SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import {
  CheckboxField,
  Form,
  NumberField,
  PasswordField,
  TextareaField,
  TextField,
  useCallForm,
  type ValuesOf,
} from "../../../ground/platform/web/inputs/form.web.tsx";
import { afterChecks, fileModes, sourceKinds } from "../import/layout.ts";
import { useIntakeTexts } from "../texts.web.ts";
import { createImportSource, type ImportSource, listImportSources, updateImportSource } from "./sources.contract.ts";

interface Values extends Required<ValuesOf<typeof updateImportSource>> {
  client: number | null;
}

const valuesOf = (source: ImportSource | undefined): Values => ({
  client: source?.client.id ?? null,
  name: source?.name ?? "",
  kind: source?.kind ?? "folder",
  mode: source?.mode ?? "new",
  host: source?.host ?? "",
  port: source?.port ?? 22,
  username: source?.username ?? "",
  folder: source?.folder ?? "",
  doneFolder: source?.doneFolder ?? "verwerkt",
  pattern: source?.pattern ?? "*.csv",
  everyMinutes: source?.everyMinutes ?? 60,
  afterCheck: source?.afterCheck ?? "never",
  isActive: source?.isActive ?? true,
  hostKey: source?.hostKey ?? "",
  password: "",
  privateKey: "",
  version: source?.version ?? 0,
});

/** A place whose port or interval was emptied is one of the usual ones. */
const bodyOf = ({ version: _version, ...values }: Values) => ({
  ...values,
  port: values.port ?? 22,
  everyMinutes: values.everyMinutes ?? 60,
});

function useSave(source: ImportSource | undefined) {
  const t = useIntakeTexts();
  const create = useAct(createImportSource, { invalidates: [listImportSources] });
  const update = useAct(updateImportSource, { invalidates: [listImportSources] });
  return async (body: BodyOf<typeof createImportSource>, version: number | null): Promise<void> => {
    const { client: _client, ...changed } = body;
    if (source)
      await update.mutateAsync({ params: { id: source.id }, body: { ...changed, version: version ?? source.version } });
    else await create.mutateAsync({ body });
    notify({ message: t("saved"), variant: "success" });
  };
}

export function SourceForm({ source, close }: { source: ImportSource | undefined; close: () => void }): ReactNode {
  const t = useIntakeTexts();
  const save = useSave(source);
  const form = useCallForm(createImportSource, valuesOf(source), bodyOf);
  const isServer = form.values.kind === "sftp";
  return (
    <Form
      form={form}
      label={t(source ? "editSource" : "newSource")}
      submit={t("save")}
      onSave={(body, { version }) => save(body, version)}
      onSaved={close}
      onCancel={close}
    >
      {source === undefined && <ClientField name="client" label={t("client")} required />}
      <Group grow align="start">
        <TextField name="name" label={t("source_name")} required maxLength={120} />
        <SelectField
          name="mode"
          label={t("mode")}
          required
          options={fileModes.map((value) => ({ value, label: t(`mode_${value}`) }))}
        />
      </Group>
      <SelectField
        name="kind"
        label={t("source_kind")}
        required
        options={sourceKinds.map((value) => ({ value, label: t(`kind_${value}`) }))}
      />
      {isServer && <ServerFields hasPassword={source?.hasPassword ?? false} hasKey={source?.hasPrivateKey ?? false} />}
      <Group grow align="start">
        <TextField
          name="folder"
          label={t("source_folder")}
          maxLength={400}
          {...(isServer ? {} : { description: t("folderHint") })}
        />
        <TextField name="doneFolder" label={t("source_doneFolder")} required maxLength={400} />
      </Group>
      <Group grow align="start">
        <TextField name="pattern" label={t("source_pattern")} required maxLength={120} description={t("patternHint")} />
        <NumberField name="everyMinutes" label={t("source_everyMinutes")} required min={5} max={10_080} />
      </Group>
      <SelectField
        name="afterCheck"
        label={t("source_afterCheck")}
        required
        options={afterChecks.map((value) => ({ value, label: t(`after_${value}`) }))}
      />
      <CheckboxField name="isActive" label={t("source_isActive")} />
    </Form>
  );
}

function ServerFields({ hasPassword, hasKey }: { hasPassword: boolean; hasKey: boolean }): ReactNode {
  const t = useIntakeTexts();
  return (
    <>
      <Group grow align="start">
        <TextField name="host" label={t("source_host")} required maxLength={253} />
        <NumberField name="port" label={t("source_port")} required min={1} max={65_535} />
      </Group>
      <Group grow align="start">
        <TextField name="username" label={t("source_username")} required maxLength={120} />
        <PasswordField
          name="password"
          label={t("source_password")}
          autoComplete="new-password"
          {...(hasPassword ? { description: t("secretKept") } : {})}
        />
      </Group>
      <TextareaField
        name="privateKey"
        label={t("source_privateKey")}
        rows={2}
        maxRows={6}
        {...(hasKey ? { description: t("secretKept") } : {})}
      />
      <TextField name="hostKey" label={t("source_hostKey")} maxLength={100} description={t("hostKeyHint")} />
    </>
  );
}
