/** The column of lists about files that shows the debtor, and below it the client. */

export interface DebtorColumn {
  /** In per cent of the table. */
  readonly share: number;
  /** On the server, by the name and by the client. */
  readonly sortable?: { readonly debtor: boolean; readonly client: boolean };
  readonly allowToggle?: boolean;
}

/** Of rows with `debtorName` and `clientName`; a card shows it as a line of its own. */
export const debtorColumn = (debtor: string, client: string, { share, sortable, ...more }: DebtorColumn) => ({
  key: "debtorName",
  label: debtor,
  wraps: true,
  limit: null,
  ...(sortable?.debtor && { sortable: true }),
  share,
  card: "line" as const,
  below: { key: "clientName", label: client, limit: null, ...(sortable?.client && { sortable: true }) },
  ...more,
});
