/** What corrections of claims say: what changes, and why something cannot. */
import { rows } from "../../../ground/kernel/texts.ts";

export const correctTexts = rows({
  otherValues: [
    "Regel %row% geeft voor dezelfde referentie andere gegevens.",
    "Row %row% gives other values for the same reference.",
    "La ligne %row% donne d’autres valeurs pour la même référence.",
    "Zeile %row% nennt für dieselbe Referenz andere Angaben.",
  ],
  field_newClientRef: ["Nieuwe referentie", "New reference", "Nouvelle référence", "Neue Referenz"],
  changeInvoiceDate: [
    "Factuurdatum van %invoice%",
    "Date of invoice %invoice%",
    "Date de la facture %invoice%",
    "Datum der Rechnung %invoice%",
  ],
  changeDueDate: [
    "Vervaldatum van %invoice%",
    "Due date of invoice %invoice%",
    "Date d’échéance de la facture %invoice%",
    "Fälligkeitsdatum der Rechnung %invoice%",
  ],
  changeDescription: [
    "Omschrijving van %invoice%",
    "Description of invoice %invoice%",
    "Description de la facture %invoice%",
    "Beschreibung der Rechnung %invoice%",
  ],
  changeInterest: [
    "Gevolg: rente tot vandaag",
    "Effect: interest until today",
    "Effet : intérêts à ce jour",
    "Folge: Zinsen bis heute",
  ],
  changedInCourt: [
    "Dit kan niet meer: de vordering is al aangezegd of ligt bij de rechter of deurwaarder.",
    "Too late: the claim has been summoned for, or is with the court or the bailiff.",
    "Trop tard : l’assignation est annoncée, ou la créance est chez le juge ou l’huissier.",
    "Zu spät: Die Klage ist angekündigt, oder die Forderung liegt beim Gericht oder Gerichtsvollzieher.",
  ],
  daysAfterLetter: [
    "Deze dag kan niet meer veranderen: er is al een veertiendagenbrief over deze factuur verzonden (BW 6:96 lid 6).",
    "This day can no longer change: a 14-day letter about this invoice has been sent (BW 6:96(6)).",
    "Cette date ne peut plus changer : une lettre de quatorze jours a été envoyée pour cette facture (BW 6:96, al. 6).",
    "Dieses Datum ist nicht mehr änderbar: Zu dieser Rechnung ging bereits ein 14-Tage-Schreiben aus (BW 6:96 Abs. 6).",
  ],
  daysAfterCosts: [
    "Dit kan niet meer veranderen: er zijn al incassokosten over berekend.",
    "This can no longer change: collection costs have been charged on it.",
    "Cela ne peut plus changer : des frais de recouvrement ont déjà été imputés.",
    "Das ist nicht mehr änderbar: Darauf wurden bereits Inkassokosten berechnet.",
  ],
  costsAfterLetter: [
    "De incassokosten zijn al in een brief genoemd of berekend; zij veranderen niet meer.",
    "The collection costs have been named in a letter or charged; they no longer change.",
    "Les frais de recouvrement sont déjà annoncés dans une lettre ou imputés ; ils ne changent plus.",
    "Die Inkassokosten sind bereits in einem Schreiben genannt oder berechnet; sie ändern sich nicht mehr.",
  ],
  ownLetterSent: [
    "Wij hebben zelf al een veertiendagenbrief verzonden; die geldt.",
    "We have sent a 14-day letter ourselves; that one counts.",
    "Nous avons déjà envoyé nous-mêmes une lettre de quatorze jours ; elle fait foi.",
    "Wir haben bereits selbst ein 14-Tage-Schreiben versandt; dieses gilt.",
  ],
  letterBeforeDue: [
    "Op deze dag was nog geen factuur vervallen: zo’n brief geeft geen recht op incassokosten.",
    "On this day no invoice had fallen due: such a letter gives no right to collection costs.",
    "À cette date, aucune facture n’était échue : une telle lettre n’ouvre pas droit aux frais de recouvrement.",
    "An diesem Tag war noch keine Rechnung fällig: Ein solches Schreiben begründet keine Inkassokosten.",
  ],
  disputeByHand: [
    "Een betwisting wordt in het dossier zelf afgehandeld.",
    "A dispute is settled in the file itself.",
    "Une contestation se règle dans le dossier même.",
    "Eine Bestreitung wird in der Akte selbst erledigt.",
  ],
});
