/** The form of a place where a client's files are fetched. Secrets are never shown; an empty field keeps what is there. */
import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import { useAct } from "../platform/web/api.web.ts";
import { ClientField, SelectField } from "../platform/web/choices.web.tsx";
import {
  CheckboxField,
  Form,
  NumberField,
  PasswordField,
  TextareaField,
  TextField,
  useForm,
} from "../platform/web/form.web.tsx";
import { notify } from "../platform/web/notify.web.tsx";
import { createImportSource, type ImportSource, listImportSources, updateImportSource } from "./intake.contract.ts";
import { afterChecks, importModes, sourceKinds } from "./intake.ts";
import { useIntakeTexts } from "./wording.web.ts";

const fresh = {
  name: "",
  kind: "folder",
  mode: "new",
  host: "",
  port: 22 as number | null,
  username: "",
  folder: "",
  doneFolder: "verwerkt",
  pattern: "*.csv",
  everyMinutes: 60 as number | null,
  afterCheck: "never",
  isActive: true,
  hostKey: "",
};

type Known = Pick<ImportSource, keyof typeof fresh>;

const valuesOf = (source: Known | undefined): typeof fresh =>
  source === undefined
    ? fresh
    : {
        name: source.name,
        kind: source.kind,
        mode: source.mode,
        host: source.host,
        port: source.port,
        username: source.username,
        folder: source.folder,
        doneFolder: source.doneFolder,
        pattern: source.pattern,
        everyMinutes: source.everyMinutes,
        afterCheck: source.afterCheck,
        isActive: source.isActive,
        hostKey: source.hostKey,
      };

const known = <T extends string>(values: readonly T[], value: string, otherwise: T): T =>
  values.find((one) => one === value) ?? otherwise;

export function SourceForm({ source, close }: { source: ImportSource | undefined; close: () => void }): ReactNode {
  const t = useIntakeTexts();
  const create = useAct(createImportSource, { invalidates: [listImportSources] });
  const update = useAct(updateImportSource, { invalidates: [listImportSources] });
  const form = useForm({
    ...valuesOf(source),
    client: source?.client.id ?? (null as number | null),
    password: "",
    privateKey: "",
    version: source?.version ?? 0,
  });
  const isServer = form.values.kind === "sftp";
  return (
    <Form
      form={form}
      label={t(source ? "editSource" : "newSource")}
      submit={t("save")}
      onSave={async ({ client, version, port, everyMinutes, ...values }) => {
        const body = {
          ...values,
          kind: known(sourceKinds, values.kind, "folder"),
          mode: known(importModes, values.mode, "new"),
          afterCheck: known(afterChecks, values.afterCheck, "never"),
          port: port ?? 22,
          everyMinutes: everyMinutes ?? 60,
        };
        if (source) await update.mutateAsync({ params: { id: source.id }, body: { ...body, version } });
        else await create.mutateAsync({ body: { ...body, client: client ?? 0 } });
        notify({ message: t("saved"), variant: "success" });
      }}
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
          options={importModes.map((value) => ({ value, label: t(`mode_${value}`) }))}
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
