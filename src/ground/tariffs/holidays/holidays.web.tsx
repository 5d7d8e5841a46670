/** The holidays of a year: those of the law with rule and article, and the days of the house. */
import { ActionIcon, Alert, Button, Group, Select, Text } from "@mantine/core";
import {
  IconAlertTriangle,
  IconChevronLeft,
  IconChevronRight,
  IconPencil,
  IconPlus,
  IconTrash,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { BodyOf, ReplyOf } from "../../kernel/contract.ts";
import { parsePlainDate } from "../../kernel/dates.ts";
import { HistoryButton } from "../../platform/web/content/history.web.tsx";
import { labelled, textOf, useLanguage, useTexts } from "../../platform/web/content/texts.web.ts";
import { dateText, Status } from "../../platform/web/content/values.web.tsx";
import { openModal } from "../../platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../platform/web/http/api.web.ts";
import { DateField } from "../../platform/web/inputs/dates.web.tsx";
import { CheckboxField, Form, TextField, useCallForm } from "../../platform/web/inputs/form.web.tsx";
import { weekdayOf } from "../../platform/web/inputs/format.ts";
import { Link, useAddressQuery } from "../../platform/web/pages/links.web.tsx";
import { Loaded, Page, Section } from "../../platform/web/pages/page.web.tsx";
import { type Column, DataTable } from "../../platform/web/table/table.web.tsx";
import { tariffsScreen } from "../tariffs.contract.ts";
import type { tariffTexts } from "../tariffs.texts.ts";
import { addOwnDay, deleteOwnDay, type OwnDayRow, readHolidays, updateOwnDay } from "./holidays.contract.ts";

const useTariffTexts = () => useTexts<typeof tariffTexts>("tariffs");

type Year = ReplyOf<typeof readHolidays>;
type LegalDay = Year["legal"][number];

export function Holidays(): ReactNode {
  const t = useTariffTexts();
  const { values, set } = useAddressQuery();
  const year = /^\d{4}$/.test(values.year ?? "") ? Number(values.year) : undefined;
  const read = useCall(readHolidays, { query: year === undefined ? {} : { year } });
  const go = (to: number): void => set({ year: to });
  return (
    <Page
      title={t("holidaysTitle")}
      actions={
        <Button
          leftSection={<IconPlus size={16} />}
          onClick={() => openModal({ title: t("addDay") }, (close) => <DayForm close={close} />)}
        >
          {t("addDay")}
        </Button>
      }
    >
      <Loaded of={read}>
        {(data) => (
          <>
            <YearChooser data={data} go={go} />
            <Unknown data={data} />
            <OwnDays data={data} />
            <LegalDays data={data} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function YearChooser({ data, go }: { data: Year; go: (year: number) => void }): ReactNode {
  const t = useTariffTexts();
  const years = [...new Set([...data.years, data.year])].sort();
  return (
    <Group gap={4} mb="md">
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={`${t("year")} ${data.year - 1}`}
        disabled={!years.includes(data.year - 1)}
        onClick={() => go(data.year - 1)}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <Select
        w={110}
        aria-label={t("year")}
        data={years.map(String)}
        value={String(data.year)}
        allowDeselect={false}
        onChange={(value) => value !== null && go(Number(value))}
      />
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={`${t("year")} ${data.year + 1}`}
        disabled={!years.includes(data.year + 1)}
        onClick={() => go(data.year + 1)}
      >
        <IconChevronRight size={16} />
      </ActionIcon>
    </Group>
  );
}

/** A year whose equated days nobody has entered. */
function Unknown({ data }: { data: Year }): ReactNode {
  const t = useTariffTexts();
  const unknown = [
    ...(data.equatedKnown ? [] : [data.year]),
    ...(data.nextEquatedKnown || data.year !== data.years[5] ? [] : [data.year + 1]),
  ];
  if (unknown.length === 0) return null;
  return (
    <Alert variant="light" color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />} mb="md">
      {unknown.map((year) => (
        <div key={year}>{t("equatedUnknown", { year: String(year) })}</div>
      ))}
      <Link to={tariffsScreen} search={{ kind: "equated_days" }}>
        {t("enterEquated")}
      </Link>
    </Alert>
  );
}

const offsetText = (offset: number | null): string =>
  offset === null || offset === 0 ? "" : offset > 0 ? `+ ${offset}` : `− ${-offset}`;

function LegalDays({ data }: { data: Year }): ReactNode {
  const t = useTariffTexts();
  const language = useLanguage();
  const ruleText = (row: LegalDay): string =>
    row.rule === "easter"
      ? t("rule_easter", { offset: offsetText(row.easterOffset) }).trim()
      : textOf(`tariffs.rule_${row.rule}`);
  const columns: Column<LegalDay>[] = [
    { key: "on", label: t("day_on"), as: "date", width: 120 },
    {
      key: "weekday",
      label: t("weekday"),
      text: (_value, row) => weekdayOf(row.on, language),
      formatter: (_value, row) => weekdayOf(row.on, language),
    },
    {
      key: "name",
      label: t("day_name"),
      text: (_value, row) => textOf(`tariffs.${row.name}`),
      formatter: (_value, row) => textOf(`tariffs.${row.name}`),
    },
    { key: "rule", label: t("rule"), text: (_value, row) => ruleText(row), formatter: (_value, row) => ruleText(row) },
    { key: "article", label: t("lawArticle"), width: 90 },
    { key: "source", label: t("source"), limit: null },
  ];
  return (
    <Section title={t("law")}>
      <Text size="sm" c="dimmed" mb="xs">
        {t("lawHint")}
      </Text>
      <DataTable
        id="legal-days"
        label={t("law")}
        columns={columns}
        rows={data.legal}
        rowKey={(row) => row.on}
        rowName={(row) => dateText(row.on)}
        exportName={`holidays-${data.year}`}
      />
    </Section>
  );
}

function useOwnDaysColumns(): Column<OwnDayRow>[] {
  const t = useTariffTexts();
  const language = useLanguage();
  return [
    { key: "on", label: t("day_on"), as: "date", sortable: true, width: 120 },
    {
      key: "weekday",
      label: t("weekday"),
      text: (_value, row) => weekdayOf(row.on, language),
      formatter: (_value, row) => weekdayOf(row.on, language),
    },
    { key: "name", label: t("day_name"), sortable: true, limit: null },
    {
      key: "effect",
      label: t("effect"),
      text: (_value, row) => textOf(`tariffs.effect_${row.effect}`),
      formatter: (_value, row) => (
        <Status tone={row.effect === "none" ? "neutral" : row.effect === "silent" ? "warn" : "accent"}>
          {textOf(`tariffs.effect_${row.effect}`)}
        </Status>
      ),
    },
    { key: "createdBy", label: t("addedBy"), hidden: true },
  ];
}

function OwnDays({ data }: { data: Year }): ReactNode {
  const t = useTariffTexts();

  const again = useAct(addOwnDay, { invalidates: [readHolidays] });
  const remove = useAct(deleteOwnDay, { invalidates: [readHolidays] });
  const edit = (day: OwnDayRow): void => {
    openModal({ title: t("editDay") }, (close) => <DayForm day={day} close={close} />);
  };
  const drop = async (day: OwnDayRow): Promise<void> => {
    if ((await remove.run({ params: { id: day.id } })) === undefined) return;
    const on = parsePlainDate(day.on);
    notify({
      message: t("dayDeleted", { name: day.name }),
      variant: "success",
      ...(on && {
        undo: async () => {
          await again.run({ body: { on, name: day.name, silent: day.silent } });
        },
      }),
    });
  };
  const columns = useOwnDaysColumns();
  return (
    <Section title={t("own")}>
      <Text size="sm" c="dimmed" mb="xs">
        {t("ownHint")}
      </Text>
      <DataTable
        id="own-days"
        label={t("own")}
        columns={columns}
        rows={data.own}
        rowName={(row) => row.name}
        onOpen={edit}
        chooser={false}
        empty={{ title: t("ownEmptyTitle"), text: t("ownEmptyHint") }}
        actions={(row) => (
          <Group gap={4} wrap="nowrap">
            <HistoryButton compact subject="own_day" subjectId={row.id} name={row.name} />
            <ActionIcon variant="subtle" aria-label={labelled(t("edit"), row.name)} onClick={() => edit(row)}>
              <IconPencil size={16} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={labelled(t("delete"), row.name)}
              onClick={() => void drop(row)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        )}
      />
    </Section>
  );
}

interface DayFormProps {
  readonly day?: OwnDayRow;
  readonly close: () => void;
}

function DayForm({ day, close }: DayFormProps): ReactNode {
  const t = useTariffTexts();
  const form = useCallForm(updateOwnDay, {
    on: day?.on ?? null,
    name: day?.name ?? "",
    silent: day?.silent ?? false,
    version: day?.version ?? 1,
  });
  const add = useAct(addOwnDay, { invalidates: [readHolidays] });
  const update = useAct(updateOwnDay, { invalidates: [readHolidays] });
  const save = async ({ version, ...body }: BodyOf<typeof updateOwnDay>): Promise<void> => {
    if (day) await update.mutateAsync({ params: { id: day.id }, body: { ...body, version } });
    else await add.mutateAsync({ body });
    notify({ message: t(day ? "daySaved" : "dayAdded", { name: body.name }), variant: "success" });
  };
  return (
    <Form form={form} label={t(day ? "editDay" : "addDay")} onSave={save} onSaved={close} onCancel={close}>
      <DateField form={form} name="on" label={t("day_on")} required />
      <TextField form={form} name="name" label={t("day_name")} required maxLength={100} />
      <CheckboxField form={form} name="silent" label={t("day_silent")} description={t("day_silentHint")} />
    </Form>
  );
}
