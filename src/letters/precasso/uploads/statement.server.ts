/** A client's own bank statement: only entries that name a record are stored; the others may not be kept (GDPR art. 5(1)(c)). */
import { createHash } from "node:crypto";
import { createUpload } from "../../../exchange/intake/intake.server.ts";
import { fieldError } from "../../../ground/kernel/errors.ts";
import { decimalFromCents } from "../../../ground/kernel/money.ts";
import { type Ctx, type Db, type Input, preparedHandler } from "../../../ground/platform/server/http/module.ts";
import { readSentBankFile } from "../../../money/payments/payments.server.ts";
import type { BankEntry, ReadFile } from "../../../money/payments/payments.ts";
import { maySeeClient } from "../../../people/customers/customers.server.ts";
import { namedRecords } from "./find-records.server.ts";
import { namesIn, recordsByReference } from "./reported-payments.ts";
import { uploadClientStatement } from "./uploads.contract.ts";

const numberOf = (id: number): string => `P${String(id).padStart(7, "0")}`;

interface Receipt {
  readonly entry: BankEntry;
  /** The bank's reference of it, unique on the account; without one its statement and a hash, for what identifies it then is its whole content. */
  readonly reference: string;
  /** Its possible names of a record. */
  readonly names: readonly string[];
}

const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 32);

const textOf = ({ structuredRef, description, endToEndId }: BankEntry): string =>
  `${structuredRef ?? ""} ${description} ${endToEndId ?? ""}`;

/** The receipts, with the names that they contain. Payments returned by the payer's bank are skipped. */
function receiptsOf(file: ReadFile): Receipt[] {
  return file.statements.flatMap(({ currency, key, entries }) =>
    currency !== "EUR"
      ? []
      : entries.flatMap((entry) => {
          if (entry.amountCents <= 0 || entry.returnCode !== null) return [];
          const text = textOf(entry);
          const names = [...recordsByReference(text).map(numberOf), ...namesIn(text)];
          return [{ entry, reference: entry.bankRef ?? `${key} ${digest(entry.entryRef)}`, names }];
        }),
  );
}

/** The number of the one record that each receipt names; receipts that name none or several are skipped. */
async function ofRecords(db: Db, clientId: number, receipts: readonly Receipt[]) {
  const asked = receipts.flatMap(({ names }, at) => names.map((name) => ({ at, clientId, name })));
  const named = await namedRecords(db, asked);
  const found = new Map<number, Set<string>>();
  for (const [place, { number }] of named) {
    const at = asked[place]?.at ?? -1;
    found.set(at, (found.get(at) ?? new Set()).add(number));
  }
  return receipts.flatMap(({ entry, reference }, at) => {
    const [number, ...others] = found.get(at) ?? [];
    return number === undefined || others.length > 0 ? [] : [{ number, entry, reference }];
  });
}

const header = ["client_ref", "paid_on", "amount", "payment_reference"];

/** A table cell: of the bank's texts only its own reference is included. */
const cell = (text: string): string => text.replace(/[^\w .:/+-]/g, "").slice(0, 140);

async function openedStatement(ctx: Ctx, { files }: Input<typeof uploadClientStatement>) {
  const [file] = files;
  if (!file || file.size === 0) throw fieldError("file", "intake.noFile");
  return { name: file.name, read: await readSentBankFile(ctx.user, await file.bytes()) };
}

export const statementHandler = preparedHandler(
  uploadClientStatement,
  openedStatement,
  async (ctx, { body }, { name, read }) => {
    const own = ctx.user.kind !== "staff" && ctx.user.clientIds.length === 1 ? ctx.user.clientIds[0] : undefined;
    const client = body.client ?? own;
    if (client === undefined) throw fieldError("client", "intake.chooseClient");
    if (!maySeeClient(ctx.user, client)) throw fieldError("client", "intake.noSuchClient");
    const payments = await ofRecords(ctx.db, client, receiptsOf(read));
    if (payments.length === 0) throw fieldError("file", "precasso.errorNothingOfRecords");
    const rows = payments.map(({ number, entry, reference }) => [
      number,
      entry.valueDate,
      decimalFromCents(entry.amountCents),
      cell(reference),
    ]);
    const bytes = new TextEncoder().encode([header, ...rows].map((row) => `${row.join(";")}\r\n`).join(""));
    const style = { encoding: "utf-8", separator: ";", decimal: ".", dates: "ymd" } as const;
    const opened = { format: "csv", style, header, sample: rows, table: null, tableName: null, documents: [] } as const;
    return createUpload(ctx, { bytes, opened, name: `${name}.csv`, mode: "precassoPayments" }, client);
  },
);
