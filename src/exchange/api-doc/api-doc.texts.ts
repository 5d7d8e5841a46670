/** Texts of the pages that say what the codes of the API mean. Each row: Dutch, English, French, German. */
import { rowTexts } from "../../ground/kernel/texts.ts";

export const apiDocTexts = rowTexts("api-doc", {
  statuses: ["API: dossierstatussen", "API: file statuses", "API : statuts de dossier", "API: Aktenstatus"],
  closingReasons: [
    "API: redenen van sluiting",
    "API: closing reasons",
    "API : motifs de clôture",
    "API: Schließungsgründe",
  ],
  statusesIntro: [
    "De API geeft de status van een dossier als een van deze codes. Een eigen status komt in de API als de vaste code waar hij onder valt.",
    "The API gives the status of a file as one of these codes. An own status is given as the fixed code that it belongs to.",
    "L’API donne le statut d’un dossier par l’un de ces codes. Un statut propre y figure sous le code fixe dont il relève.",
    "Die API nennt den Status einer Akte mit einem dieser Codes. Ein eigener Status erscheint als der feste Code, zu dem er gehört.",
  ],
  closingReasonsIntro: [
    "De API geeft de reden waarom een dossier is gesloten als een van deze codes. Een eigen reden komt in de API als de vaste code waar zij onder valt.",
    "The API gives the reason for closing a file as one of these codes. An own reason is given as the fixed code that it belongs to.",
    "L’API donne le motif de clôture d’un dossier par l’un de ces codes. Un motif propre y figure sous le code fixe dont il relève.",
    "Die API nennt den Grund, aus dem eine Akte geschlossen wurde, mit einem dieser Codes. Ein eigener Grund erscheint als der feste Code, zu dem er gehört.",
  ],
  place: ["Veld %field% van:", "Field %field% of:", "Champ %field% de :", "Feld %field% von:"],
  code: ["Code", "Code", "Code", "Code"],
  name: ["Naam", "Name", "Nom", "Name"],
  explanation: ["Uitleg", "Explanation", "Explication", "Erklärung"],
  ownCode: ["Eigen code", "Own code", "Code propre", "Eigener Code"],
  own: ["Eigen reden", "Own reason", "Motif propre", "Eigener Grund"],
  collected: ["Telt als geïncasseerd", "Counts as collected", "Compte comme recouvré", "Zählt als eingezogen"],
  inUse: ["Wordt nog gegeven", "Still given", "Encore attribué", "Wird noch vergeben"],
  statusesEmpty: ["Er zijn geen statussen", "There are no statuses", "Aucun statut", "Es gibt keinen Status"],
  reasonsEmpty: [
    "Er zijn geen redenen van sluiting",
    "There are no closing reasons",
    "Aucun motif de clôture",
    "Es gibt keine Schließungsgründe",
  ],
  emptyHint: [
    "Zij staan in de instellingen van het incassobureau.",
    "They stand in the settings of the collection agency.",
    "Ils figurent dans les paramètres de l’agence de recouvrement.",
    "Sie stehen in den Einstellungen des Inkassobüros.",
  ],
});
