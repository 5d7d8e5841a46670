/** The rows of an upload of claims for pre-collection: duplicates, and the creation of records. */
import { sql } from "kysely";
import { type AreaRows, type RowData, stagedRows } from "../../../exchange/intake/intake.server.ts";
import { sumCents } from "../../../ground/kernel/money.ts";
import type { Db } from "../../../ground/platform/server/http/module.ts";
import { invoiceKey } from "../../../money/claims/claims.ts";
import { createRecords, knownRecords, type NewRecord } from "../records/write.server.ts";

type Judge = AreaRows["judge"];
type Finding = Awaited<ReturnType<Judge>>[number];
type Rows = Awaited<ReturnType<typeof stagedRows.nextLot<RowData>>>;
type Group = ReturnType<typeof stagedRows.groupsOf<RowData>>[number];

/** The number of rows per batch. */
const lotSize = 2000;

function recordOf({ rows }: Group, importId: number): NewRecord[] {
  const [{ client_id, client_ref, data }] = rows;
  const { debtor } = data;
  if (debtor === null) return [];
  return [
    {
      clientId: client_id,
      clientRef: client_ref,
      merchantId: data.merchantId,
      debtor,
      claim: {
        basis: data.claimBasis ?? "contract",
        legalTypeId: data.legalTypeId ?? null,
        title: data.claimTitle,
        description: data.claimDescription,
        contractDate: data.contractDate,
        interest: null,
        canReclaimVat: data.canReclaimVat,
      },
      invoices: rows.map(({ data: { invoice } }) => ({
        number: invoice.number,
        date: invoice.date,
        dueDate: invoice.dueDate,
        cents: invoice.cents,
        description: invoice.description,
      })),
      dispute: rows.some((row) => row.data.dispute),
      importId,
    },
  ];
}

/** Rows whose invoice is in the record of their reference already: nothing is to be done. */
async function existingRows(db: Db, rows: Rows): Promise<ReadonlyMap<number, { id: number; number: string }>> {
  const asked = rows.map(({ row_number, client_id, client_ref, data }) => ({
    row: row_number,
    client: client_id,
    ref: client_ref.toLowerCase(),
    invoice: invoiceKey(data.invoice.number),
  }));
  const { rows: found } = await sql<{ row: number; id: number; number: string }>`
    select k.row, r.id, r.number from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as k("row" integer, client bigint, ref text, invoice text)
    join precasso_invoice i on i.client_id = k.client and i.number_key = k.invoice and i.live
    join precasso_record r on r.id = i.record_id and lower(r.client_ref) = k.ref`.execute(db);
  return new Map(found.map(({ row, id, number }) => [row, { id, number }]));
}

/** What earlier rows of the upload have named: a reference or invoice of a client cannot create two records. */
class Seen {
  readonly #references = new Map<string, number>();
  readonly #invoices = new Map<string, number>();

  judge(group: Group): Finding[] {
    const [{ client_id, client_ref, row_number }] = group.rows;
    const reference = `${client_id}\n${client_ref.toLowerCase()}`;
    const before = this.#references.get(reference);
    if (before !== undefined) return [refused(row_number, "clientRef", "referenceInRow", { row: before })];
    this.#references.set(reference, row_number);
    return group.rows.flatMap(({ row_number: row, data }) => {
      const invoice = `${client_id}\n${invoiceKey(data.invoice.number)}`;
      const first = this.#invoices.get(invoice);
      if (first !== undefined) return [refused(row, "invoiceNumber", "invoiceInRow", { row: first })];
      this.#invoices.set(invoice, row);
      return [];
    });
  }
}

const refused = (
  row: number,
  field: "clientRef" | "invoiceNumber",
  key: string,
  values?: Readonly<Record<string, number>>,
): Finding => ({ row, verdict: "rejected", problem: { field, key: `precasso.${key}`, ...(values && { values }) } });

const fieldOf = (why: string) =>
  why.startsWith("precasso.invoice") ? ("invoiceNumber" as const) : ("clientRef" as const);

export const judgeClaims: Judge = async (ctx, batch) => {
  const findings: Finding[] = [];
  const seen = new Seen();
  for (let until = 0; ; ) {
    const rows = await stagedRows.nextLot<RowData>(ctx.db, { ...batch, placedUntil: until }, lotSize);
    if (rows.length === 0) return findings;
    until = rows.at(-1)?.leader ?? until;
    const known = await existingRows(ctx.db, rows);
    for (const [row, made] of known)
      findings.push({
        row,
        verdict: "known",
        made,
        problem: { field: null, key: "precasso.rowKnown", values: { number: made.number }, warning: true },
      });
    const groups = stagedRows.groupsOf(rows.filter(({ row_number }) => !known.has(row_number)));
    const records = groups.flatMap((group) =>
      recordOf(group, batch.id).map((record) => ({ row: group.rows[0].row_number, record })),
    );
    const whys = await knownRecords(
      ctx,
      records.map(({ record }) => record),
    );
    for (const [at, why] of whys) {
      const row = records[at]?.row;
      if (row !== undefined) findings.push({ row, verdict: "rejected", problem: { field: fieldOf(why), key: why } });
    }
    for (const group of groups) findings.push(...seen.judge(group));
  }
};

/** Creates the records of the next rows; those created elsewhere since the check are skipped with the reason. */
export const placeClaims: AreaRows["place"] = async (ctx, batch, most) => {
  const rows = await stagedRows.nextLot<RowData>(ctx.db, batch, most);
  if (rows.length === 0) return undefined;
  const wanted = stagedRows
    .groupsOf(rows)
    .flatMap((group) => recordOf(group, batch.id).map((record) => ({ leader: group.leader, record })));
  const records = wanted.map(({ record }) => record);
  const whys = new Map(await knownRecords(ctx, records));
  const clients = await stagedRows.openClients(
    ctx,
    records.map(({ clientId }) => clientId),
  );
  for (const [at, { clientId }] of records.entries()) if (!clients.has(clientId)) whys.set(at, "intake.noSuchClient");
  const fresh = wanted.filter((_, at) => !whys.has(at));
  const made = await createRecords(
    ctx,
    fresh.map(({ record }) => record),
  );
  await ctx.audit({
    action: "precasso.import",
    subject: "import_batch",
    subjectId: batch.id,
    after: { records: made.length, file: batch.fileName },
  });
  return {
    until: rows.at(-1)?.leader ?? 0,
    files: [],
    made: made.flatMap(({ id, number }, at) => {
      const leader = fresh[at]?.leader;
      return leader === undefined ? [] : [{ leader, id, number }];
    }),
    cents: sumCents(fresh.flatMap(({ record }) => record.invoices.map(({ cents }) => cents))),
    left: new Map([...whys].flatMap(([at, key]) => (wanted[at] ? [[wanted[at].leader, { key }] as const] : []))),
  };
};
