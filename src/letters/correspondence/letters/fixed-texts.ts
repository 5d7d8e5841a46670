/** The fixed texts of letters, e-mails and their tables, in the reader's language. Texts that a provider may change are templates. */
import type { Language } from "../../../ground/kernel/texts.ts";

interface Wording {
  readonly salutation: {
    readonly male: string;
    readonly female: string;
    readonly unknown: string;
    readonly nameless: string;
    readonly company: string;
  };
  readonly frequency: Readonly<Record<"week" | "twoWeeks" | "fourWeeks" | "month", string>>;
  /** Besluit BIK art. 2(3): costs and VAT each by itself, at which rate, why, and that the costs were made for this claim. */
  readonly vatStatement: string;
  /** Why a file was closed; `other` for every reason that is not named. */
  readonly closing: Readonly<
    Record<"paid_in_full" | "paid_directly" | "settled" | "credited" | "withdrawn" | "transferred" | "other", string>
  >;
  readonly registered: string;
  readonly page: string;
  readonly qr: string;
  readonly labels: Readonly<Record<LetterLabel, string>>;
}

export type LetterLabel =
  | "date"
  | "fileNumber"
  | "clientReference"
  | "paymentReference"
  | "creditor"
  | "debtor"
  | "claim"
  | "title"
  | "specification"
  | "asOf"
  | "invoice"
  | "invoiceDate"
  | "dueDate"
  | "extendedDueDate"
  | "description"
  | "amount"
  | "principal"
  | "credits"
  | "interest"
  | "period"
  | "base"
  | "rate"
  | "rateYear"
  | "rateMonth"
  | "basis"
  | "days"
  | "costs"
  | "vat"
  | "payments"
  | "total"
  | "open"
  | "payment"
  | "amountToPay"
  | "iban"
  | "bic"
  | "holder"
  | "phone"
  | "email"
  | "website"
  | "kvk"
  | "wki"
  | "none";

