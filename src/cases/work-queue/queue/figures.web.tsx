/** The results of today's calls: one's own in a strip, and everybody's for managers. */

import type { ReactNode } from "react";
import type { ReplyOf } from "../../../ground/kernel/contract.ts";
import { useLanguage } from "../../../ground/platform/web/content/texts.web.ts";
import { Money } from "../../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { DatePicker } from "../../../ground/platform/web/inputs/dates.web.tsx";
import { formatNumber } from "../../../ground/platform/web/inputs/format.ts";
import { useMe } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { useAddressQuery } from "../../../ground/platform/web/pages/links.web.tsx";
import { Section, Strip } from "../../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable } from "../../../ground/platform/web/table/table.web.tsx";
import { useQueueTexts } from "../texts.web.ts";
import { queueFigures } from "../work-queue.contract.ts";

const none = { done: 0, dialled: 0, answered: 0, reached: 0, promises: 0, promisedCents: 0 };

type Person = ReplyOf<typeof queueFigures>["people"][number];

/** Everybody's figures of a day, for whoever manages: the server gives anyone else their own alone. */
export function Everybody(): ReactNode {
  const t = useQueueTexts();
  const me = useMe();
  const { values, set } = useAddressQuery();
  const on = /^\d{4}-\d{2}-\d{2}$/.test(values.on ?? "") ? values.on : undefined;
  const list = useCall(queueFigures, on === undefined ? {} : { query: { on } }, { quiet: true });
  if (!list.data || (on === undefined && list.data.people.every(({ user }) => user.id === me.id))) return null;
  const columns: Column<Person>[] = [
    { key: "user", label: t("employee"), formatter: (_v, { user }) => user.name, text: (_v, { user }) => user.name },
    { key: "done", label: t("handled"), as: "number", sortable: true },
    { key: "dialled", label: t("dialled"), as: "number", sortable: true },
    { key: "callsPerHour", label: t("perHour"), as: "number", sortable: true },
    { key: "answered", label: t("answered"), as: "number", sortable: true },
    { key: "reached", label: t("reached"), as: "number", sortable: true },
    { key: "promises", label: t("promises"), as: "number", sortable: true },
    { key: "promisedCents", label: t("promised"), as: "money", sortable: true },
    { key: "kept", label: t("kept"), as: "number", sortable: true },
  ];
  return (
    <Section title={t("everybody")}>
      <DataTable
        id="queue-figures"
        label={t("everybody")}
        columns={columns}
        list={{ ...list, data: { items: list.data.people.map((one) => ({ ...one, id: one.user.id })) } }}
        rowName={({ user }) => user.name}
        exportName="calls"
        filters={<DatePicker name={t("day")} value={list.data.on} onChange={(day) => set({ on: day })} />}
        empty={{ title: t("nobodyCalled") }}
      />
    </Section>
  );
}

export function Figures(): ReactNode {
  const t = useQueueTexts();
  const language = useLanguage();
  const me = useMe();
  const { data } = useCall(queueFigures, {}, { quiet: true });
  if (!data) return null;
  const own = data.people.find(({ user }) => user.id === me.id) ?? none;
  const figure = (value: number): string => formatNumber(value, language);
  return (
    <Strip
      items={[
        { name: t("doneToday"), value: figure(own.done) },
        { name: t("dialled"), value: figure(own.dialled) },
        { name: t("answered"), value: figure(own.answered) },
        { name: t("reached"), value: figure(own.reached) },
        { name: t("promises"), value: figure(own.promises) },
        { name: t("promised"), value: <Money cents={own.promisedCents} /> },
      ]}
    />
  );
}
