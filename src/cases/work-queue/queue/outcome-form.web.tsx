/** The form of the queue: dial, result, promise, next action. Every part has its key. */
import { Button, Group } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { BodyOf, ReplyOf } from "../../../ground/kernel/contract.ts";
import { addDays, type PlainDate } from "../../../ground/kernel/dates.ts";
import { decimalFromCents } from "../../../ground/kernel/money.ts";
import { useHouseDay } from "../../../ground/platform/web/content/today.web.ts";
import { KeyHint, useKeys } from "../../../ground/platform/web/feedback/keys.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { DateField } from "../../../ground/platform/web/inputs/dates.web.tsx";
import { Form, MoneyField, TextareaField, useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { useStoredText } from "../../../ground/platform/web/inputs/stored-text.web.ts";
import { agendaSubjectList } from "../../agenda/agenda.contract.ts";
import { outcomeReads, useQueueTexts } from "../texts.web.ts";
import { dialNumber, type QueueItem, writeOutcome } from "../work-queue.contract.ts";
import styles from "../work-queue.module.css";
import { type LineResult, lineResults, type PersonResult, personResults } from "../work-queue.ts";
import { Codes, digitOf } from "./codes.web.tsx";

interface Props {
  readonly found: QueueItem;
  readonly onWritten: (written: ReplyOf<typeof writeOutcome>) => Promise<void>;
  /** A call was made: what is known of the item is read again. */
  readonly onChanged: () => Promise<unknown>;
}

/** What is typed and chosen, before it is the body of the call. */
interface Values {
  readonly key: string;
  readonly note: string;
  readonly line: LineResult | null;
  readonly person: PersonResult | null;
  readonly promise: { readonly amount: number | null; readonly by: string | null };
  readonly callBackOn: string | null;
  readonly next: { readonly subject: number | null; readonly on: string | null };
}

const bodyOf = ({ key, note, line, person, promise, callBackOn, next }: Values) => ({
  key,
  note,
  call: line === null ? null : { line, person },
  promise: person === "promise" ? { amount: decimalFromCents(promise.amount ?? 0), by: promise.by ?? "" } : null,
  callBackOn: person === "call_back" ? callBackOn : null,
  next: next.subject === null ? null : { subject: next.subject, on: next.on ?? "", note: "" },
});

/** What the form begins with: the whole balance within a week, and a call back tomorrow. */
const begunWith = (openCents: number, today: PlainDate, note: string): Values => ({
  key: crypto.randomUUID(),
  note,
  line: null,
  person: null,
  promise: { amount: openCents > 0 ? openCents : null, by: addDays(today, 7) },
  callBackOn: addDays(today, 1),
  next: { subject: null, on: null },
});

interface ResultsProps {
  readonly line: LineResult | null;
  readonly person: PersonResult | null;
  readonly people: readonly PersonResult[];
  readonly onLine: (one: LineResult) => void;
  readonly onPerson: (one: PersonResult) => void;
}

/** What became of a call: of the line, and of whoever answered. */
function Results({ line, person, people, onLine, onPerson }: ResultsProps): ReactNode {
  const t = useQueueTexts();
  const isAnswered = line === "answered";
  return (
    <>
      <Codes
        title={t("line")}
        codes={lineResults}
        name={(one) => t(`line_${one}`)}
        chosen={line}
        keyed={!isAnswered}
        onChoose={onLine}
      />
      {isAnswered && (
        <Codes
          title={t("who")}
          codes={people}
          name={(one) => t(`person_${one}`)}
          chosen={person}
          keyed
          onChoose={onPerson}
        />
      )}
    </>
  );
}

/** What is typed of an item, and the call that keeps it. A reload begins the form anew: what was noted before stays. */
function useOutcome({ item }: QueueItem, today: PlainDate) {
  const [kept, keep] = useStoredText(`outcome ${item.id}`);
  const form = useCallForm(writeOutcome, begunWith(item.openCents, today, kept), bodyOf);
  form.watch("note", ({ value }) => keep(value));
  const write = useAct(writeOutcome, { invalidates: outcomeReads, onAccepted: () => keep("") });
  const save = (body: BodyOf<typeof writeOutcome>): Promise<ReplyOf<typeof writeOutcome>> =>
    write.mutateAsync({ params: { id: item.id }, body });
  return { form, save };
}

export function OutcomeForm({ found, onWritten, onChanged }: Props): ReactNode {
  const t = useQueueTexts();
  const { dialled, mayPromise } = found;
  const today = useHouseDay();
  const place = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<string | undefined>();
  const { form, save } = useOutcome(found, today);
  const { line, person } = form.values;
  // The field or button that comes next has the focus, once it is there.
  useEffect(() => {
    if (wanted === undefined) return;
    place.current?.querySelector<HTMLElement>(wanted)?.focus();
    setWanted(undefined);
  }, [wanted]);
  const choosePerson = (one: PersonResult): void => {
    form.setFieldValue("person", one);
    setWanted(one === "promise" ? field("promise.amount") : one === "call_back" ? field("callBackOn") : submitButton);
  };
  const chooseLine = (one: LineResult): void => {
    form.setFieldValue("line", one);
    form.setFieldValue("person", null);
    if (one !== "answered") setWanted(submitButton);
  };
  const people = personResults.filter((one) => mayPromise || one !== "promise");
  useKeys([
    ...(dialled && line !== "answered"
      ? lineResults.map((one, at) => ({ key: digitOf(at), label: t(`line_${one}`), run: () => chooseLine(one) }))
      : []),
    ...(dialled && line === "answered"
      ? people.map((one, at) => ({ key: digitOf(at), label: t(`person_${one}`), run: () => choosePerson(one) }))
      : []),
    { key: "o", label: t("keyNote"), run: () => setWanted(field("note")) },
  ]);
  return (
    <div ref={place}>
      <Numbers found={found} onChanged={onChanged} />
      <Form form={form} label={t("task")} submit={t("save")} onSave={async (body) => onWritten(await save(body))}>
        {dialled && <Results {...{ line, person, people }} onLine={chooseLine} onPerson={choosePerson} />}
        {person === "promise" && (
          <div className={styles.pair}>
            <MoneyField name="promise.amount" label={t("promiseAmount")} required />
            <DateField name="promise.by" label={t("promiseBy")} required min={today} />
          </div>
        )}
        {person === "call_back" && <DateField name="callBackOn" label={t("callBackOn")} required min={today} />}
        <TextareaField name="note" label={t("note")} rows={2} maxLength={2000} />
        <NextAction today={today} chosen={form.values.next.subject !== null} />
      </Form>
    </div>
  );
}

const field = (name: string): string => `[data-field="${name}"]`;
const submitButton = "button[type=submit]";

function NextAction({ today, chosen }: { today: PlainDate; chosen: boolean }): ReactNode {
  const t = useQueueTexts();
  const subjects = useCall(agendaSubjectList, {});
  const options = (subjects.data?.items ?? []).map(({ id, text }) => ({ value: id, label: text }));
  return (
    <div className={styles.pair}>
      <SelectField name="next.subject" label={t("next")} options={options} placeholder={t("noNext")} clearable />
      {chosen && <DateField name="next.on" label={t("nextOn")} required min={today} />}
    </div>
  );
}

/** The numbers of whoever is called: the next one to dial has a key. */
function Numbers({ found, onChanged }: Pick<Props, "found" | "onChanged">): ReactNode {
  const t = useQueueTexts();
  const { item, help, numbers, dialled } = found;
  const call = useAct(dialNumber, { onSuccess: async () => void (await onChanged()) });
  const dial = (number: string): void => void call.run({ params: { id: item.id }, body: { number } });
  const first = help?.allowed && !dialled ? numbers.find(({ usable }) => usable)?.number : undefined;
  useKeys(first === undefined || call.isPending ? [] : [{ key: "b", label: t("keyDial"), run: () => dial(first) }]);
  if (help === null) return item.subject.code === "call_debtor" ? <p>{t("mayNotCall")}</p> : null;
  if (dialled)
    return (
      <p role="status">
        <b>{t("dialling", { number: dialled.number })}</b>
      </p>
    );
  return (
    <Group className={styles.numbers} role="group" aria-label={t("numbers")} mb="sm">
      {numbers.length === 0 && t("noNumbers")}
      {numbers.map(({ number, usable, attempts }) =>
        usable ? (
          <Button
            key={number}
            variant={number === first ? "filled" : "default"}
            disabled={!help.allowed}
            loading={call.isPending}
            rightSection={number === first ? <KeyHint>b</KeyHint> : undefined}
            onClick={() => dial(number)}
          >
            {t("dial", { number })}
            {attempts > 0 && ` (${t("tried", { count: attempts })})`}
          </Button>
        ) : (
          <span key={number}>
            <span className={styles.dead}>{number}</span> {t("numberDead")}
          </span>
        ),
      )}
    </Group>
  );
}
