/** A statement of income and expenses on the screen. */
import { ActionIcon, Stack, Table } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { decimalFromCents } from "../kernel/money.ts";
import { useAct, useCall } from "../platform/web/api.web.ts";
import { SelectField } from "../platform/web/choices.web.tsx";
import { Form, MoneyField, TextField, useForm } from "../platform/web/form.web.tsx";
import { Guard } from "../platform/web/me.web.tsx";
import { Facts, Loaded } from "../platform/web/page.web.tsx";
import { Money } from "../platform/web/show.web.tsx";
import { useAnyText } from "../platform/web/texts.web.ts";
import { type BudgetSide, budgetKinds, budgetSides } from "./budget.ts";
import { addBudgetEntry, type Budget, readBudget, removeBudgetEntry } from "./log-work.contract.ts";
import styles from "./logs.module.css";
import { useWorkTexts } from "./work.web.tsx";

/** A statement of income and expenses: entries of a month, and what they leave for a payment. */
export function IncomeExpenses({ logId }: { logId: number }): ReactNode {
  const t = useWorkTexts();
  const read = useCall(readBudget, { params: { id: logId } });
  return (
    <Loaded of={read}>
      {(budget) => (
        <Stack gap="md">
          {budgetSides.map((side) => (
            <BudgetTable key={side} side={side} budget={budget} />
          ))}
          <Facts
            items={[
              [
                <span key="capacity" title={t("capacityHow")}>
                  {t("capacity")}
                </span>,
                <strong key="cents">
                  <Money cents={budget.capacityCents} /> {t("perMonth")}
                </strong>,
              ],
            ]}
          />
          <EntryForm logId={logId} />
        </Stack>
      )}
    </Loaded>
  );
}

function BudgetTable({ side, budget }: { side: BudgetSide; budget: Budget }): ReactNode {
  const t = useWorkTexts();
  const any = useAnyText();
  const remove = useAct(removeBudgetEntry, { invalidates: [readBudget] });
  const entries = budget.entries.filter((entry) => entry.side === side);
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t(`side_${side}`)}</Table.Th>
          <Table.Th ta="right">
            <Money cents={side === "income" ? budget.incomeCents : budget.expenseCents} />
          </Table.Th>
          <Table.Th w={40}>
            <span className="v-hidden">{t("remove")}</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map((entry) => (
          <Table.Tr key={entry.id}>
            <Table.Td>
              {any(`log-work.budget_${entry.kind}`)}
              {entry.note !== null && ` · ${entry.note}`}
            </Table.Td>
            <Table.Td ta="right">
              <Money cents={entry.amountCents} />
            </Table.Td>
            <Table.Td>
              <Guard who={removeBudgetEntry.who}>
                <ActionIcon
                  size="sm"
                  variant="subtle"
                  color="gray"
                  aria-label={`${t("remove")}: ${any(`log-work.budget_${entry.kind}`)}`}
                  onClick={() => void remove.run({ params: { id: entry.id } })}
                >
                  <IconX size={12} />
                </ActionIcon>
              </Guard>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function EntryForm({ logId }: { logId: number }): ReactNode {
  const t = useWorkTexts();
  const any = useAnyText();
  const add = useAct(addBudgetEntry, { invalidates: [readBudget] });
  const form = useForm({ entry: "income:wages" as string | null, amount: null as number | null, note: "" });
  const options = budgetSides.flatMap((side) =>
    budgetKinds[side].map((kind) => ({
      value: `${side}:${kind}`,
      label: `${t(`side_${side}`)}: ${any(`log-work.budget_${kind}`)}`,
    })),
  );
  return (
    <Guard who={addBudgetEntry.who}>
      <Form
        form={form}
        label={t("budget")}
        submit={t("add")}
        onSave={async ({ entry, amount, note }) => {
          const [side, kind = ""] = (entry ?? "").split(":");
          const x = budgetSides.find((known) => known === side) ?? "income";
          await add.mutateAsync({
            params: { id: logId, x },
            body: { kind, amount: amount === null ? "" : decimalFromCents(amount), note },
          });
          form.setValues({ entry, amount: null, note: "" });
        }}
      >
        <div className={styles.entry}>
          <SelectField name="entry" label={t("budget")} required options={options} />
          <MoneyField name="amount" label={t("amount")} required />
          <TextField name="note" label={t("note")} maxLength={200} />
        </div>
      </Form>
    </Guard>
  );
}
