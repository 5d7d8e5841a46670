/** Texts in the form of a step about events, the amount of the claim and the workflow that a task moves the file to. */
import { rows } from "../../../ground/kernel/texts.ts";

export const bandTexts = rows({
  event: ["Gebeurtenis", "Event", "Événement", "Ereignis"],
  eventHint: [
    "Alleen als de stap op een gebeurtenis wacht.",
    "Only where the step waits for an event.",
    "Seulement si l’étape attend un événement.",
    "Nur wenn der Schritt auf ein Ereignis wartet.",
  ],
  event_summons: ["dagvaarding", "summons", "assignation", "Klage"],
  event_rollDate: ["roldatum", "day in court", "date de rôle", "Rolltermin"],
  event_judgment: ["vonnis", "judgment", "jugement", "Urteil"],
  event_payment: ["betaling", "payment", "paiement", "Zahlung"],
  event_brokenArrangement: [
    "regeling niet nagekomen",
    "arrangement broken",
    "plan de paiement non respecté",
    "Ratenvereinbarung gebrochen",
  ],
  event_disputeAnswered: ["betwisting afgehandeld", "dispute answered", "contestation traitée", "Bestreitung erledigt"],
  event_counselling: [
    "begin van schuldhulp of Wsnp",
    "start of debt counselling or the statutory scheme",
    "début de la médiation de dettes ou de la Wsnp",
    "Beginn der Schuldnerberatung oder der Wsnp",
  ],
  event_clientOrder: [
    "opdracht van de opdrachtgever",
    "order of the client",
    "ordre du client",
    "Auftrag des Auftraggebers",
  ],
  minClaim: ["Vordering vanaf", "Claim from", "Créance à partir de", "Forderung ab"],
  maxClaim: ["Vordering tot en met", "Claim up to", "Créance jusqu’à", "Forderung bis"],
  claimHint: [
    "De facturen min creditnota’s; rente, kosten en betalingen tellen niet mee.",
    "The invoices less credit notes; interest, costs and payments do not count.",
    "Les factures moins les avoirs ; intérêts, frais et paiements ne comptent pas.",
    "Die Rechnungen abzüglich Gutschriften; Zinsen, Kosten und Zahlungen zählen nicht.",
  ],
  ifMinClaim: [
    "bij een vordering vanaf %amount%",
    "for a claim from %amount%",
    "pour une créance à partir de %amount%",
    "bei einer Forderung ab %amount%",
  ],
  ifMaxClaim: [
    "bij een vordering tot en met %amount%",
    "for a claim up to %amount%",
    "pour une créance jusqu’à %amount%",
    "bei einer Forderung bis %amount%",
  ],
  nextWorkflow: ["Daarna verder in", "Goes on in", "Se poursuit dans", "Danach weiter in"],
  nextHint: [
    "Een taak kan het dossier doorgeven aan een andere workflow.",
    "A task may hand the file on to another workflow.",
    "Une tâche peut transmettre le dossier à un autre flux de travail.",
    "Eine Aufgabe kann die Akte an einen anderen Workflow weitergeben.",
  ],
  goesOnIn: ["daarna: %workflow%", "then: %workflow%", "ensuite : %workflow%", "danach: %workflow%"],
});
