/** The register of courses and meetings of an employee. */

import { ActionIcon, Anchor, Button, Group } from "@mantine/core";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { labelled } from "../../../ground/platform/web/content/texts.web.ts";
import { confirmDelete } from "../../../ground/platform/web/feedback/delete.web.tsx";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { download, showError, useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { DateField } from "../../../ground/platform/web/inputs/dates.web.tsx";
import { FileField } from "../../../ground/platform/web/inputs/files.web.tsx";
import {
  Form,
  TextareaField,
  TextField,
  useCallForm,
  type ValuesOf,
} from "../../../ground/platform/web/inputs/form.web.tsx";
import { Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable } from "../../../ground/platform/web/table/table.web.tsx";
import { certificateTypes, maxCertificateBytes, trainingKinds } from "../employees.ts";
import {
  addTraining,
  downloadCertificate,
  dropTraining,
  getEmployee,
  listEmployees,
  listTrainings,
  type Training,
  updateTraining,
} from "../record/people.contract.ts";
import { useEmployeeTexts } from "../texts.web.ts";

const touched = [listTrainings, getEmployee, listEmployees];

function useTrainingsColumns(employeeId: number): Column<Training>[] {
  const t = useEmployeeTexts();
  return [
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
}

export function Trainings({ employeeId, editable }: { employeeId: number; editable: boolean }): ReactNode {
  const t = useEmployeeTexts();
  const list = useCall(listTrainings, { params: { id: employeeId } });
  const drop = useAct(dropTraining, { invalidates: touched });
  const edit = (training?: Training): void => {
    openModal({ title: t(training ? "editTraining" : "addTraining") }, (close) => (
      <TrainingForm employeeId={employeeId} training={training} close={close} />
    ));
  };
  const columns = useTrainingsColumns(employeeId);
  const add = (
    <Button size="compact-sm" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => edit()}>
      {t("addTraining")}
    </Button>
  );
  const remove = (training: Training): Promise<boolean> =>
    confirmDelete({
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
                    aria-label={labelled(t("edit"), training.title)}
                    onClick={() => edit(training)}
                  >
                    <IconPencil size={16} />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="red"
                    aria-label={labelled(t("delete"), training.title)}
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

interface TrainingValues extends ValuesOf<typeof updateTraining> {
  file: File[];
}
const bodyOf = ({ file: _file, ...values }: TrainingValues) => ({ ...values, heldOn: values.heldOn ?? "" });

function TrainingForm(props: { employeeId: number; training: Training | undefined; close: () => void }): ReactNode {
  const t = useEmployeeTexts();
  const { employeeId, training, close } = props;
  const initial: TrainingValues = {
    kind: training?.kind ?? "course",
    heldOn: training?.heldOn ?? null,
    title: training?.title ?? "",
    note: training?.note ?? "",
    file: [],
    version: training?.version ?? 1,
  };
  const form = useCallForm(updateTraining, initial, bodyOf);
  const add = useAct(addTraining, { invalidates: touched });
  const update = useAct(updateTraining, { invalidates: touched });
  const save = async (body: BodyOf<typeof updateTraining>, { file }: TrainingValues): Promise<void> => {
    const { version: _version, ...fresh } = body;
    if (training) await update.mutateAsync({ params: { id: employeeId, trainingId: training.id }, body });
    else await add.mutateAsync({ params: { id: employeeId }, body: fresh, files: { file } });
    notify({ message: t("trainingSaved", { title: body.title }), variant: "success" });
  };
  return (
    <Form form={form} label={t("trainings")} onSave={save} onSaved={close} onCancel={close}>
      <SelectField
        form={form}
        name="kind"
        label={t("kind")}
        required
        options={trainingKinds.map((value) => ({ value, label: t(`kind_${value}`) }))}
      />
      <DateField form={form} name="heldOn" label={t("heldOn")} required />
      <TextField form={form} name="title" label={t("trainingTitle")} required maxLength={200} />
      <TextareaField form={form} name="note" label={t("note")} rows={2} maxLength={2000} />
      {!training && (
        <FileField
          form={form}
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
