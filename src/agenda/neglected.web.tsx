/** Open files without an owner or a date, mended together. */
import { Button, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { caseManagerOptions } from "../employees/employees.contract.ts";
import { fileAddress } from "../files/files.ts";
import { showError, useAct, useCall } from "../platform/web/api.web.ts";
import { SelectField } from "../platform/web/choices.web.tsx";
import { DateField } from "../platform/web/dates.web.tsx";
import { openModal } from "../platform/web/dialogs.web.tsx";
import { ChoiceFilter, FilterBar } from "../platform/web/filter-bar.web.tsx";
import { ClientFilter } from "../platform/web/filter-pickers.web.tsx";
import { Form, TextareaField, useForm } from "../platform/web/form.web.tsx";
import { formatNumber } from "../platform/web/format.ts";
import { notify } from "../platform/web/notify.web.tsx";
import { Status } from "../platform/web/show.web.tsx";
import { type Column, DataTable, type Selection, useTableState } from "../platform/web/table.web.tsx";
import { useLanguage } from "../platform/web/texts.web.ts";
import { agendaSubjectList, mendFiles, type NeglectedFile, neglectedFiles, neglects } from "./agenda.contract.ts";
import { useAgendaTexts, useRefresh, useToday } from "./words.web.ts";

/** As many as one act takes: the first ones, where more are selected. */
const atOnce = 1000;

export function Neglected(): ReactNode {
  const t = useAgendaTexts();
  const language = useLanguage();
  const table = useTableState(neglectedFiles);
  const list = useCall(neglectedFiles, { query: table.query });
  const mend = (files: readonly number[]): void =>
    void openModal({ title: t("mendTitle"), size: "lg" }, (close) => <MendForm files={files} close={close} />);
  const chosenOf = async (selection: Selection<NeglectedFile>): Promise<readonly number[]> => {
    const part = { offset: 0, limit: atOnce, signal: new AbortController().signal };
    const rows = selection.allMatching ? (await table.read(part)).items : selection.rows;
    return rows.map(({ id }) => id);
  };
  const lacksOf = (file: NeglectedFile): string => file.lacks.map((one) => t(`lacks_${one}`)).join(", ");
  const columns: Column<NeglectedFile>[] = [
    { key: "number", label: t("file"), sortable: true, allowToggle: false, copy: true },
    { key: "debtorName", label: t("debtor"), share: 26 },
    { key: "clientName", label: t("client"), share: 24 },
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
  return (
    <>
      <Text c="dimmed" size="sm" mb="sm" maw={760}>
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
              options={neglects.map((value) => ({ value, label: t(`lacks_${value}`) }))}
            />
            <ClientFilter name="client" label={t("client")} />
          </FilterBar>
        }
        rowName={(file) => `${file.number} ${file.debtorName}`}
        linkTo={(file) => fileAddress(file.id)}
        empty={{ title: t("emptyNeglected") }}
        selectable
        bulk={(selection) => (
          <Button onClick={() => void chosenOf(selection).then(mend, showError)}>
            {t("mend", { count: formatNumber(Math.min(selection.count, atOnce), language) })}
          </Button>
        )}
      />
    </>
  );
}

function MendForm(props: { files: readonly number[]; close: () => void }): ReactNode {
  const t = useAgendaTexts();
  const refresh = useRefresh();
  const today = useToday();
  const act = useAct(mendFiles);
  const managers = useCall(caseManagerOptions, {}).data?.items ?? [];
  const subjects = useCall(agendaSubjectList, {}).data?.items ?? [];
  const form = useForm({
    caseManager: null as string | null,
    item: { subject: null as string | null, on: null as string | null, note: "" },
  });
  return (
    <Form
      form={form}
      label={t("mendTitle")}
      submit={t("mend", { count: props.files.length })}
      onSave={async ({ caseManager, item }) => {
        const reply = await act.mutateAsync({
          body: {
            files: [...props.files],
            ...(caseManager === null ? {} : { caseManager: Number(caseManager) }),
            ...(item.subject === null
              ? {}
              : { item: { subject: Number(item.subject), on: item.on ?? "", note: item.note } }),
          },
        });
        await refresh();
        notify({ message: t("mended", reply), variant: "success" });
      }}
      onSaved={props.close}
      onCancel={props.close}
    >
      <SelectField
        name="caseManager"
        label={t("caseManager")}
        options={managers.map(({ id, text }) => ({ value: String(id), label: text }))}
        clearable
      />
      <Group grow align="start">
        <SelectField
          name="item.subject"
          label={t("subject")}
          options={subjects.map(({ id, text }) => ({ value: String(id), label: text }))}
          clearable
        />
        <DateField name="item.on" label={t("on")} min={today} />
      </Group>
      <TextareaField name="item.note" label={t("note")} rows={2} maxLength={2000} />
    </Form>
  );
}
