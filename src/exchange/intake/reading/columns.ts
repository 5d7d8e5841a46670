/** Proposes which column of a file holds which field, by the words that clients' systems use. Pure. */
import { foldText } from "../../../ground/kernel/fold-text.ts";
import { type ColumnMapping, fieldsOf, type ImportField, importFields } from "../import/layout.ts";

const spellings: Readonly<Record<ImportField, readonly string[]>> = {
  clientNumber: ["client_number", "klantnummer opdrachtgever", "opdrachtgever", "opdrachtgevernummer", "client"],
  clientRef: [
    "client_ref",
    "referentie",
    "uw referentie",
    "klantreferentie",
    "klantnummer",
    "debiteurnummer",
    "reference",
    "dossierreferentie",
    "customer number",
  ],
  debtorType: ["debtor_type", "type", "soort debiteur", "debiteurtype", "particulier zakelijk"],
  gender: ["gender", "geslacht", "aanhef"],
  initials: ["initials", "voorletters", "initialen"],
  firstName: ["first_name", "voornaam", "firstname"],
  prefix: ["prefix", "tussenvoegsel", "voorvoegsel"],
  lastName: ["last_name", "achternaam", "naam", "lastname", "surname", "name"],
  companyName: ["company_name", "bedrijfsnaam", "bedrijf", "handelsnaam", "company"],
  legalForm: ["legal_form", "rechtsvorm"],
  kvk: ["kvk", "kvk nummer", "kvknr", "kamer van koophandel", "chamber of commerce"],
  birthDate: ["birth_date", "geboortedatum", "date of birth"],
  street: ["street", "straat", "straatnaam", "adres", "address"],
  houseNumber: ["house_no", "huisnummer", "huisnr", "house number"],
  addition: ["addition", "toevoeging", "huisnummertoevoeging", "huisnr toevoeging"],
  postcode: ["postcode", "postal code", "zip", "zipcode", "pc"],
  city: ["city", "plaats", "woonplaats", "stad", "town"],
  country: ["country", "land", "landcode", "country code"],
  phone: ["phone", "telefoon", "telefoonnummer", "tel", "phone number"],
  mobile: ["mobile", "mobiel", "mobiel nummer", "gsm", "mobiele telefoon"],
  email: ["email", "e-mail", "e-mailadres", "mailadres", "email address"],
  iban: ["iban", "rekeningnummer", "bankrekening", "bank account"],
  language: ["language", "taal", "taalcode"],
  invoiceNumber: ["invoice_number", "factuurnummer", "factuurnr", "factuur", "invoice", "invoice no"],
  invoiceDate: ["invoice_date", "factuurdatum", "datum factuur"],
  dueDate: [
    "due_date",
    "vervaldatum",
    "vervaldag",
    "uiterste betaaldatum",
    "instalment_due_date",
    "vervaldatum termijn",
  ],
  amount: [
    "amount",
    "bedrag",
    "factuurbedrag",
    "openstaand bedrag",
    "openstaand",
    "hoofdsom",
    "total",
    "instalment_amount",
    "termijnbedrag",
    "nieuw bedrag",
  ],
  paid: ["paid", "betaald", "reeds betaald", "voldaan"],
  description: ["description", "omschrijving", "toelichting"],
  claimTitle: ["claim_title", "titel vordering", "grondslag", "onderwerp"],
  legalType: ["legal_type", "rechtsgrond", "soort vordering", "legal type"],
  contractDate: ["contract_date", "contractdatum", "datum overeenkomst"],
  interestType: ["interest_type", "rentesoort", "rente", "soort rente"],
  interestPct: ["interest_pct", "rentepercentage", "rente pct", "rente %"],
  wikLetterDate: ["wik_letter_date", "datum wik brief", "wik datum", "datum veertiendagenbrief", "datum 14-dagenbrief"],
  wikLetterAmount: ["wik_letter_amount", "bedrag wik brief", "incassokosten in wik brief", "bedrag 14-dagenbrief"],
  wikLetterAddress: ["wik_letter_address", "wik brief naar dit adres", "adres wik brief klopt"],
  wikLetterMethod: ["wik_letter_method", "wijze wik brief", "verzendwijze wik"],
  bikCharged: ["bik_charged", "bik in rekening gebracht", "reeds berekende incassokosten", "incassokosten"],
  vatReclaim: ["vat_reclaim", "btw verrekenbaar", "btw aftrekbaar", "btw plichtig"],
  doubleReason: ["double_reason", "reden dubbele factuur", "dubbel toegestaan omdat"],
  dispute: ["dispute", "betwist", "betwisting", "geschil"],
  merchantExternalId: ["merchant_external_id", "webshop id", "merchant", "webwinkel"],
  contractNumber: [
    "contract_no",
    "contractnummer",
    "contractnr",
    "abonnementsnummer",
    "contract number",
    "polisnummer",
  ],
  periodFrom: ["period_from", "periode van", "periode vanaf", "begin periode", "period start"],
  periodTo: ["period_to", "periode tot", "periode tot en met", "periode t/m", "einde periode", "period end"],
  newClientRef: ["new_client_ref", "nieuwe referentie", "nieuwe klantreferentie", "new reference"],
  reason: ["reason", "reden", "reden intrekking"],
  paidOn: [
    "paid_on",
    "betaald op",
    "betaaldatum",
    "datum betaling",
    "boekdatum",
    "valutadatum",
    "payment date",
    "datum",
  ],
  paymentReference: ["payment_reference", "betalingskenmerk", "transactie", "transactienummer", "transaction"],
};