export const wording: Readonly<Record<Language, Wording>> = {
  nl: {
    salutation: {
      male: "Geachte heer %name%",
      female: "Geachte mevrouw %name%",
      unknown: "Beste %name%",
      nameless: "Geachte heer of mevrouw",
      company: "Geachte heer of mevrouw",
    },
    frequency: { week: "per week", twoWeeks: "per 2 weken", fourWeeks: "per 4 weken", month: "per maand" },
    vatStatement:
      "De incassokosten zijn %costs% plus %vat% btw (%rate%), samen %total%. Onze opdrachtgever betaalt deze btw over de incassokosten voor deze vordering en kan de btw niet verrekenen.",
    closing: {
      paid_in_full: "U hebt het hele bedrag betaald. Dank u wel.",
      paid_directly: "U hebt rechtstreeks aan onze opdrachtgever betaald. Dank u wel.",
      settled: "U hebt betaald wat wij met u hebben afgesproken. De rest hoeft u niet meer te betalen.",
      credited: "Onze opdrachtgever heeft de rekening ingetrokken met een creditnota.",
      withdrawn: "Onze opdrachtgever heeft de opdracht ingetrokken.",
      transferred: "Een andere partij neemt de vordering van ons over. Zij neemt zelf contact met u op.",
      other: "Wij stoppen met het innen van dit bedrag.",
    },
    registered: "%name% is ingeschreven in het register incassodienstverlening onder nummer %number%.",
    page: "Pagina %page% van %pages%",
    qr: "Scan en betaal met de app van uw bank",
    labels: {
      date: "Datum",
      fileNumber: "Dossiernummer",
      clientReference: "Kenmerk schuldeiser",
      paymentReference: "Betalingskenmerk",
      creditor: "Schuldeiser",
      debtor: "Schuldenaar",
      claim: "Waarvoor",
      title: "Grondslag",
      specification: "Specificatie van de vordering",
      asOf: "Stand op %date%",
      invoice: "Factuur",
      invoiceDate: "Factuurdatum",
      dueDate: "Uiterste betaaldatum",
      extendedDueDate: "uitstel tot %date%",
      description: "Omschrijving",
      amount: "Bedrag",
      principal: "Hoofdsom",
      credits: "Creditnota’s",
      interest: "Rente",
      period: "Periode",
      base: "Over",
      rate: "Percentage",
      rateYear: "%rate% per jaar",
      rateMonth: "%rate% per maand",
      basis: "Grondslag",
      days: "Dagen",
      costs: "Kosten",
      vat: "Btw over de kosten (%rate%)",
      payments: "Betalingen",
      total: "Totaal",
      open: "Nog te betalen",
      payment: "Zo betaalt u",
      amountToPay: "Bedrag",
      iban: "Naar rekening",
      bic: "BIC",
      holder: "Op naam van",
      phone: "Telefoon",
      email: "E-mail",
      website: "Website",
      kvk: "KvK",
      wki: "Registratienummer Wki",
      none: "Geen",
    },
  },
  en: {
    salutation: {
      male: "Dear Mr %name%",
      female: "Dear Ms %name%",
      unknown: "Dear %name%",
      nameless: "Dear Sir or Madam",
      company: "Dear Sir or Madam",
    },
    frequency: { week: "per week", twoWeeks: "every 2 weeks", fourWeeks: "every 4 weeks", month: "per month" },
    vatStatement:
      "The collection costs are %costs% plus %vat% VAT (%rate%), %total% together. Our client pays this VAT on the collection costs for this claim and cannot reclaim it.",
    closing: {
      paid_in_full: "You have paid the whole amount. Thank you.",
      paid_directly: "You have paid our client directly. Thank you.",
      settled: "You have paid what we agreed with you. You do not have to pay the rest.",
      credited: "Our client has cancelled the bill with a credit note.",
      withdrawn: "Our client has withdrawn the assignment.",
      transferred: "Another party takes over the claim from us. It will contact you itself.",
      other: "We stop collecting this amount.",
    },
    registered: "%name% is listed in the Dutch register of debt-collection services under number %number%.",
    page: "Page %page% of %pages%",
    qr: "Scan and pay with your bank’s app",
    labels: {
      date: "Date",
      fileNumber: "File number",
      clientReference: "Creditor’s reference",
      paymentReference: "Payment reference",
      creditor: "Creditor",
      debtor: "Debtor",
      claim: "What for",
      title: "Legal basis",
      specification: "Specification of the claim",
      asOf: "As at %date%",
      invoice: "Invoice",
      invoiceDate: "Invoice date",
      dueDate: "Payment due by",
      extendedDueDate: "extended to %date%",
      description: "Description",
      amount: "Amount",
      principal: "Principal",
      credits: "Credit notes",
      interest: "Interest",
      period: "Period",
      base: "On",
      rate: "Rate",
      rateYear: "%rate% per year",
      rateMonth: "%rate% per month",
      basis: "Basis",
      days: "Days",
      costs: "Costs",
      vat: "VAT on the costs (%rate%)",
      payments: "Payments",
      total: "Total",
      open: "Still to pay",
      payment: "How to pay",
      amountToPay: "Amount",
      iban: "To account",
      bic: "BIC",
      holder: "In the name of",
      phone: "Phone",
      email: "E-mail",
      website: "Website",
      kvk: "Chamber of Commerce (KvK)",
      wki: "Wki registration number",
      none: "None",
    },
  },
  fr: {
    salutation: {
      male: "Monsieur %name%",
      female: "Madame %name%",
      unknown: "Bonjour %name%",
      nameless: "Madame, Monsieur",
      company: "Madame, Monsieur",
    },
    frequency: {
      week: "par semaine",
      twoWeeks: "toutes les 2 semaines",
      fourWeeks: "toutes les 4 semaines",
      month: "par mois",
    },
    vatStatement:
      "Les frais de recouvrement sont de %costs% plus %vat% de TVA (%rate%), soit %total%. Notre client paie cette TVA sur les frais de recouvrement de cette créance et ne peut pas la récupérer.",
    closing: {
      paid_in_full: "Vous avez payé la totalité. Merci.",
      paid_directly: "Vous avez payé directement à notre client. Merci.",
      settled: "Vous avez payé ce que nous avions convenu. Vous ne devez plus payer le reste.",
      credited: "Notre client a annulé la facture par un avoir.",
      withdrawn: "Notre client a retiré sa demande.",
      transferred: "Une autre partie reprend la créance. Elle vous contactera elle-même.",
      other: "Nous cessons de réclamer ce montant.",
    },
    registered: "%name% est inscrite au registre néerlandais des services de recouvrement sous le numéro %number%.",
    page: "Page %page% sur %pages%",
    qr: "Scannez et payez avec l’application de votre banque",
    labels: {
      date: "Date",
      fileNumber: "Numéro de dossier",
      clientReference: "Référence du créancier",
      paymentReference: "Référence de paiement",
      creditor: "Créancier",
      debtor: "Débiteur",
      claim: "Objet",
      title: "Titre de la créance",
      specification: "Détail de la créance",
      asOf: "Situation au %date%",
      invoice: "Facture",
      invoiceDate: "Date de facture",
      dueDate: "Date limite de paiement",
      extendedDueDate: "délai prolongé au %date%",
      description: "Description",
      amount: "Montant",
      principal: "Principal",
      credits: "Avoirs",
      interest: "Intérêts",
      period: "Période",
      base: "Sur",
      rate: "Taux",
      rateYear: "%rate% par an",
      rateMonth: "%rate% par mois",
      basis: "Base légale",
      days: "Jours",
      costs: "Frais",
      vat: "TVA sur les frais (%rate%)",
      payments: "Paiements",
      total: "Total",
      open: "Reste à payer",
      payment: "Comment payer",
      amountToPay: "Montant",
      iban: "Sur le compte",
      bic: "BIC",
      holder: "Au nom de",
      phone: "Téléphone",
      email: "E-mail",
      website: "Site web",
      kvk: "Chambre de commerce (KvK)",
      wki: "Numéro d’enregistrement Wki",
      none: "Néant",
    },
  },
  de: {
    salutation: {
      male: "Sehr geehrter Herr %name%",
      female: "Sehr geehrte Frau %name%",
      unknown: "Guten Tag %name%",
      nameless: "Sehr geehrte Damen und Herren",
      company: "Sehr geehrte Damen und Herren",
    },
    frequency: { week: "pro Woche", twoWeeks: "alle 2 Wochen", fourWeeks: "alle 4 Wochen", month: "pro Monat" },
    vatStatement:
      "Die Inkassokosten betragen %costs% plus %vat% MwSt. (%rate%), zusammen %total%. Unser Auftraggeber zahlt diese MwSt. auf die Inkassokosten dieser Forderung und kann sie nicht abziehen.",
    closing: {
      paid_in_full: "Sie haben den ganzen Betrag bezahlt. Vielen Dank.",
      paid_directly: "Sie haben direkt an unseren Auftraggeber gezahlt. Vielen Dank.",
      settled: "Sie haben gezahlt, was wir vereinbart haben. Den Rest müssen Sie nicht mehr zahlen.",
      credited: "Unser Auftraggeber hat die Rechnung mit einer Gutschrift aufgehoben.",
      withdrawn: "Unser Auftraggeber hat den Auftrag zurückgezogen.",
      transferred: "Eine andere Stelle übernimmt die Forderung von uns. Sie meldet sich selbst bei Ihnen.",
      other: "Wir stellen den Einzug dieses Betrags ein.",
    },
    registered: "%name% ist im niederländischen Register für Inkassodienste unter der Nummer %number% eingetragen.",
    page: "Seite %page% von %pages%",
    qr: "Scannen und mit der App Ihrer Bank bezahlen",
    labels: {
      date: "Datum",
      fileNumber: "Aktenzeichen",
      clientReference: "Zeichen des Gläubigers",
      paymentReference: "Zahlungsreferenz",
      creditor: "Gläubiger",
      debtor: "Schuldner",
      claim: "Wofür",
      title: "Rechtsgrund",
      specification: "Aufstellung der Forderung",
      asOf: "Stand am %date%",
      invoice: "Rechnung",
      invoiceDate: "Rechnungsdatum",
      dueDate: "Zahlbar bis",
      extendedDueDate: "verlängert bis %date%",
      description: "Beschreibung",
      amount: "Betrag",
      principal: "Hauptforderung",
      credits: "Gutschriften",
      interest: "Zinsen",
      period: "Zeitraum",
      base: "Auf",
      rate: "Zinssatz",
      rateYear: "%rate% pro Jahr",
      rateMonth: "%rate% pro Monat",
      basis: "Grundlage",
      days: "Tage",
      costs: "Kosten",
      vat: "MwSt. auf die Kosten (%rate%)",
      payments: "Zahlungen",
      total: "Summe",
      open: "Noch zu zahlen",
      payment: "So bezahlen Sie",
      amountToPay: "Betrag",
      iban: "Auf das Konto",
      bic: "BIC",
      holder: "Lautend auf",
      phone: "Telefon",
      email: "E-Mail",
      website: "Website",
      kvk: "Handelskammer (KvK)",
      wki: "Wki-Registernummer",
      none: "Keine",
    },
  },
};
