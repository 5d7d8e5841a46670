/** A statement of income and expenses on the screen. */
import { ActionIcon, Stack, Table } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { decimalFromCents } from "../../../ground/kernel/money.ts";
import { labelled, useAnyText, useLanguage } from "../../../ground/platform/web/content/texts.web.ts";
import { dateText, Money } from "../../../ground/platform/web/content/values.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { SelectField } from "../../../ground/platform/web/inputs/choices.web.tsx";
import { Form, MoneyField, TextField, useCallForm } from "../../../ground/platform/web/inputs/form.web.tsx";
import { formatMoney } from "../../../ground/platform/web/inputs/format.ts";
import { Guard } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { Facts, Loaded } from "../../../ground/platform/web/pages/page.web.tsx";
import { addBudgetEntry, type Budget, readBudget, removeBudgetEntry } from "../lines/line-details.contract.ts";
import { useWorkTexts } from "../lines/line-details.web.tsx";
import styles from "../logs.module.css";
import { type BudgetSide, budgetKinds, budgetSides } from "./budget.ts";

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
          <EntryForm logId={logId} earlier={budget.earlier} />
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
                  aria-label={labelled(t("remove"), any(`log-work.budget_${entry.kind}`))}
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

interface EntryValues {
  /** Side and kind: "income:wages". */
  readonly entry: string;
  /** In cents. */
  readonly amount: number | null;
  readonly note: string;
}
const noEntry: EntryValues = { entry: "income:wages", amount: null, note: "" };

const entryOf = ({ side, kind }: Budget["earlier"][number]): string => `${side}:${kind}`;

/** A form begins with what the last statement said, one kind after the other; without any it is empty. */
function nextEntry([first]: Budget["earlier"], entry = noEntry.entry): EntryValues {
  return first ? { ...noEntry, entry: entryOf(first), amount: first.amountCents } : { ...noEntry, entry };
}

function partsOf(entry: string) {
  const [side, kind = ""] = entry.split(":");
  return { side: budgetSides.find((known) => known === side) ?? "income", kind };
}

function EntryForm({ logId, earlier }: { logId: number; earlier: Budget["earlier"] }): ReactNode {
  const t = useWorkTexts();
  const language = useLanguage();
  const any = useAnyText();
  const add = useAct(addBudgetEntry, { invalidates: [readBudget] });
  const form = useCallForm(addBudgetEntry, nextEntry(earlier), ({ entry, amount, note }) => ({
    kind: partsOf(entry).kind,
    amount: amount === null ? "" : decimalFromCents(amount),
    note,
  }));
  const before = earlier.find((each) => entryOf(each) === form.values.entry);
  form.watch("entry", ({ value }) => {
    const known = earlier.find((each) => entryOf(each) === value);
    if (known) form.setFieldValue("amount", known.amountCents);
  });
  const options = budgetSides.flatMap((side) =>
    budgetKinds[side].map((kind) => ({
      value: `${side}:${kind}`,
      label: labelled(t(`side_${side}`), any(`log-work.budget_${kind}`)),
    })),
  );
  return (
    <Guard who={addBudgetEntry.who}>
      <Form
        form={form}
        label={t("budget")}
        submit={t("add")}
        onSave={async (body, { entry }) => {
          const added = await add.mutateAsync({ params: { id: logId, x: partsOf(entry).side }, body });
          form.setValues(nextEntry(added.earlier, entry));
        }}
      >
        <div className={styles.entry}>
          <SelectField form={form} name="entry" label={t("budget")} required options={options} />
          <MoneyField
            form={form}
            name="amount"
            label={t("amount")}
            {...(before && {
              description: t("earlier", {
                date: dateText(before.on),
                amount: formatMoney(before.amountCents, language),
              }),
            })}
            required
          />
          <TextField form={form} name="note" label={t("note")} maxLength={200} />
        </div>
      </Form>
    </Guard>
  );
}
