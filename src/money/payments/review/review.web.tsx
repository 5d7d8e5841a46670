/** The review list: entries on the left, the selected one with its candidate files on the right; operable by keyboard. */
import { SegmentedControl, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { DateText, Money, Status } from "../../../ground/platform/web/content/values.web.tsx";
import { useKeys } from "../../../ground/platform/web/feedback/keys.web.tsx";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { Empty, ErrorState, FilterRow, Loading, Page } from "../../../ground/platform/web/pages/page.web.tsx";
import { Pager } from "../../../ground/platform/web/table/pager.web.tsx";
import { useTableState } from "../../../ground/platform/web/table/table.web.tsx";
import { type EntryRow, listEntries } from "../payments.contract.ts";
import { type EntryState, entryStates } from "../payments.ts";
import { usePaymentTexts } from "../texts.web.ts";
import { EntryPanel } from "./entry.web.tsx";
import styles from "./review.module.css";

const isState = (value: string): value is EntryState => entryStates.some((state) => state === value);

export function PaymentReview(): ReactNode {
  const t = usePaymentTexts();
  const table = useTableState(listEntries, { filter: { state: "review" } });
  const list = useCall(listEntries, { query: table.query });
  const rows = list.data?.items ?? [];
  const [chosenId, setChosenId] = useState<number | undefined>();
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === chosenId),
  );
  const chosen = rows[at];
  const move = (step: number): void => setChosenId(rows[Math.min(rows.length - 1, Math.max(0, at + step))]?.id);
  useKeys([
    { key: "j", label: t("nextEntry"), run: () => move(1) },
    { key: "k", label: t("previousEntry"), run: () => move(-1) },
  ]);
  return (
    <Page title={t("reviewTitle")} balances count={list.data?.total}>
      <FilterRow end={<span className={styles.keys}>{t("keysHint")}</span>}>
        <SegmentedControl
          size="xs"
          aria-label={t("state")}
          value={table.filter.state ?? "all"}
          onChange={(state) => table.setFilter({ state: isState(state) ? state : null })}
          data={[
            ...(["review", "matched", "ignored"] as const).map((state) => ({
              value: state,
              label: t(`state_${state}`),
            })),
            { value: "all", label: t("allStates") },
          ]}
        />
        <Search value={table.filter.search ?? ""} onChange={(search) => table.setFilter({ search })} />
      </FilterRow>
      {list.error && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {!list.data && !list.error && <Loading />}
      {list.data && rows.length === 0 && <Empty title={t("nothingToReview")} text={t("nothingToReviewHint")} />}
      {chosen && (
        <div className={styles.split}>
          <Entries rows={rows} chosen={chosen.id} onChoose={setChosenId} showState={table.filter.state === undefined} />
          <EntryPanel key={chosen.id} id={chosen.id} onDone={() => move(table.filter.state === undefined ? 1 : 0)} />
        </div>
      )}
      {list.data && rows.length > 0 && (
        <Pager state={table} total={list.data.total} capped={list.data.capped} shown={rows.length} />
      )}
    </Page>
  );
}

function Search(props: { value: string; onChange: (text: string) => void }): ReactNode {
  const t = usePaymentTexts();
  const [text, setText] = useState(props.value);
  const tell = useDebouncedCallback(props.onChange, 500);
  return (
    <TextInput
      size="xs"
      w={280}
      aria-label={t("search")}
      placeholder={t("search")}
      leftSection={<IconSearch size={14} aria-hidden />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        tell(event.currentTarget.value.trim());
      }}
    />
  );
}

const tones = { unmatched: "neutral", matched: "good", review: "warn", ignored: "neutral" } as const;

/** The entries as a list of buttons: payer and amount, then date and reason. */
function Entries(props: {
  rows: readonly EntryRow[];
  chosen: number;
  onChoose: (id: number) => void;
  showState: boolean;
}): ReactNode {
  const t = usePaymentTexts();
  const box = useRef<HTMLUListElement>(null);
  useEffect(() => {
    box.current?.querySelector(`[data-entry="${props.chosen}"]`)?.scrollIntoView({ block: "nearest" });
  }, [props.chosen]);
  return (
    <ul className={styles.entries} ref={box} aria-label={t("entries")}>
      {props.rows.map((row) => (
        <li key={row.id}>
          <button
            type="button"
            data-entry={row.id}
            className={styles.entry}
            aria-current={row.id === props.chosen}
            onClick={() => props.onChoose(row.id)}
          >
            <span className={styles.name}>{row.counterpartyName ?? row.counterpartyIban ?? row.description}</span>
            <Money cents={row.amountCents} strong />
            <span className={styles.why}>
              <DateText value={row.valueDate} /> · {row.why}
            </span>
            {props.showState && <Status tone={tones[row.state]}>{t(`state_${row.state}`)}</Status>}
          </button>
        </li>
      ))}
    </ul>
  );
}
