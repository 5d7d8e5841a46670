/** One file: what suing would cost by stage and bring in, rule by rule, the advice, the client's answer and the decision. */
import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { fileAddress } from "../../cases/files/files.ts";
import { FileLink, useOpensFiles } from "../../cases/files/files.web.tsx";
import { dateText, Money, Status } from "../../ground/platform/web/content/values.web.tsx";
import { confirm, openModal } from "../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../ground/platform/web/http/api.web.ts";
import { useMay } from "../../ground/platform/web/pages/current-user.web.tsx";
import { Link, useIdParam } from "../../ground/platform/web/pages/links.web.tsx";
import { HorizontalScroll, Loaded, Page, Section, Strip } from "../../ground/platform/web/pages/page.web.tsx";
import { AdviceText, QuestionFacts, Stages } from "./advice.web.tsx";
import { type Decision, decisionScreen, readDecision, withdrawQuestion } from "./decisions.contract.ts";
import styles from "./decisions.module.css";
import { DecideForm, OrderForm } from "./forms.web.tsx";
import { useDecided, useDecisionTexts } from "./texts.web.ts";

export function DecisionPage(): ReactNode {
  const t = useDecisionTexts();
  const id = useIdParam("id");
  const reading = useCall(readDecision, { params: { id: id ?? 0 } });
  return (
    <Loaded of={reading} shape="page">
      {(decision) => (
        <Page
          title={t("titleOf", { number: decision.fileNumber })}
          count={`${decision.debtorName} · ${decision.clientName}`}
          balances
          actions={<Acts decision={decision} />}
        >
          <Sums decision={decision} />
          <div className={styles.columns}>
            <div>
              <Rules decision={decision} />
              <Papers decision={decision} />
            </div>
            <div>
              <Taken decision={decision} />
              <Asked decision={decision} />
              <Section title={t("costs")}>
                <Stages costs={decision.costs} />
              </Section>
            </div>
          </div>
        </Page>
      )}
    </Loaded>
  );
}

function Acts({ decision }: { decision: Decision }): ReactNode {
  const t = useDecisionTexts();
  const { question, decided, closed, fileId } = decision;
  const opensFiles = useOpensFiles();
  const isWaiting = question !== null && question.answer === null && decided === null;
  const ask = (): void =>
    void openModal({ title: t("ask") }, (close) => <OrderForm decision={decision} close={close} />);
  const decide = (): void =>
    void openModal({ title: t("decide") }, (close) => <DecideForm decision={decision} close={close} />);
  return (
    <>
      {opensFiles && (
        <Button component={Link} to={fileAddress(fileId)} variant="subtle">
          {t("file")}
        </Button>
      )}
      {!closed && !isWaiting && (
        <Button variant="default" onClick={ask}>
          {t(question === null ? "ask" : "askAgain")}
        </Button>
      )}
      {!closed && <Button onClick={decide}>{t("decide")}</Button>}
    </>
  );
}

function Sums({ decision }: { decision: Decision }): ReactNode {
  const t = useDecisionTexts();
  const { openCents, outlayCents, recoverableCents, benefitCents, awardCents, barredOn, advice } = decision;
  const money = (cents: number | null): ReactNode => (cents === null ? "–" : <Money cents={cents} />);
  return (
    <Strip
      items={[
        { name: t("advice"), value: <AdviceText advice={advice} />, big: true },
        { name: t("open"), value: money(openCents) },
        { name: t("award"), value: money(awardCents) },
        { name: t("recoverable"), value: money(recoverableCents) },
        { name: t("outlay"), value: money(outlayCents) },
        { name: t("benefit"), value: money(benefitCents) },
        { name: t("barredOn"), value: barredOn === null ? "–" : dateText(barredOn) },
      ]}
    />
  );
}

const tones = { for: "good", against: "bad", neutral: "neutral" } as const;

