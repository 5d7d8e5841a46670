/** The courts: which one a claim goes to and why, and what is known of each place. */
import { ActionIcon, Alert, Checkbox, Group, Text, TextInput, Tooltip } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconBuildingBank, IconPencil } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { ReplyOf } from "../../ground/kernel/contract.ts";
import { parsePostcode } from "../../ground/kernel/identifiers.ts";
import type { Cents } from "../../ground/kernel/money.ts";
import { HistoryButton } from "../../ground/platform/web/content/history.web.tsx";
import { labelled, textOf, useLanguage, useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { dateText, Status } from "../../ground/platform/web/content/values.web.tsx";
import { openModal } from "../../ground/platform/web/feedback/dialogs.web.tsx";
import { useCall } from "../../ground/platform/web/http/api.web.ts";
import { formatMoney, parseMoney } from "../../ground/platform/web/inputs/format.ts";
import { ErrorState, Page, Section } from "../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable } from "../../ground/platform/web/table/table.web.tsx";
import { type CourtPlaceRow, type CourtRow, findCourt, listCourts } from "./courts.contract.ts";
import styles from "./courts.module.css";
import type { courtTexts } from "./courts.texts.ts";
import { courtNames, placeOf } from "./courts.ts";
import { CourtForm, PlaceForm, weekdayNames } from "./forms.web.tsx";

const useCourtTexts = () => useTexts<typeof courtTexts>("courts");

interface Row extends CourtPlaceRow {
  readonly courtRow: CourtRow;
}

const addressText = ({ street, postcode, city }: CourtPlaceRow): string =>
  street === null ? "" : `${street}, ${postcode ?? ""} ${city}`;

export function Courts(): ReactNode {
  const t = useCourtTexts();
  const list = useCall(listCourts, {});
  const rows: Row[] = (list.data?.items ?? []).flatMap((court) =>
    court.places.map((place) => ({ ...place, courtRow: court })),
  );
  const unchecked = rows.filter(({ checkedOn }) => checkedOn === null).length;
  return (
    <Page title={t("title")} count={list.data ? rows.length : undefined}>
      <Section title={t("find")}>
        <Finder rows={rows} />
      </Section>
      {unchecked > 0 && (
        <Alert variant="light" color="yellow" mb="md">
          {t("uncheckedHint", { count: unchecked, total: rows.length })}
        </Alert>
      )}
      <Places list={list} rows={rows} />
    </Page>
  );
}

interface Reading {
  readonly data: unknown;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

function columnsOf(t: ReturnType<typeof useCourtTexts>, days: (numbers: readonly number[]) => string): Column<Row>[] {
  return [
    {
      key: "courtRow.name",
      label: t("court"),
      sortable: true,
      allowToggle: false,
      below: { key: "city", label: t("place"), sortable: true },
    },
    {
      key: "street",
      label: t("address"),
      share: 40,
      wraps: true,
      text: (_value, row) => addressText(row),
      formatter: (_value, row) => addressText(row) || <Text c="dimmed">{t("addressUnknown")}</Text>,
    },
    { key: "postAddress", label: t("postAddress"), hidden: true },
    { key: "phone", label: t("phone"), as: "phone", hidden: true },
    {
      key: "rollWeekdays",
      label: t("rollWeekdays"),
      text: (_value, row) => days(row.rollWeekdays),
      formatter: (_value, row) => days(row.rollWeekdays) || <Text c="dimmed">{t("rollUnknown")}</Text>,
    },
    {
      key: "courtRow.feeIban",
      label: t("feeIban"),
      hidden: true,
      formatter: (_value, row) => row.courtRow.feeIban ?? <Text c="dimmed">{t("rollUnknown")}</Text>,
    },
    {
      key: "checkedOn",
      label: t("checkedOn"),
      sortable: true,
      text: (_value, row) => (row.checkedOn === null ? t("notChecked") : dateText(row.checkedOn)),
      formatter: (_value, row) => (
        <Tooltip label={row.source} disabled={row.source === ""}>
          <span>
            <Status tone={row.checkedOn === null ? "warn" : "good"}>
              {row.checkedOn === null ? t("notChecked") : dateText(row.checkedOn)}
            </Status>
          </span>
        </Tooltip>
      ),
    },
    { key: "source", label: t("source"), hidden: true },
  ];
}

function Places({ list, rows }: { list: Reading; rows: readonly Row[] }): ReactNode {
  const t = useCourtTexts();
  const names = weekdayNames(useLanguage());
  const days = (numbers: readonly number[]): string => numbers.map((day) => names[day - 1]?.text ?? "").join(", ");
  const editPlace = (row: Row): void => {
    openModal({ title: `${row.courtRow.name}, ${row.city}`, size: "lg" }, (close) => (
      <PlaceForm place={row} close={close} />
    ));
  };
  const editCourt = ({ courtRow }: Row): void => {
    openModal({ title: labelled(textOf("courts.editAccount"), courtRow.name) }, (close) => (
      <CourtForm court={courtRow} close={close} />
    ));
  };
  return (
    <DataTable
      id="courts"
      label={t("places")}
      columns={columnsOf(t, days)}
      list={{ data: list.data === undefined ? undefined : { items: rows }, error: list.error, refetch: list.refetch }}
      rowName={(row) => `${row.courtRow.name}, ${row.city}`}
      onOpen={editPlace}
      exportName="courts"
      empty={{ title: t("places") }}
      actions={(row) => (
        <Group gap={4} wrap="nowrap">
          <HistoryButton compact subject="court_place" subjectId={row.code} name={row.city} />
          <ActionIcon variant="subtle" aria-label={labelled(t("edit"), row.city)} onClick={() => editPlace(row)}>
            <IconPencil size={16} />
          </ActionIcon>
          <Tooltip label={t("editAccount")}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={labelled(t("editAccount"), row.courtRow.name)}
              onClick={() => editCourt(row)}
            >
              <IconBuildingBank size={16} />
            </ActionIcon>
          </Tooltip>
        </Group>
      )}
    />
  );
}

const isPostcode = (text: string): boolean => /^[1-9]\d{3}$/.test(text.trim()) || parsePostcode(text) !== undefined;
/** Four figures with nothing, one letter or two behind them. */
const isPartOfPostcode = (text: string): boolean => /^[1-9]\d{3}\s?[a-z]{0,2}$/i.test(text.trim());

/** Which court is competent for a postcode and an amount: answered while it is typed. */
function Finder({ rows }: { rows: readonly Row[] }): ReactNode {
  const t = useCourtTexts();
  const [postcode, setPostcode] = useState("");
  const [amount, setAmount] = useState("");
  const [subDistrictMatter, setMatter] = useState(false);
  const total: Cents = parseMoney(amount) ?? 0;
  const [asked] = useDebouncedValue({ postcode, total, subDistrictMatter: String(subDistrictMatter) }, 300);
  const isAmount = amount.trim() === "" || (parseMoney(amount) ?? -1) >= 0;
  const isWhole = isPostcode(asked.postcode) && isAmount;
  const found = useCall(findCourt, { query: asked }, { enabled: isWhole, quiet: true });
  return (
    <>
      <div className={styles.finder}>
        <TextInput
          label={t("debtorPostcode")}
          value={postcode}
          onChange={(event) => setPostcode(event.currentTarget.value)}
          maxLength={7}
          w={200}
          // Whoever still types the four figures is not told that they are wrong.
          error={postcode.trim().length >= 4 && !isPartOfPostcode(postcode) ? t("errorPostcode") : null}
        />
        <TextInput
          label={t("total")}
          value={amount}
          onChange={(event) => setAmount(event.currentTarget.value)}
          inputMode="decimal"
          leftSection="€"
          w={160}
          error={isAmount ? null : t("errorAmount")}
        />
        <Checkbox
          label={t("subDistrictMatter")}
          checked={subDistrictMatter}
          onChange={(event) => setMatter(event.currentTarget.checked)}
          mt={28}
        />
      </div>
      <div className={styles.answer} role="status">
        {isWhole && found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
        {isWhole && found.data && <Answer found={found.data} rows={rows} />}
      </div>
    </>
  );
}

function Answer({ found, rows }: { found: ReplyOf<typeof findCourt>; rows: readonly Row[] }): ReactNode {
  const t = useCourtTexts();
  const language = useLanguage();
  const place = found.place === null ? "" : `, ${placeOf[found.place].city}`;
  const known = rows.find(({ code }) => code === found.place);
  return (
    <>
      <Text fw={600}>
        {courtNames[found.court]}
        {place}: {t(`sector_${found.sector}`)}
      </Text>
      {known && (
        <Text size="sm">
          {addressText(known) || t("addressUnknown")}{" "}
          {known.street !== null && known.checkedOn === null && <Status tone="warn">{t("notChecked")}</Status>}
        </Text>
      )}
      <ul className={styles.because}>
        {found.because.map(({ rule, article, postcodes, limit }) => (
          <li key={rule}>
            {t(`because_${rule}`, {
              // A postcode is no number: no sign parts its thousands.
              first: String(postcodes?.first ?? ""),
              last: String(postcodes?.last ?? ""),
              limit: formatMoney(limit, language),
              places: found.places.map((code) => placeOf[code].city).join(", "),
            })}{" "}
            <Text span size="xs" c="dimmed">
              {article}
            </Text>
          </li>
        ))}
      </ul>
    </>
  );
}
