/** The interest of a file: its terms, those of single invoices, periods without interest, and the preview of a change. */
import { ActionIcon, Box, Button, Group, SimpleGrid, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPencil } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import { FileLink } from "../../../cases/files/files.web.tsx";
import { listLogs } from "../../../cases/logs/logs.contract.ts";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { labelled, useLanguage, useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { DateText, dateText, Money } from "../../../ground/platform/web/content/values.web.tsx";
import { openModal, promptText } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useUnsavedGuard } from "../../../ground/platform/web/feedback/unsaved.web.ts";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { DateField } from "../../../ground/platform/web/inputs/dates.web.tsx";
import { Form, TextareaField, useCallForm, useForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { formatNumber } from "../../../ground/platform/web/inputs/format.ts";
import { useMay } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { useIdParam } from "../../../ground/platform/web/pages/links.web.tsx";
import { HorizontalScroll, Loaded, Page, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { getBalance, getClaim, reverseEventCall } from "../bookings/bookings.contract.ts";
import { useFirst } from "../bookings/entries.web.tsx";
import styles from "../claims.module.css";
import type { InterestTerms } from "../engine/events.ts";
import { Approvals } from "./approvals.web.tsx";
import {
  type InterestEffect,
  type InterestSettingsOf,
  previewInterest,
  readInterest,
  setInterestTerms,
} from "./interest.contract.ts";
import type { interestTexts } from "./interest.texts.ts";
import { Effect } from "./interest-effect.web.tsx";
import { type InterestText, TermFields } from "./interest-fields.web.tsx";
import { type TermValues, termsOfValues, valuesOfTerms } from "./interest-values.ts";

const useInterestTexts = (): InterestText => useTexts<typeof interestTexts>("interest");
const stale = [readInterest, getClaim, getBalance, listLogs] as const;

export interface InterestProps {
  readonly fileId: number;
  readonly onChanged?: () => void;
}

/** `/file/settings/interest-rate/{file}` */
export function InterestPage(): ReactNode {
  const t = useInterestTexts();
  const fileId = useIdParam("file");
  const settings = useCall(readInterest, { params: { id: fileId } });
  const number = settings.data?.number ?? "";
  return (
    <Page
      title={t("title")}
      tab={number === "" ? t("title") : t("ofFile", { number })}
      count={settings.data ? <FileLink id={fileId}>{number}</FileLink> : undefined}
    >
      <InterestSettings fileId={fileId} />
    </Page>
  );
}

/** The interest terms of a file, with the effect of a change before it is saved. */
export function InterestSettings({ fileId, onChanged }: InterestProps): ReactNode {
  const settings = useCall(readInterest, { params: { id: fileId } });
  // Unsaved input stays when somebody else changes the interest; saving then reports the conflict.
  const [typing, setTyping] = useState<InterestSettingsOf | null>(null);
  return (
    <Loaded of={settings}>
      {(data) => {
        const shown = typing ?? data;
        return (
          <>
            <Settings key={shown.version} settings={shown} onTyping={setTyping} onChanged={onChanged} />
            <Box mt="lg">
              <Approvals file={fileId} />
            </Box>
          </>
        );
      }}
    </Loaded>
  );
}

interface OwnTerms {
  readonly interest: InterestTerms | null;
  readonly from: string | null;
}
type Own = Readonly<Record<string, OwnTerms>>;

interface Values extends TermValues {
  readonly freezeFrom: string | null;
  readonly freezeUntil: string | null;
  readonly reason: string;
  readonly version: number;
}

/** The form values as the calls expect them. */
const wantedOf = (values: Values, own: Own) => ({
  interest: termsOfValues(values),
  invoices: Object.entries(own).map(([number, terms]) => ({ number, ...terms })),
  freeze: values.freezeFrom === null ? null : { from: values.freezeFrom, until: values.freezeUntil },
});

interface SettingsProps {
  readonly settings: InterestSettingsOf;
  /** Called with the unsaved change, and with null if there is none. */
  readonly onTyping: (on: InterestSettingsOf | null) => void;
  readonly onChanged: (() => void) | undefined;
}

function Settings({ settings, onTyping, onChanged }: SettingsProps): ReactNode {
  const t = useInterestTexts();
  const [own, setOwn] = useState<Own>({});
  const initial: Values = {
    ...valuesOfTerms(settings.interest),
    freezeFrom: null,
    freezeUntil: null,
    reason: "",
    version: settings.version,
  };
  const form = useCallForm(setInterestTerms, initial, (values) => ({
    ...wantedOf(values, own),
    reason: values.reason,
    version: values.version,
  }));
  const change = useAct(setInterestTerms, { invalidates: stale });
  const touched = form.isDirty() || Object.keys(own).length > 0;
  useEffect(() => onTyping(touched ? settings : null), [touched, settings, onTyping]);
  useUnsavedGuard(touched && !form.submitting, { question: t("leaveQuestion"), leave: t("leave") });
  const [wanted] = useDebouncedValue(wantedOf(form.values, own), 300);
  const preview = useCall(
    previewInterest,
    { params: { id: settings.fileId }, body: wanted },
    { quiet: true, enabled: touched && !settings.closed },
  );
  const save = async (body: BodyOf<typeof setInterestTerms>): Promise<void> => {
    await change.mutateAsync({ params: { id: settings.fileId }, body });
    form.resetDirty();
    setOwn({});
    notify({ message: t("saved"), variant: "success" });
    onChanged?.();
  };
  const effect = touched ? preview.data : undefined;
  return (
    <>
      {settings.closed && <p className={styles.note}>{t("closedFile")}</p>}
      <Form form={form} label={t("title")} onSave={save} submit={settings.closed ? null : t("save")}>
        <Section title={t("fileTerms")}>
          <fieldset disabled={settings.closed} className={styles.plain}>
            <TermFields t={t} form={form} />
          </fieldset>
        </Section>
        <Invoices settings={settings} own={own} effect={effect} onOwn={setOwn} />
        <Freezes settings={settings} onChanged={onChanged} />
        {touched && <Effect effect={effect} error={preview.error?.message} />}
        {!settings.closed && <TextareaField form={form} name="reason" label={t("reason")} rows={2} maxLength={200} />}
      </Form>
    </>
  );
}

interface InvoicesProps {
  readonly settings: InterestSettingsOf;
  readonly own: Own;
  readonly effect: InterestEffect | undefined;
  readonly onOwn: (own: Own) => void;
}

function InvoicesHead({ withEffect }: { withEffect: boolean }): ReactNode {
  const t = useInterestTexts();
  return (
    <thead>
      <tr>
        <th scope="col">{t("invoice")}</th>
        <th scope="col" className={styles.wide}>
          {t("due")}
        </th>
        <th scope="col" className={styles.wide}>
          {t("from")}
        </th>
        <th scope="col">{t("terms")}</th>
        <th scope="col" className={styles.num}>
          {t("interestNow")}
        </th>
        {withEffect && (
          <th scope="col" className={styles.num}>
            {t("interestThen")}
          </th>
        )}
        <th scope="col" className={styles.act}>
          <span className="v-hidden">{t("change")}</span>
        </th>
      </tr>
    </thead>
  );
}

function InvoiceRow(props: {
  readonly invoice: InterestSettingsOf["invoices"][number];
  readonly own: Own[string] | undefined;
  readonly effect: InterestEffect | undefined;
  readonly onEdit: (() => void) | undefined;
}): ReactNode {
  const { invoice, own, effect, onEdit } = props;
  const t = useInterestTexts();
  const language = useLanguage();
  const terms = own ? own.interest : invoice.interest;
  const then = effect?.invoices.find(({ number }) => number === invoice.number);
  return (
    <tr>
      <td>
        {invoice.number}
        <small className={styles.below}>
          {t("from")} <DateText value={own?.from ?? invoice.interestFrom} />
        </small>
      </td>
      <td className={styles.wide}>
        <DateText value={invoice.dueDate} />
      </td>
      <td className={styles.wide}>
        <DateText value={own?.from ?? invoice.interestFrom} />
      </td>
      <td>
        {terms === null ? t("kind_file") : t(`kind_${terms.kind}`)}
        {terms !== null && terms.rate > 0 && <small> {formatNumber(terms.rate / 10_000, language)}%</small>}
      </td>
      <td className={styles.num}>
        <Money cents={invoice.interestCharged} />
      </td>
      {effect && <td className={styles.num}>{then && <Money cents={then.after} />}</td>}
      <td className={styles.act}>
        {onEdit && (
          <ActionIcon variant="subtle" size="sm" aria-label={labelled(t("change"), invoice.number)} onClick={onEdit}>
            <IconPencil size={14} aria-hidden />
          </ActionIcon>
        )}
      </td>
    </tr>
  );
}

/** Each invoice with its terms and its interest, current and after the change. */
function Invoices({ settings, own, effect, onOwn }: InvoicesProps): ReactNode {
  const t = useInterestTexts();
  const { shown, more } = useFirst(settings.invoices);
  const edit = (invoice: InterestSettingsOf["invoices"][number]): void => {
    const now = own[invoice.number] ?? { interest: invoice.interest, from: invoice.from };
    openModal({ title: `${t("invoice")} ${invoice.number}`, size: "lg" }, (close) => (
      <InvoiceForm
        file={settings.interest}
        terms={now}
        onTaken={(terms) => {
          onOwn({ ...own, [invoice.number]: terms });
          close();
        }}
        close={close}
      />
    ));
  };
  return (
    <Section title={t("invoices")} aside={settings.invoices.length}>
      <HorizontalScroll label={t("invoices")} className={styles.scroll}>
        <table className={styles.table}>
          <InvoicesHead withEffect={effect !== undefined} />
          <tbody>
            {shown.map((invoice) => (
              <InvoiceRow
                key={invoice.number}
                invoice={invoice}
                own={own[invoice.number]}
                effect={effect}
                onEdit={settings.closed ? undefined : () => edit(invoice)}
              />
            ))}
          </tbody>
        </table>
      </HorizontalScroll>
      {more}
    </Section>
  );
}

interface InvoiceFormProps {
  readonly file: InterestTerms;
  readonly terms: OwnTerms;
  readonly onTaken: (terms: OwnTerms) => void;
  readonly close: () => void;
}

/** The terms of one invoice: its own, or those of the file. They are saved with the form. */
function InvoiceForm({ file, terms, onTaken, close }: InvoiceFormProps): ReactNode {
  const t = useInterestTexts();
  const form = useForm<TermValues>({
    ...valuesOfTerms(terms.interest ?? file),
    kind: terms.interest === null ? "file" : terms.interest.kind,
    from: terms.from,
  });
  const take = async (values: TermValues): Promise<void> => {
    const interest = values.kind === "file" ? null : { ...termsOfValues(values), from: undefined };
    onTaken({ interest, from: values.from });
  };
  return (
    <Form form={form} label={t("terms")} onSave={take} onCancel={close} submit={t("change")}>
      <TermFields t={t} form={form} ofInvoice />
    </Form>
  );
}

/** Periods without interest, and a field for one more. */
function Freezes({ settings, onChanged }: { settings: InterestSettingsOf; onChanged: (() => void) | undefined }) {
  const t = useInterestTexts();
  const mayReverse = useMay(reverseEventCall) && !settings.closed;
  const reverse = useAct(reverseEventCall, { invalidates: stale });
  const lift = async (eventId: number): Promise<void> => {
    const reason = await promptText(t("freezeBackAsk"), {
      title: t("freezeBack"),
      yes: t("freezeBack"),
      required: true,
    });
    if (reason === undefined) return;
    if (await reverse.run({ params: { id: settings.fileId, eventId }, body: { reason } })) onChanged?.();
  };
  return (
    <Section title={t("frozen")} aside={settings.frozen.length}>
      {settings.frozen.length === 0 && <p className={styles.note}>{t("noFreezes")}</p>}
      {settings.frozen.map(({ id, from, until, reason }) => (
        <Group key={id} gap="xs">
          <Text size="sm">
            {until === null
              ? t("freezeForGood", { from: dateText(from) })
              : t("freezePeriod", { from: dateText(from), until: dateText(until) })}
            {reason !== "" && `: ${reason}`}
          </Text>
          {mayReverse && (
            <Button size="compact-xs" variant="subtle" color="red" onClick={() => void lift(id)}>
              {t("freezeBack")}
            </Button>
          )}
        </Group>
      ))}
      {!settings.closed && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs">
          <DateField name="freezeFrom" label={t("freezeFrom")} />
          <DateField name="freezeUntil" label={t("freezeUntil")} />
        </SimpleGrid>
      )}
    </Section>
  );
}
