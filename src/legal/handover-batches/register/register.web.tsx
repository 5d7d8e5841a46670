/** What clients are asked because of the register of seizures: they answer themselves, or somebody here does with proof. */

import { Button, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { any } from "../../../ground/kernel/access.ts";
import { labelled } from "../../../ground/platform/web/content/texts.web.ts";
import { Status } from "../../../ground/platform/web/content/values.web.tsx";
import { openModal, promptText } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { ClientField, SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { DateField } from "../../../ground/platform/web/inputs/dates.web.tsx";
import { FilterBar, ToggleFilter } from "../../../ground/platform/web/inputs/filter-bar.web.tsx";
import { Form, TextField, useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { useMay } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { Page, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { type Column, DataTable, useTableState } from "../../../ground/platform/web/table/table.web.tsx";
import { fileLink } from "../feed/reports.web.tsx";
import { useBatchTexts, useScreenTexts } from "../texts.web.ts";
import {
  addInstruction,
  answerQuestion,
  listInstructions,
  listQuestions,
  type RegisterQuestion,
  withdrawInstruction,
} from "./register.contract.ts";
import { type RegisterAnswer, registerAnswers } from "./register.ts";

export function RegisterPage(): ReactNode {
  const t = useScreenTexts();
  const names = useBatchTexts();
  const isStaff = useMay({ who: any("ROLE_LEGAL") });
  return (
    <Page title={names("register")}>
      <Text size="sm" c="dimmed" mb="sm" maw="var(--v-form)">
        {t("registerHint")}
      </Text>
      <Questions isStaff={isStaff} />
      {isStaff && <Instructions />}
    </Page>
  );
}

function useQuestionColumns(isStaff: boolean, onlyOpen: boolean): Column<RegisterQuestion>[] {
  const t = useScreenTexts();
  const stateOf = ({ answer: said, isLate, how, told }: RegisterQuestion): string =>
    said === null
      ? t(isLate ? "answer_late" : "answer_none")
      : [t(`answer_${said}`), how && t(`how_${how}`), isStaff && told && t(`told_${told}`)].filter(Boolean).join(" · ");
  return [
    {
      key: "fileNumber",
      label: t("file"),
      allowToggle: false,
      formatter: (_value, row) => fileLink(row),
      text: (_value, row) => row.fileNumber,
    },
    {
      key: "debtorName",
      label: t("debtor"),
      share: 60,
      wraps: true,
      limit: null,
      below: isStaff ? { key: "clientName", label: t("client") } : undefined,
    },
    {
      key: "before",
      label: t("beforeAct"),
      formatter: (_value, row) => t(`before_${row.before}`),
      below: { key: "office", label: t("destination"), limit: null },
    },
    { key: "openCents", label: t("open"), as: "money" },
    { key: "answerBy", label: t("answerBy"), as: "date", below: { key: "lookedOn", label: t("on"), as: "date" } },
    {
      key: "answer",
      label: t("answer"),
      formatter: (_value, row) => (
        <Status tone={row.answer !== null ? "good" : row.isLate ? "bad" : "warn"}>{stateOf(row)}</Status>
      ),
      text: (_value, row) => stateOf(row),
    },
    { key: "note", label: t("reason"), share: 24, hidden: onlyOpen },
  ];
}

function Questions({ isStaff }: { isStaff: boolean }): ReactNode {
  const t = useScreenTexts();
  const table = useTableState(listQuestions, { filter: { open: "true" } });
  const list = useCall(listQuestions, { query: table.query });
  const answer = useAct(answerQuestion, { invalidates: [listQuestions] });
  const ask = async ({ id, fileNumber }: RegisterQuestion, said: RegisterAnswer): Promise<void> => {
    const question = isStaff ? t("proofQuestion") : t(`answerQuestion_${said}`);
    const title = labelled(fileNumber, t(`answer_${said}`));
    const note = await promptText(question, { title, yes: t(`answer_${said}`), required: isStaff });
    if (note !== undefined) await answer.run({ params: { id }, body: { answer: said, note } });
  };
  const columns = useQuestionColumns(isStaff, table.filter.open === "true");
  return (
    <DataTable
      id="register-questions"
      label={t("register")}
      list={list}
      state={table}
      views={false}
      filters={
        <FilterBar state={table}>
          <ToggleFilter name="open" label={t("onlyOpen")} />
        </FilterBar>
      }
      rowName={({ fileNumber }) => fileNumber}
      empty={{ title: t("noQuestions") }}
      actions={(row) =>
        row.answer === null && (
          <Group gap={4} wrap="nowrap">
            {registerAnswers.map((said) => (
              <Button key={said} size="compact-xs" variant="default" onClick={() => void ask(row, said)}>
                {t(`answer_${said}`)}
              </Button>
            ))}
          </Group>
        )
      }
      columns={columns}
    />
  );
}

function Instructions(): ReactNode {
  const t = useScreenTexts();
  const list = useCall(listInstructions, {});
  const withdraw = useAct(withdrawInstruction, { invalidates: [listInstructions] });
  const add = (): void => {
    openModal({ title: t("addInstruction") }, (close) => <AddInstruction close={close} />);
  };
  return (
    <Section
      title={t("instructions")}
      aside={
        <Button size="compact-sm" variant="default" onClick={add}>
          {t("addInstruction")}
        </Button>
      }
    >
      <DataTable
        id="register-instructions"
        label={t("instructions")}
        list={list}
        views={false}
        chooser={false}
        rowName={({ client }) => client.text}
        empty={{ title: t("none") }}
        actions={(row) => (
          <Button size="compact-xs" variant="default" onClick={() => void withdraw.run({ params: { id: row.id } })}>
            {t("withdrawInstruction")}
          </Button>
        )}
        columns={[
          { key: "client.text", label: t("client"), allowToggle: false, share: 30 },
          { key: "answer", label: t("answer"), formatter: (_value, row) => t(`answer_${row.answer}`) },
          { key: "agreedOn", label: t("agreedOn"), as: "date" },
          { key: "until", label: t("validUntil"), as: "date" },
          { key: "reference", label: t("agreedWhere"), share: 30 },
          { key: "by", label: t("madeBy") },
        ]}
      />
    </Section>
  );
}

function AddInstruction({ close }: { close: () => void }): ReactNode {
  const t = useScreenTexts();
  const form = useCallForm(addInstruction, { client: null, answer: "go_on", agreedOn: "", until: null, reference: "" });
  const add = useAct(addInstruction, { invalidates: [listInstructions] });
  return (
    <Form
      form={form}
      label={t("addInstruction")}
      onSave={(body) => add.mutateAsync({ body })}
      onSaved={close}
      onCancel={close}
    >
      <ClientField name="client" label={t("client")} required />
      <SelectField
        name="answer"
        label={t("answer")}
        required
        options={registerAnswers.map((said) => ({ value: said, label: t(`answer_${said}`) }))}
      />
      <DateField name="agreedOn" label={t("agreedOn")} required />
      <DateField name="until" label={t("validUntil")} />
      <TextField name="reference" label={t("agreedWhere")} required maxLength={500} />
    </Form>
  );
}
