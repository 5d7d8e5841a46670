/** Merging letters: which wait, a preview of a batch of them, and existing batches. */

import { Alert, Button } from "@mantine/core";
import type { ReactNode } from "react";
import { debtorColumn } from "../../cases/files/files.web.tsx";
import { labelled, useLanguage } from "../../ground/platform/web/content/texts.web.ts";
import { DateText, Status } from "../../ground/platform/web/content/values.web.tsx";
import { confirm, promptText } from "../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../ground/platform/web/http/api.web.ts";
import { usePolledCall } from "../../ground/platform/web/http/polling.web.ts";
import { ChoiceFilter, FilterBar } from "../../ground/platform/web/inputs/filter-bar.web.tsx";
import { ClientFilter, DatesFilter } from "../../ground/platform/web/inputs/filter-pickers.web.tsx";
import { formatNumber } from "../../ground/platform/web/inputs/format.ts";
import { Link, useAddressQuery, useGo } from "../../ground/platform/web/pages/links.web.tsx";
import { ErrorState, Page, Section } from "../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable, type TableState, useTableState } from "../../ground/platform/web/table/table.web.tsx";
import { BatchPage } from "./batch.web.tsx";
import { HolderLink } from "./pieces.web.tsx";
import {
  type BatchRow,
  listBatches,
  listWaiting,
  makeBatchCall,
  mergingScreen,
  planPrint,
  recallLetterCall,
  type WaitingRow,
} from "./print-batches.contract.ts";
import styles from "./print-batches.module.css";
import { lettersOfPart, printScope } from "./print-batches.ts";
import { batchTones, usePrintTexts } from "./texts.web.ts";

export function Merging(): ReactNode {
  const id = Number(useAddressQuery().values.batch);
  return Number.isSafeInteger(id) && id > 0 ? <BatchPage id={id} /> : <Choose />;
}

function Choose(): ReactNode {
  const t = usePrintTexts();
  const go = useGo();
  const table = useTableState(listWaiting);
  const list = useCall(listWaiting, { query: table.query });
  // What the list leaves out of a wrong address is not counted by either.
  const chosen = planPrint.query.parse(table.query.filter ?? {});
  const plan = useCall(planPrint, { query: chosen });
  const make = useAct(makeBatchCall, {
    invalidates: [listWaiting, planPrint, listBatches],
    onSuccess: ({ id }) => go(mergingScreen, {}, { batch: id }),
  });
  const letters = plan.data?.letters ?? 0;
  const name = t("make", { count: letters });
  const ask = async (): Promise<void> => {
    const text = t("makeConfirm", { letters, parts: Math.ceil(letters / lettersOfPart) });
    if (await confirm(text, { title: t("title"), yes: name }))
      await make.run({ body: printScope.parse({ ...chosen }) });
  };
  return (
    <Page
      title={t("title")}
      count={plan.data && letters}
      actions={
        // While another choice is counted, the number that stands is of the one before.
        <Button disabled={letters === 0 || plan.isPlaceholderData} loading={make.isPending} onClick={() => void ask()}>
          {name}
        </Button>
      }
    >
      {plan.data && (
        <Alert variant="light" color={plan.data.printHouse ? "teal" : "gray"} mb="md" p="xs">
          {t(plan.data.printHouse ? "houseOn" : "houseOff")}
        </Alert>
      )}
      <Section title={t("waiting")}>
        {/* Where neither can be read the list says so. */}
        {plan.error && !list.error && <ErrorState error={plan.error} onRetry={() => void plan.refetch()} />}
        {plan.data && letters > 0 && <Plan plan={plan.data} />}
        <Waiting table={table} list={list} plan={plan.data} />
      </Section>
      <Batches />
    </Page>
  );
}

type PlanData = NonNullable<ReturnType<typeof useCall<typeof planPrint>>["data"]>;

/** So many of a kind are named; the rest is one line, so that the letters add up. */
const mostNamed = 5;

interface SharesProps {
  readonly title: string;
  readonly items: PlanData["clients"];
  readonly letters: number;
}