function Rules({ decision: { lines, why } }: { decision: Decision }): ReactNode {
  const t = useDecisionTexts();
  const decisive = lines.find(({ advice }) => advice !== null);
  return (
    <Section title={t("rules")}>
      <p className={styles.explanation}>{why ?? t("nothingAgainst")}</p>
      <HorizontalScroll label={t("rules")}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t("rule")}</th>
              <th scope="col">{t("weighs")}</th>
              <th scope="col">{t("why")}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.rule} className={line === decisive ? styles.decisive : undefined}>
                <th scope="row">{t(`rule_${line.rule}`)}</th>
                <td>
                  <Status tone={tones[line.weighs]}>{t(`weighs_${line.weighs}`)}</Status>
                </td>
                <td>{line.why}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </HorizontalScroll>
    </Section>
  );
}

function Papers({ decision: { needs, fileId } }: { decision: Decision }): ReactNode {
  const t = useDecisionTexts();
  const missing = needs.filter(({ state }) => state === "missing");
  return (
    <Section
      title={t("papers")}
      aside={
        <FileLink id={fileId} tab="handover" className="v-link">
          {t("mendThere")}
        </FileLink>
      }
    >
      <p>
        {missing.length === 0
          ? t("papersMet")
          : t("papersMissing", { names: missing.map(({ name }) => name).join(", ") })}
      </p>
    </Section>
  );
}

function Taken({ decision: { decided } }: { decision: Decision }): ReactNode {
  const t = useDecisionTexts();
  if (!decided) return null;
  const { decision, until, reason, advice, at, by } = decided;
  return (
    <Section title={t("decision")}>
      <p>
        <AdviceText advice={decision} /> {until !== null && t("waitsUntil", { date: dateText(until) })}
      </p>
      {reason !== "" && <p className={styles.explanation}>{reason}</p>}
      <p className={styles.quiet}>
        {t("decidedBy", { name: by ?? "–", date: dateText(at) })}
        {advice !== null && ` · ${t("adviceThen", { advice: t(`to_${advice}`) })}`}
      </p>
    </Section>
  );
}

function Asked({ decision }: { decision: Decision }): ReactNode {
  const t = useDecisionTexts();
  const decided = useDecided();
  const act = useAct(withdrawQuestion);
  const { question, version, fileId, closed } = decision;
  if (!question) return null;
  const withdraw = async (): Promise<void> => {
    if (!(await confirm(t("withdraw")))) return;
    if (await act.run({ params: { id: fileId }, body: { version } }))
      notify({ message: t("withdrawn"), variant: "success" });
    decided();
  };
  return (
    <Section title={t("question")}>
      <QuestionFacts question={question} />
      {question.answer === null && decision.decided === null && !closed && (
        <Button size="compact-sm" variant="default" loading={act.isPending} onClick={() => void withdraw()}>
          {t("withdraw")}
        </Button>
      )}
    </Section>
  );
}

/** On the page of a file: the advice, and the way to the decision. */
export function FileDecision({ fileId }: { fileId: number }): ReactNode {
  const may = useMay(readDecision);
  return may ? <Advised fileId={fileId} /> : null;
}

function Advised({ fileId }: { fileId: number }): ReactNode {
  const t = useDecisionTexts();
  const reading = useCall(readDecision, { params: { id: fileId } });
  return (
    <Section
      title={t("openPage")}
      aside={
        <Link to={decisionScreen} params={{ id: fileId }} className="v-link">
          {t("decide")}
        </Link>
      }
    >
      <Loaded of={reading}>
        {({ advice, why, decided, question }) => (
          <Group gap="md">
            <AdviceText advice={advice} />
            <span>{why ?? t("nothingAgainst")}</span>
            {question?.answer && !decided && (
              <Status tone={question.answer === "yes" ? "good" : "bad"}>{t(`answer_${question.answer}`)}</Status>
            )}
            {decided && <b>{t("decided", { decision: t(`to_${decided.decision}`) })}</b>}
          </Group>
        )}
      </Loaded>
    </Section>
  );
}
