/** Texts of sent messages, of exports and of prices. Each row: Dutch, English, French, German. */
import { rows } from "../../../ground/kernel/texts.ts";

export const paperTexts = rows({
  documentsTitle: [
    "Precasso-documenten",
    "Pre-collection documents",
    "Documents du précontentieux",
    "Dokumente des Vorinkassos",
  ],
  exportTitle: ["Precasso exporteren", "Export pre-collection", "Exporter le précontentieux", "Vorinkasso exportieren"],
  document: ["Bericht", "Message", "Message", "Nachricht"],
  to: ["Aan", "To", "À", "An"],
  sentAt: ["Verstuurd op", "Sent on", "Envoyé le", "Gesendet am"],
  noDocuments: ["Nog niets verstuurd", "Nothing has been sent yet", "Rien n’a été envoyé", "Noch nichts gesendet"],
  exportHint: [
    "Kies wat u wilt hebben; er staat nooit een formule in.",
    "Choose what you want; there is never a formula in it.",
    "Choisissez ce que vous voulez ; il n’y a jamais de formule.",
    "Wählen Sie aus; eine Formel steht nie darin.",
  ],
  asCsv: ["Als CSV", "As CSV", "En CSV", "Als CSV"],
  asXlsx: ["Als XLSX", "As XLSX", "En XLSX", "Als XLSX"],
  charges: [
    "Aantallen en prijs per maand",
    "Counts and price by month",
    "Nombres et prix par mois",
    "Anzahl und Preis je Monat",
  ],
  chargesHint: [
    "De prijs per vordering staat bij de afspraken van de opdrachtgever. De debiteur betaalt hier niets van.",
    "The price of a record stands with the client’s agreements. The debtor pays none of it.",
    "Le prix par créance figure dans les accords du client. Le débiteur n’en paie rien.",
    "Der Preis je Forderung steht bei den Absprachen des Auftraggebers. Der Schuldner zahlt nichts davon.",
  ],
  month: ["Maand", "Month", "Mois", "Monat"],
  fee: ["Prijs", "Price", "Prix", "Preis"],
  toPay: ["Te betalen", "To pay", "À payer", "Zu zahlen"],
  noCharges: ["Nog geen vorderingen", "No records yet", "Aucune créance", "Noch keine Forderungen"],
});