function Shares({ title, items, letters }: SharesProps): ReactNode {
  const t = usePrintTexts();
  const language = useLanguage();
  const named = items.slice(0, mostNamed);
  const rest = { id: "", text: t("rest"), letters: named.reduce((left, each) => left - each.letters, letters) };
  return (
    <div>
      <h3>{title}</h3>
      <ul>
        {[...named, ...(rest.letters > 0 ? [rest] : [])].map((item) => (
          <li key={item.id}>
            <span>{item.text}</span>
            <span>{formatNumber(item.letters, language)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Plan({ plan }: { plan: PlanData }): ReactNode {
  const t = usePrintTexts();
  const language = useLanguage();
  const groups = [
    { title: t("kind"), items: plan.templates },
    { title: t("country"), items: plan.countries },
    { title: t("client"), items: plan.clients },
  ];
  return (
    <div className={styles.plan}>
      <div>
        <h3>{t("letters")}</h3>
        <ul>
          <li>
            <span>{t("letters")}</span>
            <span>{formatNumber(plan.letters, language)}</span>
          </li>
          <li>
            <span>{t("parts")}</span>
            <span>{formatNumber(plan.parts, language)}</span>
          </li>
          {plan.oldest !== null && (
            <li>
              <span>{t("oldest")}</span>
              <DateText value={plan.oldest} />
            </li>
          )}
          {plan.awaited > 0 && (
            <li>
              <span>{t("holdUp", { count: plan.awaited })}</span>
            </li>
          )}
        </ul>
      </div>
      {groups.map(({ title, items }) => (
        <Shares key={title} title={title} items={items} letters={plan.letters} />
      ))}
    </div>
  );
}

function useWaitingColumns(): Column<WaitingRow>[] {
  const t = usePrintTexts();
  return [
    {
      key: "number",
      label: t("file"),
      allowToggle: false,
      formatter: (_value, row) => <HolderLink row={row} />,
      text: (_value, row) => row.number,
    },
    debtorColumn(t("debtor"), t("client"), { share: 24 }),
    { key: "subject", label: t("subject"), share: 30, wraps: true, limit: null },
    { key: "madeAt", label: t("madeAt"), sortable: true, as: "datetime" },
    { key: "country", label: t("country") },
    { key: "postcode", label: t("postcode"), sortable: true },
    { key: "template", label: t("kind"), hidden: true },
    {
      key: "awaited",
      label: t("awaited"),
      share: 24,
      wraps: true,
      limit: null,
      formatter: (_value, row) => row.why ?? (row.awaited ? <Status tone="warn">{t("awaited")}</Status> : "–"),
      text: (_value, row) => row.why ?? (row.awaited ? t("awaited") : ""),
    },
  ];
}

function Waiting(props: {
  table: TableState<unknown, WaitingRow>;
  list: ReturnType<typeof useCall<typeof listWaiting>>;
  plan: PlanData | undefined;
}): ReactNode {
  const { table, list, plan } = props;
  const t = usePrintTexts();
  const columns = useWaitingColumns();
  return (
    <DataTable
      id="print-waiting"
      label={t("waiting")}
      columns={columns}
      list={list}
      state={table}
      rowKey={(row) => `${row.fileId === null ? "record" : "file"}-${row.id}`}
      rowName={(row) => `${row.number} ${row.debtorName}`}
      exportName="print-waiting"
      empty={{ title: t("nothingWaits"), text: t("nothingWaitsHint") }}
      actions={(row) => row.fileId !== null && <RecallButton row={row} />}
      filters={
        <FilterBar state={table}>
          <ClientFilter name="client" label={t("client")} />
          <ChoiceFilter
            name="run"
            label={t("run")}
            options={(plan?.runs ?? []).map(({ id, text }) => ({ value: String(id), label: text }))}
          />
          <ChoiceFilter
            name="templateCode"
            label={t("kind")}
            options={(plan?.templates ?? []).map(({ id, text }) => ({ value: String(id), label: text }))}
          />
          <DatesFilter name="date" label={t("madeAt")} />
        </FilterBar>
      }
    />
  );
}

/** Recalls a letter of a file; the reason goes to the timeline. */
function RecallButton({ row }: { row: WaitingRow }): ReactNode {
  const t = usePrintTexts();
  const recall = useAct(recallLetterCall, {
    invalidates: [listWaiting, planPrint],
    onSuccess: ({ again }) => {
      notify({ message: t(again ? "recalledAgain" : "recalledOnly"), variant: "success" });
    },
  });
  const ask = async (): Promise<void> => {
    const reason = await promptText(t("recallAsk"), {
      title: labelled(t("recall"), row.subject),
      yes: t("recall"),
      required: true,
      danger: true,
    });
    if (reason) await recall.run({ params: { id: row.id }, body: { reason } });
  };
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={recall.isPending}
      aria-label={labelled(t("recall"), `${row.number} ${row.subject}`)}
      onClick={() => void ask()}
    >
      {t("recall")}
    </Button>
  );
}

/** The batches that there are, newest first. */
function Batches(): ReactNode {
  const t = usePrintTexts();
  const list = usePolledCall(listBatches, { query: { limit: 10 } }, 5000);
  const columns: Column<BatchRow>[] = [
    {
      key: "id",
      label: t("batch"),
      allowToggle: false,
      formatter: (_value, row) => (
        <Link to={mergingScreen} search={{ batch: row.id }}>
          {t("batchName", { id: String(row.id) })}
        </Link>
      ),
      text: (_value, row) => String(row.id),
    },
    {
      key: "state",
      label: t("state"),
      formatter: (_value, row) => <Status tone={batchTones[row.state]}>{t(`state_${row.state}`)}</Status>,
      text: (_value, row) => t(`state_${row.state}`),
    },
    { key: "letters", label: t("letters"), as: "number" },
    { key: "sheets", label: t("sheets"), as: "number" },
    { key: "posted", label: t("postedCount"), as: "number" },
    { key: "returned", label: t("returnedCount"), as: "number" },
    { key: "createdAt", label: t("created"), as: "datetime" },
    { key: "createdBy", label: t("by") },
  ];
  return (
    <Section title={t("batches")}>
      <DataTable
        id="print-batch-list"
        views={false}
        label={t("batches")}
        columns={columns}
        list={list}
        rowName={(row) => t("batchName", { id: String(row.id) })}
        empty={{ title: t("noBatches") }}
      />
    </Section>
  );
}
