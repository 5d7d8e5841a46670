/** The client's file of the browser test: 500 rows of claims, most of them good, some wrong, some sent twice. */

const header = [
  "client_number",
  "client_ref",
  "debtor_type",
  "gender",
  "initials",
  "prefix",
  "last_name",
  "company_name",
  "legal_form",
  "kvk",
  "street",
  "house_no",
  "addition",
  "postcode",
  "city",
  "email",
  "mobile",
  "invoice_number",
  "invoice_date",
  "due_date",
  "amount",
  "description",
  "claim_title",
] as const;

type Row = Partial<Record<(typeof header)[number], string>>;

const surnames = [
  "Van der Meer-Oosterhuis",
  "Yıldız",
  "Jansen",
  "El Amrani",
  "De Wit",
  "Kuipers",
  "Bakker",
  "Nguyen",
  "Vermeulen",
  "'t Hart",
];
const streets = ["Kanaalstraat", "Lindelaan", "Marktplein", "Burgemeester van Heemstra-Quarlesstraat", "Oudegracht"];
const cities = [
  ["3531 CL", "Utrecht"],
  ["8011 AB", "Zwolle"],
  ["3011 AA", "Rotterdam"],
  ["4811 BC", "Breda"],
  ["2011 KL", "Haarlem"],
] as const;

const two = (value: number): string => String(value).padStart(2, "0");
const pick = <T>(list: readonly T[], index: number): T => {
  const found = list[index % list.length];
  if (found === undefined) throw new RangeError("an empty list");
  return found;
};

/** Row number `index` as a good claim: a consumer, or every seventh time a company. */
function goodRow(clientNumber: string, index: number): Row {
  const [postcode, city] = pick(cities, index);
  const business = index % 7 === 6;
  const day = (index % 27) + 1;
  return {
    ...(clientNumber === "" ? {} : { client_number: clientNumber }),
    client_ref: `ZK-${10_000 + index}`,
    debtor_type: business ? "C" : "P",
    ...(business
      ? { company_name: `Fietsenmakerij De Ketting ${index} B.V.`, legal_form: "bv", kvk: "12345678" }
      : { gender: index % 2 ? "F" : "M", initials: "J.P.", last_name: `${pick(surnames, index)}` }),
    street: pick(streets, index),
    house_no: String(1 + (index % 200)),
    postcode,
    city,
    email: `debiteur${index}@example.nl`,
    mobile: `06${String(12_000_000 + index)}`,
    invoice_number: `F2026-${1000 + index}`,
    invoice_date: `${two(day)}-08-2026`,
    due_date: `${two(day)}-09-2026`,
    amount: `${50 + index},${two(index % 100)}`,
    description: "Levering elektriciteit en gas",
    claim_title: "Leveringsovereenkomst energie",
  };
}

export interface ClaimsFile {
  readonly csv: string;
  readonly rows: number;
  readonly good: number;
  readonly bad: number;
  readonly repeated: number;
}

/** 500 rows: 470 good ones, 20 that are wrong in ways that clients' files are, and 10 that stand in the file twice. */
export function claimsFile(clientNumber: string): ClaimsFile {
  const good = Array.from({ length: 470 }, (_, index) => goodRow(clientNumber, index));
  const faults: ((row: Row) => Row)[] = [
    (row) => ({ ...row, amount: "twaalf" }),
    (row) => ({ ...row, postcode: "0123 AB" }),
    (row) => ({ ...row, due_date: "31-02-2026" }),
    (row) => ({ ...row, last_name: "", company_name: "" }),
  ];
  const bad = Array.from({ length: 20 }, (_, index) => pick(faults, index)(goodRow(clientNumber, 500 + index * 7)));
  const repeated = good.slice(0, 10);
  const lines = [...good, ...bad, ...repeated].map((row) =>
    header.map((column) => quoted(row[column] ?? "")).join(";"),
  );
  return {
    csv: `\uFEFF${[header.join(";"), ...lines].join("\r\n")}\r\n`,
    rows: 500,
    good: good.length,
    bad: bad.length,
    repeated: repeated.length,
  };
}

const quoted = (cell: string): string => (/[;"\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