const plain = (text: string): string => foldText(text).replace(/[^a-z0-9%]/g, "");

const known: ReadonlyMap<string, ImportField> = new Map(
  importFields.flatMap((field) => [field, ...spellings[field]].map((spelling) => [plain(spelling), field] as const)),
);

/** Columns that hold a citizen service number: they are not read and not kept (domain facts 8.2). */
export const isBsnColumn = (title: string): boolean => /bsn|burgerservice|sofinummer/.test(plain(title));

/**
 * The field of each column by its title, of the fields that such an upload has; the first column of a field holds it. `remembered` goes by
 * title and wins.
 */
export function proposeMapping(
  header: readonly string[],
  remembered: Readonly<Record<string, string>> = {},
  fields: readonly ImportField[] = fieldsOf.new,
): ColumnMapping {
  const mapping: Partial<Record<ImportField, number>> = {};
  const taken = new Set<number>();
  const place = (field: ImportField | undefined, column: number): void => {
    if (field === undefined || !fields.includes(field) || mapping[field] !== undefined || taken.has(column)) return;
    mapping[field] = column;
    taken.add(column);
  };
  const titles = new Map(Object.entries(remembered).map(([field, title]) => [plain(title), field]));
  header.forEach((title, column) => {
    if (!isBsnColumn(title))
      place(
        importFields.find((field) => field === titles.get(plain(title))),
        column,
      );
  });
  header.forEach((title, column) => {
    if (!isBsnColumn(title)) place(known.get(plain(title)), column);
  });
  return mapping;
}

/** The titles of a mapping's columns by field: what is remembered, because columns may move. */
export const titlesOf = (header: readonly string[], mapping: ColumnMapping): Record<string, string> =>
  Object.fromEntries(
    importFields.flatMap((field) => {
      const title = header[mapping[field] ?? -1];
      return title === undefined ? [] : [[field, title]];
    }),
  );

/** How much of a remembered layout stands in a header: 1 where every one of its columns does. */
export function fitOf(remembered: Readonly<Record<string, string>>, header: readonly string[]): number {
  const titles = new Set(header.map(plain));
  const wanted = Object.values(remembered).map(plain);
  return wanted.length === 0 ? 0 : wanted.filter((title) => titles.has(title)).length / wanted.length;
}
