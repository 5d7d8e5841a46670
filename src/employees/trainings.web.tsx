/** The register of courses and meetings of an employee. */
import { ActionIcon, Anchor, Button, Group } from "@mantine/core";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { BodyOf } from "../kernel/contract.ts";
import { download, showError, useAct, useCall } from "../platform/web/api.web.ts";
import { SelectField } from "../platform/web/choices.web.tsx";
import { DateField } from "../platform/web/dates.web.tsx";
import { askDelete } from "../platform/web/delete.web.tsx";
import { openModal } from "../platform/web/dialogs.web.tsx";
import { FileField } from "../platform/web/files.web.tsx";
import { Form, TextareaField, TextField, useForm } from "../platform/web/form.web.tsx";
import { notify } from "../platform/web/notify.web.tsx";
import { Section } from "../platform/web/page.web.tsx";
import { type Column, DataTable } from "../platform/web/table.web.tsx";
import {
  addTraining,
  downloadCertificate,
  dropTraining,
  getEmployee,
  listEmployees,
  listTrainings,
  type Training,
  updateTraining,
} from "./employees.contract.ts";
import { certificateTypes, maxCertificateBytes, trainingKinds } from "./employees.ts";
import { useEmployeeTexts } from "./texts.web.ts";

const touched = [listTrainings, getEmployee, listEmployees];

export function Trainings({ employeeId, editable }: { employeeId: number; editable: boolean }): ReactNode {
  const t = useEmployeeTexts();
  const list = useCall(listTrainings, { params: { id: employeeId } });
  const drop = useAct(dropTraining, { invalidates: touched });
  const edit = (training?: Training): void => {
    openModal({ title: t(training ? "editTraining" : "addTraining") }, (close) => (
      <TrainingForm employeeId={employeeId} training={training} close={close} />
    ));
  };
  const columns: Column<Training>[] = [
    { key: "heldOn", label: t("heldOn"), as: "date", sortable: true, width: 120 },
    {
      key: "kind",
      label: t("kind"),
      sortable: true,
      text: (_value, row) => t(`kind_${row.kind}`),
      formatter: (_value, row) => t(`kind_${row.kind}`),
    },
    { key: "title", label: t("trainingTitle"), sortable: true },
    { key: "note", label: t("note") },
    {
      key: "file",
      label: t("certificate"),
      text: (_value, row) => row.file?.name ?? "",
      formatter: (_value, row) => <Certificate employeeId={employeeId} training={row} />,
    },
  ];
  const add = (
    <Button size="compact-sm" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => edit()}>
      {t("addTraining")}
    </Button>
  );
  const remove = (training: Training): Promise<boolean> =>
    askDelete({
      name: training.title,
      remove: () => drop.mutateAsync({ params: { id: employeeId, trainingId: training.id } }),
    });
  return (
    <Section title={t("trainings")} aside={editable ? add : t("trainingsAside")}>
      <DataTable
        id="trainings"
        label={t("trainings")}
        columns={columns}
        list={list}
        views={false}
        chooser={false}
        rowName={(training) => training.title}
        empty={{ title: t("trainingsEmpty"), text: `${t("trainingsEmptyText")} ${t("trainingsAside")}` }}
        {...(editable
          ? {
              actions: (training: Training) => (
                <Group gap={4} wrap="nowrap">
                  <ActionIcon
                    variant="subtle"
                    aria-label={`${t("edit")}: ${training.title}`}
                    onClick={() => edit(training)}
                  >
                    <IconPencil size={16} />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="red"
                    aria-label={`${t("delete")}: ${training.title}`}
                    onClick={() => void remove(training)}
                  >
                    <IconTrash size={16} />
                  </ActionIcon>
                </Group>
              ),
            }
          : {})}
      />
    </Section>
  );
}

function Certificate({ employeeId, training }: { employeeId: number; training: Training }): ReactNode {
  const { file } = training;
  if (!file) return null;
  const save = (): Promise<void> =>
    download(downloadCertificate, { params: { id: employeeId, trainingId: training.id } }, file.name).catch(showError);
  return (
    <Anchor component="button" type="button" size="sm" ta="left" onClick={() => void save()}>
      {file.name}
    </Anchor>
  );
}

function TrainingForm(props: { employeeId: number; training: Training | undefined; close: () => void }): ReactNode {
  const t = useEmployeeTexts();
  const { employeeId, training, close } = props;
  const form = useForm({
    kind: (training?.kind ?? "course") as string | null,
    heldOn: training?.heldOn ?? null,
    title: training?.title ?? "",
    note: training?.note ?? "",
    file: [] as File[],
    version: training?.version ?? 1,
  });
  const add = useAct(addTraining, { invalidates: touched });
  const update = useAct(updateTraining, { invalidates: touched });
  const save = async ({ file, version, ...values }: typeof form.values): Promise<void> => {
    // What a choice may not be, the server says beside its field.
    const body = { ...values, heldOn: values.heldOn ?? "" } as BodyOf<typeof addTraining>;
    if (training) {
      const params = { id: employeeId, trainingId: training.id };
      await update.mutateAsync({ params, body: { ...body, version } });
    } else await add.mutateAsync({ params: { id: employeeId }, body, files: { file } });
    notify({ message: t("trainingSaved", { title: values.title }), variant: "success" });
  };
  return (
    <Form form={form} label={t("trainings")} onSave={save} onSaved={close} onCancel={close}>
      <SelectField
        name="kind"
        label={t("kind")}
        required
        options={trainingKinds.map((value) => ({ value, label: t(`kind_${value}`) }))}
      />
      <DateField name="heldOn" label={t("heldOn")} required />
      <TextField name="title" label={t("trainingTitle")} required maxLength={200} />
      <TextareaField name="note" label={t("note")} rows={2} maxLength={2000} />
      {!training && (
        <FileField
          name="file"
          label={t("certificate")}
          accept={certificateTypes}
          maxBytes={maxCertificateBytes}
          description={t("certificateHint")}
        />
      )}
    </Form>
  );
}
