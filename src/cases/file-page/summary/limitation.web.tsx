/** When each invoice of a file lapses and why, beside its claim; and the form that records an interruption. */

import { ActionIcon, Button } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { Fragment, type ReactNode } from "react";
import type { BodyOf } from "../../../ground/kernel/contract.ts";
import { textOf, useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { DateText, dateText, Money } from "../../../ground/platform/web/content/values.web.tsx";
import { openModal, promptText } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { MultiSelectField, SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { DateField } from "../../../ground/platform/web/inputs/dates.web.tsx";
import { Form, TextField, useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { Guard, useMay } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { HorizontalScroll, Loaded, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { listFileDocuments } from "../../../letters/correspondence/correspondence.contract.ts";
import {
  type InvoiceLimitationRow,
  noteInterruptionCall,
  readLimitation,
  readStep,
} from "../../../letters/processing/processing.contract.ts";
import { reverseEventCall } from "../../../money/claims/claims.contract.ts";
import { interruptionKinds } from "../../../money/claims/claims.ts";
import { listLogs } from "../../logs/logs.contract.ts";
import styles from "../file-page.module.css";
import type { limitationTexts } from "./limitation.texts.ts";

const useLimitationTexts = () => useTexts<typeof limitationTexts>("limitation");
const stale = [readLimitation, readStep, listLogs] as const;

interface LimitationProps {
  readonly fileId: number;
  readonly onChanged: () => void;
}

export function Limitation({ fileId, onChanged }: LimitationProps): ReactNode {
  const t = useLimitationTexts();
  const limitation = useCall(readLimitation, { params: { id: fileId } });
  const note = (items: readonly InvoiceLimitationRow[]): void => {
    openModal({ title: t("note") }, (close) => (
      <NoteForm fileId={fileId} invoices={items.map(({ number }) => number)} onChanged={onChanged} close={close} />
    ));
  };
  const aside = limitation.data && (
    <Guard who={noteInterruptionCall.who}>
      <Button size="compact-sm" variant="default" onClick={() => note(limitation.data.items)}>
        {t("note")}
      </Button>
    </Guard>
  );
  return (
    <Section title={t("title")} aside={aside}>
      <Loaded of={limitation}>
        {({ items }) => (
          <HorizontalScroll label={t("title")}>
            <table className={styles.limitation}>
              <thead>
                <tr>
                  <th scope="col">{t("invoice")}</th>
                  <th scope="col">{t("open")}</th>
                  <th scope="col">{t("lapses")}</th>
                </tr>
              </thead>
              <tbody>
                {items.map((item) => (
                  <Fragment key={item.number}>
                    <tr>
                      <td>{item.number}</td>
                      <td>
                        <Money cents={item.open} />
                      </td>
                      <td>
                        {item.barredOn !== null && <DateText value={item.barredOn} />} {t(`state_${item.state}`)}
                      </td>
                    </tr>
                    <tr className={styles.limitationWhy}>
                      <td colSpan={3}>
                        <details>
                          <summary>{t("why")}</summary>
                          <Why fileId={fileId} item={item} onChanged={onChanged} />
                        </details>
                      </td>
                    </tr>
                  </Fragment>
                ))}
              </tbody>
            </table>
          </HorizontalScroll>
        )}
      </Loaded>
    </Section>
  );
}

/** The due date from which the term ran, and each interruption with its proof. */
function Why({ fileId, item, onChanged }: LimitationProps & { item: InvoiceLimitationRow }): ReactNode {
  const t = useLimitationTexts();
  const mayReverse = useMay(reverseEventCall);
  const reverse = useAct(reverseEventCall, { invalidates: stale });
  const takeBack = async (eventId: number): Promise<void> => {
    const reason = await promptText(t("reason"), { title: t("takeBack"), danger: true, required: true });
    if (reason === undefined) return;
    if (await reverse.run({ params: { id: fileId, eventId }, body: { reason } })) onChanged();
  };
  return (
    <>
      {item.dueDate !== null && t("due", { date: dateText(item.dueDate) })}
      {item.article !== "" && <span className={styles.article}> {item.article}</span>}
      {item.interruptions.map(({ on, kind, proof, documentId, eventId }) => (
        <div key={`${on} ${kind} ${proof}`}>
          {dateText(on)} {t(`kind_${kind}`)}
          {proof !== "" && `: ${proof}`}
          {documentId !== null && ` · ${t("onPaper")}`}
          {eventId !== null && mayReverse && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="xs"
              aria-label={t("takeBack")}
              onClick={() => void takeBack(eventId)}
            >
              <IconArrowBackUp size={12} aria-hidden />
            </ActionIcon>
          )}
        </div>
      ))}
    </>
  );
}

interface NoteProps extends LimitationProps {
  readonly invoices: readonly string[];
  readonly close: () => void;
}

interface NoteValues {
  readonly date: string | null;
  readonly how: (typeof interruptionKinds)[number];
  readonly invoices: string[];
  readonly proof: string;
  readonly document: number | null;
}
const noted: NoteValues = { date: null, how: "recognition", invoices: [], proof: "", document: null };

function NoteForm({ fileId, invoices, onChanged, close }: NoteProps): ReactNode {
  const t = useLimitationTexts();
  const documents = useCall(listFileDocuments, { params: { id: fileId } }).data?.items ?? [];
  const note = useAct(noteInterruptionCall, { invalidates: stale });
  const form = useCallForm(noteInterruptionCall, noted, ({ document, ...values }) => ({
    ...values,
    date: values.date ?? "",
    ...(document === null ? {} : { documentId: document }),
  }));
  const save = async (body: BodyOf<typeof noteInterruptionCall>): Promise<void> => {
    await note.mutateAsync({ params: { id: fileId }, body });
    notify({ message: textOf("limitation.noted"), variant: "success" });
    onChanged();
  };
  return (
    <Form form={form} label={t("note")} onSave={save} onSaved={close} onCancel={close} submit={t("note")}>
      <DateField name="date" label={t("on")} required />
      <SelectField
        name="how"
        label={t("how")}
        options={interruptionKinds.map((kind) => ({ value: kind, label: t(`kind_${kind}`) }))}
      />
      <MultiSelectField
        name="invoices"
        label={t("concerned")}
        options={invoices.map((number) => ({ value: number, label: number }))}
      />
      <TextField name="proof" label={t("proof")} required maxLength={200} />
      <SelectField
        name="document"
        label={t("document")}
        clearable
        options={documents.filter(({ recalled }) => !recalled).map(({ id, name }) => ({ value: id, label: name }))}
      />
    </Form>
  );
}
