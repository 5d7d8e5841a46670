/** What a client is asked about going to court, on the screen of its own people: costs, advice, and one answer. */

import { Button, Group, SegmentedControl, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { FileLink } from "../../cases/files/files.web.tsx";
import { useLanguage } from "../../ground/platform/web/content/texts.web.ts";
import { Money } from "../../ground/platform/web/content/values.web.tsx";
import { openModal } from "../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../ground/platform/web/http/api.web.ts";
import { Form, TextareaField, useCallForm } from "../../ground/platform/web/inputs/form.web.tsx";
import { formatMoney } from "../../ground/platform/web/inputs/format.ts";
import { Empty, Facts, Loaded, Page } from "../../ground/platform/web/pages/page.web.tsx";
import { AdviceText, QuestionFacts, Stages } from "./advice.web.tsx";
import { answerQuestion, listQuestions, type QuestionResult } from "./decisions.contract.ts";
import styles from "./decisions.module.css";
import { useDecided, useDecisionTexts } from "./texts.web.ts";

export function Questions(): ReactNode {
  const t = useDecisionTexts();
  const [answered, setAnswered] = useState(false);
  const list = useCall(listQuestions, { query: { filter: { answered: String(answered) }, limit: 100 } });
  return (
    <Page title={t("questions")} count={list.data?.total}>
      <Text c="dimmed" size="sm" mb="sm" maw="var(--v-form)">
        {t("questionsIntro")}
      </Text>
      <SegmentedControl
        size="xs"
        mb="md"
        aria-label={t("state")}
        value={String(answered)}
        onChange={(value) => setAnswered(value === "true")}
        data={[
          { value: "false", label: t("questionsOpen") },
          { value: "true", label: t("questionsAnswered") },
        ]}
      />
      <Loaded of={list}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t("noQuestions")} text={t("noQuestionsHint")} />
          ) : (
            items.map((file) => <Asked key={file.id} file={file} />)
          )
        }
      </Loaded>
    </Page>
  );
}

function Asked({ file }: { file: QuestionResult }): ReactNode {
  const t = useDecisionTexts();
  const { id, fileNumber, clientRef, clientName, debtorName, quoted, question } = file;
  const answer = (value: "yes" | "no"): void =>
    void openModal({ title: t(value === "yes" ? "answerYes" : "answerNo") }, (close) => (
      <AnswerForm file={file} answer={value} close={close} />
    ));
  return (
    <article className={styles.asked} aria-label={`${fileNumber} ${debtorName}`}>
      <h2>
        <FileLink id={id} className="v-link">
          {fileNumber}
        </FileLink>{" "}
        {debtorName}
      </h2>
      <div className={styles.columns}>
        <div>
          <Facts
            items={[
              [t("client"), clientName],
              [t("yourReference"), clientRef],
              [t("open"), <Money key="open" cents={quoted.openCents} />],
              [t("weAdvise"), <AdviceText key="advice" advice={quoted.advice} />],
            ]}
          />
          <QuestionFacts question={question} />
          {question.answer === null && (
            <Group gap="sm" mt="sm">
              <Button onClick={() => answer("yes")}>{t("answerYes")}</Button>
              <Button variant="default" onClick={() => answer("no")}>
                {t("answerNo")}
              </Button>
            </Group>
          )}
        </div>
        <Stages costs={quoted.costs} />
      </div>
    </article>
  );
}

function AnswerForm({
  file,
  answer,
  close,
}: {
  file: QuestionResult;
  answer: "yes" | "no";
  close: () => void;
}): ReactNode {
  const t = useDecisionTexts();
  const language = useLanguage();
  const decided = useDecided();
  const act = useAct(answerQuestion);
  const { advanceCents } = file.question;
  const form = useCallForm(answerQuestion, { answer, note: "", version: file.version });
  return (
    <Form
      form={form}
      label={t(answer === "yes" ? "answerYes" : "answerNo")}
      submit={t(answer === "yes" ? "answerYes" : "answerNo")}
      onSave={async (body) => {
        await act.mutateAsync({ params: { id: file.id }, body });
        decided();
        notify({ message: t("answered"), variant: "success" });
      }}
      onSaved={close}
      onCancel={close}
    >
      <Text size="sm">{t(answer === "yes" ? "yesHint" : "noHint", { debtor: file.debtorName })}</Text>
      {answer === "yes" && advanceCents !== null && (
        <Text size="sm" fw={600}>
          {t("yesAdvance", { amount: formatMoney(advanceCents, language) })}
        </Text>
      )}
      <TextareaField name="note" label={t("note")} rows={3} maxLength={2000} />
    </Form>
  );
}
