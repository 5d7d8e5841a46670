/** Open files without an owner or a date, corrected together. */

import { Button, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Status } from "../../../ground/platform/web/content/values.web.tsx";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { showError, useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { DateField } from "../../../ground/platform/web/inputs/dates.web.tsx";
import { ChoiceFilter, FilterBar } from "../../../ground/platform/web/inputs/filter-bar.web.tsx";
import { ClientFilter } from "../../../ground/platform/web/inputs/filter-pickers.web.tsx";
import { Form, TextareaField, useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import {
  type Column,
  DataTable,
  type Selection,
  useTableState,
} from "../../../ground/platform/web/table/table.web.tsx";
import { caseManagerOptions } from "../../../people/employees/employees.contract.ts";
import { debtorColumn, useRowsToFiles } from "../../files/files.web.tsx";
import {
  agendaSubjectList,
  assignUnattended,
  type UnattendedFile,
  unattendedFiles,
  unattendedKinds,
} from "../items/items.contract.ts";
import { useAgendaTexts, useRefresh, useToday } from "../texts.web.ts";

/** As many as one act takes: the first ones, where more are selected. */
const atOnce = 1000;

function useNeglectedColumns(): Column<UnattendedFile>[] {
  const t = useAgendaTexts();
  const lacksOf = (file: UnattendedFile): string => file.lacks.map((one) => t(`lacks_${one}`)).join(", ");
  return [
    { key: "number", label: t("file"), sortable: true, allowToggle: false, copy: true },
    debtorColumn(t("debtor"), t("client"), { share: 34 }),
    {
      key: "lacks",
      label: t("lacks"),
      formatter: (_value, file) => <Status tone="warn">{lacksOf(file)}</Status>,
      text: (_value, file) => lacksOf(file),
    },
    { key: "caseManager", label: t("caseManager"), share: 16 },
    { key: "placedOn", label: t("placedOn"), as: "date", sortable: true },
    { key: "openCents", label: t("open"), as: "money", sortable: true },
  ];
}

export function UnattendedFiles(): ReactNode {
  const t = useAgendaTexts();
  const table = useTableState(unattendedFiles);
  const list = useCall(unattendedFiles, { query: table.query });
  const openAssign = (files: readonly number[]): void =>
    void openModal({ title: t("mendTitle"), size: "lg" }, (close) => <MendForm files={files} close={close} />);
  const chosenOf = async (selection: Selection<UnattendedFile>): Promise<readonly number[]> => {
    const part = { offset: 0, limit: atOnce, signal: new AbortController().signal };
    const rows = selection.allMatching ? (await table.read(part)).items : selection.rows;
    return rows.map(({ id }) => id);
  };

  const columns = useNeglectedColumns();
  const rowsToFiles = useRowsToFiles<{ readonly id: number }>(({ id }) => id);
  return (
    <>
      <Text c="dimmed" size="sm" mb="sm" maw="var(--v-form)">
        {t("neglectedIntro")}
      </Text>
      <DataTable
        id="agenda-neglected"
        label={t("view_neglected")}
        columns={columns}
        list={list}
        state={table}
        filters={
          <FilterBar state={table}>
            <ChoiceFilter
              name="lacks"
              label={t("lacks")}
              options={unattendedKinds.map((value) => ({ value, label: t(`lacks_${value}`) }))}
            />
            <ClientFilter name="client" label={t("client")} />
          </FilterBar>
        }
        rowName={(file) => `${file.number} ${file.debtorName}`}
        {...rowsToFiles}
        empty={{ title: t("emptyNeglected") }}
        selectable
        bulkOfAll
        bulk={(selection) => (
          <Button onClick={() => void chosenOf(selection).then(openAssign, showError)}>
            {t("mend", { count: Math.min(selection.count, atOnce) })}
          </Button>
        )}
      />
    </>
  );
}

interface MendValues {
  readonly caseManager: number | null;
  readonly item: { readonly subject: number | null; readonly on: string | null; readonly note: string };
}
const noAssignment: MendValues = { caseManager: null, item: { subject: null, on: null, note: "" } };

function MendForm(props: { files: readonly number[]; close: () => void }): ReactNode {
  const t = useAgendaTexts();
  const refresh = useRefresh();
  const today = useToday();
  const act = useAct(assignUnattended);
  const managers = useCall(caseManagerOptions, {}).data?.items ?? [];
  const subjects = useCall(agendaSubjectList, {}).data?.items ?? [];
  const form = useCallForm(assignUnattended, noAssignment, ({ caseManager, item }) => ({
    files: [...props.files],
    ...(caseManager === null ? {} : { caseManager }),
    ...(item.subject === null ? {} : { item: { ...item, on: item.on ?? "" } }),
  }));
  return (
    <Form
      form={form}
      label={t("mendTitle")}
      submit={t("mend", { count: props.files.length })}
      onSave={async (body) => {
        const reply = await act.mutateAsync({ body });
        await refresh();
        notify({ message: t("mended", reply), variant: "success" });
      }}
      onSaved={props.close}
      onCancel={props.close}
    >
      <SelectField
        form={form}
        name="caseManager"
        label={t("caseManager")}
        options={managers.map(({ id, text }) => ({ value: id, label: text }))}
        clearable
      />
      <Group grow align="start">
        <SelectField
          form={form}
          name="item.subject"
          label={t("subject")}
          options={subjects.map(({ id, text }) => ({ value: id, label: text }))}
          clearable
        />
        <DateField form={form} name="item.on" label={t("on")} min={today} />
      </Group>
      <TextareaField form={form} name="item.note" label={t("note")} rows={2} maxLength={2000} />
    </Form>
  );
}
