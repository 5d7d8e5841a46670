/** The timeline of a file. */
import { Button, Checkbox, MultiSelect, Select, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import {
  IconAt,
  IconCalculator,
  IconCoinEuro,
  IconFlag,
  IconHome,
  IconMail,
  IconMessage,
  IconMessages,
  IconNote,
  IconPaperclip,
  IconPhone,
  IconRoute,
  IconSettings,
  IconUserEdit,
} from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { any } from "../../ground/kernel/access.ts";
import type { QueryOf } from "../../ground/kernel/contract.ts";
import { useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { DateText } from "../../ground/platform/web/content/values.web.tsx";
import { openModal } from "../../ground/platform/web/feedback/dialogs.web.tsx";
import { useAct, useCall } from "../../ground/platform/web/http/api.web.ts";
import { Form, TextareaField, TextField, useCallForm } from "../../ground/platform/web/inputs/form.web.tsx";
import { Guard, useMay } from "../../ground/platform/web/pages/current-user.web.tsx";
import { Empty, Loaded, Section } from "../../ground/platform/web/pages/page.web.tsx";
import { IncomeExpenses } from "./budget/budget.web.tsx";
import { RequestChangeForm } from "./change-requests/request-change.web.tsx";
import { acceptChange, addBudgetEntry, requestDataChange } from "./lines/line-details.contract.ts";
import {
  AttachButton,
  ChangeRequest,
  FileAttachments,
  FormerTexts,
  LogAttachments,
  useWorkTexts,
} from "./lines/line-details.web.tsx";
import { AgainstRules } from "./lines/visit-form.web.tsx";
import { type LogLine, listLogs, updateLog } from "./logs.contract.ts";
import styles from "./logs.module.css";
import type { logTexts } from "./logs.texts.ts";
import { type LogCategory, type LogType, logCategories, logTypes, writtenTypes } from "./logs.ts";

export { Composer } from "./lines/note-form.web.tsx";
export { FileAttachments };

const useLogTexts = () => useTexts<typeof logTexts>("logs");
type LogQuery = QueryOf<typeof listLogs>;

/** Lines that are asked for at a time. */
const pageLines = 50;
const mostLines = 1000;

/** What a search looks in: both, the subject or the content. */
const wheres = ["search", "subject", "content"] as const;
type Where = (typeof wheres)[number];

export interface TimelineProps {
  readonly fileId: number;
  /** What a line leads to: a document, a payment. */
  readonly link?: ((line: LogLine) => ReactNode) | undefined;
}

/** What of a timeline is shown. */
interface Filters {
  readonly search: string;
  readonly where: Where;
  readonly type: readonly LogType[];
  readonly category: readonly LogCategory[];
  readonly hideSystem: boolean;
}
const allLines: Filters = { search: "", where: "search", type: [], category: [], hideSystem: false };

const filterOf = ({ where, type, category, hideSystem }: Filters, search: string): NonNullable<LogQuery>["filter"] => ({
  ...(search === "" ? {} : { [where]: search }),
  ...(category.length === 0 ? {} : { category: [...category] }),
  ...(type.length === 0 ? {} : { type: [...type] }),
  ...(hideSystem ? { hideSystem: "true" } : {}),
});

interface FiltersProps {
  readonly value: Filters;
  readonly onChange: (part: Partial<Filters>) => void;
}

function LineFilters({ value, onChange }: FiltersProps): ReactNode {
  const t = useLogTexts();
  const w = useWorkTexts();
  const { search, where, type, category, hideSystem } = value;
  return (
    <div className={styles.filters}>
      <TextInput
        size="xs"
        type="search"
        placeholder={t("search")}
        aria-label={t("search")}
        value={search}
        onChange={(event) => onChange({ search: event.currentTarget.value })}
      />
      {search !== "" && (
        <Select
          size="xs"
          aria-label={w("searchIn")}
          data={[
            { value: "search", label: w("inBoth") },
            { value: "subject", label: w("inSubject") },
            { value: "content", label: w("inContent") },
          ]}
          value={where}
          onChange={(chosen) => onChange({ where: wheres.find((known) => known === chosen) ?? "search" })}
          allowDeselect={false}
        />
      )}
      <MultiSelect
        size="xs"
        aria-label={w("categories")}
        placeholder={category.length === 0 ? w("categories") : ""}
        data={logCategories.map((one) => ({ value: one, label: t(`category_${one}`) }))}
        value={[...category]}
        onChange={(chosen) => onChange({ category: logCategories.filter((known) => chosen.includes(known)) })}
      />
      <MultiSelect
        size="xs"
        aria-label={t("types")}
        placeholder={type.length === 0 ? t("types") : ""}
        data={logTypes.map((one) => ({ value: one, label: t(`type_${one}`) }))}
        value={[...type]}
        onChange={(chosen) => onChange({ type: logTypes.filter((known) => chosen.includes(known)) })}
      />
      <Checkbox
        label={t("hideSystem")}
        checked={hideSystem}
        onChange={(event) => onChange({ hideSystem: event.currentTarget.checked })}
      />
    </div>
  );
}

export function Timeline({ fileId, link }: TimelineProps): ReactNode {
  const t = useLogTexts();
  const [filters, setFilters] = useState(allLines);
  const [limit, setLimit] = useState(pageLines);
  const [search] = useDebouncedValue(filters.search.trim(), 300);
  const list = useCall(listLogs, { params: { id: fileId }, query: { limit, filter: filterOf(filters, search) } });
  return (
    <Section title={t("timeline")} id="timeline" aside={<AskLink fileId={fileId} />}>
      <LineFilters value={filters} onChange={(part) => setFilters((now) => ({ ...now, ...part }))} />
      <Loaded of={list}>
        {(data) => (
          <>
            {data.items.length === 0 && <Empty title={t("noLines")} />}
            <ol className={styles.lines} data-stale={list.isPlaceholderData}>
              {data.items.map((line) => (
                <Line key={line.id} line={line} link={link?.(line)} />
              ))}
            </ol>
            {data.total > data.items.length && limit < mostLines && (
              <Button variant="default" size="compact-sm" onClick={() => setLimit(Math.min(mostLines, limit + 100))}>
                {t("older", { count: data.total - data.items.length })}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** What kind of event a line tells of, seen before it is read; its words stand below the line. */
const icons: Readonly<Record<LogType, typeof IconNote>> = {
  letter: IconMail,
  email_in: IconAt,
  email_out: IconAt,
  sms: IconMessage,
  call: IconPhone,
  visit: IconHome,
  note: IconNote,
  payment: IconCoinEuro,
  status: IconFlag,
  workflow: IconRoute,
  document: IconPaperclip,
  change_data_request: IconUserEdit,
  income_expenses: IconCalculator,
  client_message: IconMessages,
  system: IconSettings,
};

function Line({ line, link }: { line: LogLine; link: ReactNode }): ReactNode {
  const t = useLogTexts();
  const Icon = icons[line.type];
  return (
    <li className={styles.line} data-system={line.isSystem} data-category={line.category}>
      <span className={styles.kind} aria-hidden>
        <Icon size={14} stroke={1.7} />
      </span>
      <span className={styles.subject}>{line.subject}</span>
      {link && <> · {link}</>}
      {line.content !== null && <Content text={line.content} />}
      <AgainstRules rules={line.against} />
      <LogAttachments items={line.attachments} />
      <div className={styles.meta}>
        <DateText value={line.at} time="HH:mm" /> · {t(`type_${line.type}`)} · {line.userName}
        {line.actingFor !== null && ` (${t("by", { name: line.actingFor })})`}
        {line.editable && (
          <span className={styles.act}>
            {" · "}
            <button type="button" className="v-link" onClick={() => openEdit(line, t("editLine"))}>
              {t("edit")}
            </button>
          </span>
        )}
        <LineWork line={line} />
      </div>
    </li>
  );
}

/** Longer than this, or of more lines, a text is shown in part until it is asked for. */
const longText = 480;
const longLines = 6;

function Content({ text }: { text: string }): ReactNode {
  const t = useLogTexts();
  const isLong = text.length > longText || text.split("\n").length > longLines;
  const [whole, setWhole] = useState(false);
  return (
    <>
      <div className={styles.content} data-part={isLong && !whole}>
        {text}
      </div>
      {isLong && (
        <button type="button" className={`v-link ${styles.act}`} aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {t(whole ? "lessText" : "wholeText")}
        </button>
      )}
    </>
  );
}

/** Who may not change the debtor's data asks for it. */
function AskLink({ fileId }: { fileId: number }): ReactNode {
  const t = useWorkTexts();
  const mayChange = useMay(acceptChange);
  const mayAsk = useMay(requestDataChange);
  if (mayChange || !mayAsk) return null;
  return (
    <button
      type="button"
      className="v-link"
      onClick={() =>
        openModal({ title: t("askChange"), size: "lg" }, (close) => <RequestChangeForm fileId={fileId} close={close} />)
      }
    >
      {t("askChange")}
    </button>
  );
}

/** What can be looked at or done about a line beside its text. */
function LineWork({ line }: { line: LogLine }): ReactNode {
  const t = useWorkTexts();
  // The house hangs files on anything that was typed, a client's people on what they wrote.
  const ofHouse = useMay({ who: any("ROLE_EMPLOYEE", "ROLE_FILE_EDIT") });
  const takesFiles = line.editable || (ofHouse && writtenTypes.some((written) => written === line.type));
  const open = (title: string, body: ReactNode, size: "md" | "xl" = "xl"): void =>
    void openModal({ title, size }, () => body);
  return (
    <>
      {takesFiles && (
        <span className={styles.act}>
          {" · "}
          <AttachButton logId={line.id} />
        </span>
      )}
      {line.edits > 0 && (
        <span className={styles.act}>
          {" · "}
          <button
            type="button"
            className="v-link"
            onClick={() => open(t("formerTitle"), <FormerTexts logId={line.id} />)}
          >
            {t("formerTexts", { count: line.edits })}
          </button>
        </span>
      )}
      {line.type === "income_expenses" && (
        <Guard who={addBudgetEntry.who}>
          <span className={styles.act}>
            {" · "}
            <button
              type="button"
              className="v-link"
              onClick={() => open(t("budget"), <IncomeExpenses logId={line.id} />)}
            >
              {t("openBudget")}
            </button>
          </span>
        </Guard>
      )}
      {line.type === "change_data_request" && line.ref === null && (
        <span className={styles.act}>
          {" · "}
          <button
            type="button"
            className="v-link"
            onClick={() => open(t("changeTitle"), <ChangeRequest logId={line.id} />)}
          >
            {t("openChange")}
          </button>
        </span>
      )}
    </>
  );
}

const openEdit = (line: LogLine, title: string): void => {
  openModal({ title }, (close) => <EditLine line={line} close={close} />);
};

function EditLine({ line, close }: { line: LogLine; close: () => void }): ReactNode {
  const t = useLogTexts();
  const update = useAct(updateLog, { invalidates: [listLogs] });
  const form = useCallForm(updateLog, { subject: line.subject, content: line.content ?? "", version: line.version });
  return (
    <Form
      form={form}
      label={t("editLine")}
      onSave={(body) => update.mutateAsync({ params: { id: line.id }, body })}
      onSaved={close}
      onCancel={close}
    >
      <TextField form={form} name="subject" label={t("subject")} required maxLength={200} autoFocus />
      <TextareaField form={form} name="content" label={t("content")} rows={5} maxLength={10_000} />
    </Form>
  );
}
