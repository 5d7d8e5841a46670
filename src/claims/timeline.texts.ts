/** What the timeline says of what was booked and arranged. */
import { rows } from "../kernel/texts.ts";

export const timelineTexts = rows({
  logPayment: [
    "Betaling van %amount% per %on% geboekt",
    "Payment of %amount% on %on% booked",
    "Paiement de %amount% du %on% enregistré",
    "Zahlung von %amount% vom %on% gebucht",
  ],
  logAllocation: [
    "Kosten %costs%, rente %interest%, hoofdsom %principal%; nog open %open%",
    "Costs %costs%, interest %interest%, principal %principal%; still open %open%",
    "Frais %costs%, intérêts %interest%, principal %principal% ; encore dû %open%",
    "Kosten %costs%, Zinsen %interest%, Hauptforderung %principal%; noch offen %open%",
  ],
  logReversal: [
    "Boeking van %amount% per %on% teruggedraaid",
    "Entry of %amount% on %on% reversed",
    "Écriture de %amount% du %on% contrepassée",
    "Buchung von %amount% vom %on% storniert",
  ],
  logCredit: [
    "Creditnota %number% van %amount% geboekt",
    "Credit note %number% of %amount% booked",
    "Note de crédit %number% de %amount% enregistrée",
    "Gutschrift %number% über %amount% gebucht",
  ],
  logRefund: [
    "%amount% terugbetaald op %on%",
    "%amount% paid back on %on%",
    "%amount% remboursés le %on%",
    "%amount% am %on% zurückgezahlt",
  ],
  logCost: [
    "Kosten van %amount% in rekening gebracht: %type%",
    "Costs of %amount% charged: %type%",
    "Frais de %amount% facturés : %type%",
    "Kosten von %amount% berechnet: %type%",
  ],
  logWriteOff: ["%amount% afgeboekt", "%amount% written off", "%amount% passés en perte", "%amount% ausgebucht"],
  logFreeze: [
    "Rente bevroren vanaf %from%",
    "Interest frozen from %from%",
    "Intérêts gelés à compter du %from%",
    "Zinsen eingefroren ab %from%",
  ],
  logInterruption: [
    "Verjaring gestuit per %on%: %how%",
    "Limitation interrupted on %on%: %how%",
    "Prescription interrompue le %on% : %how%",
    "Verjährung unterbrochen am %on%: %how%",
  ],
  how_demand: ["schriftelijke aanmaning", "written demand", "mise en demeure écrite", "schriftliche Mahnung"],
  how_recognition: [
    "erkenning of verzoek om uitstel",
    "recognition or request for delay",
    "reconnaissance ou demande de délai",
    "Anerkennung oder Bitte um Aufschub",
  ],
  how_summons: ["dagvaarding", "summons", "assignation", "Ladung"],
  how_judgment: ["vonnis", "judgment", "jugement", "Urteil"],
  how_enforcement: ["daad van tenuitvoerlegging", "act of enforcement", "acte d’exécution", "Vollstreckungshandlung"],
  logTerms: [
    "Renteafspraken gewijzigd",
    "Interest terms changed",
    "Conditions d’intérêt modifiées",
    "Zinsbedingungen geändert",
  ],
  logArrangement_propose: [
    "Betalingsregeling voorgesteld over %total%, %count% %count|termijn|termijnen%",
    "Arrangement proposed over %total%, %count% %count|term|terms%",
    "Plan de paiement proposé sur %total%, %count% %count|échéance|échéances%",
    "Ratenvereinbarung über %total% vorgeschlagen, %count% %count|Rate|Raten%",
  ],
  logArrangement_activate: [
    "Betalingsregeling gestart",
    "Arrangement started",
    "Plan de paiement démarré",
    "Ratenvereinbarung begonnen",
  ],
  logArrangement_pause: [
    "Betalingsregeling gepauzeerd",
    "Arrangement paused",
    "Plan de paiement mis en pause",
    "Ratenvereinbarung pausiert",
  ],
  logArrangement_resume: [
    "Betalingsregeling hervat",
    "Arrangement resumed",
    "Plan de paiement repris",
    "Ratenvereinbarung fortgesetzt",
  ],
  logArrangement_complete: [
    "Betalingsregeling nagekomen",
    "Arrangement completed",
    "Plan de paiement respecté",
    "Ratenvereinbarung erfüllt",
  ],
  logArrangement_break: [
    "Betalingsregeling verbroken: het hele bedrag is ineens opeisbaar",
    "Arrangement broken: the full balance is due at once",
    "Plan de paiement rompu : le solde entier est exigible",
    "Ratenvereinbarung gebrochen: der ganze Betrag ist sofort fällig",
  ],
  logArrangement_cancel: [
    "Betalingsregeling ingetrokken",
    "Arrangement cancelled",
    "Plan de paiement retiré",
    "Ratenvereinbarung zurückgezogen",
  ],
  logClosingTerm: [
    "Sluittermijn van %amount% per %on% toegevoegd voor de doorgelopen rente",
    "Closing term of %amount% on %on% added for the interest that ran on",
    "Échéance finale de %amount% au %on% ajoutée pour les intérêts courus",
    "Schlussrate von %amount% per %on% für die aufgelaufenen Zinsen hinzugefügt",
  ],
});
