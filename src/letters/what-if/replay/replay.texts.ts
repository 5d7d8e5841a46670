/** Texts of the screen of a replay. */
import { rowTexts } from "../../../ground/kernel/texts.ts";

export const replayTexts = rowTexts("replay", {
  title: ["Terugspelen", "Replay", "Rejouer le passé", "Rückspiel"],
  hint: [
    "Elke stap van de afgelopen maanden opnieuw beslist door deze versie, op de plaats waar het dossier toen stond en met wat toen bekend was.",
    "Each step of the last months decided again by this version, at the place where the file then was and with what was then known.",
    "Chaque étape des derniers mois décidée à nouveau par cette version, là où le dossier se trouvait et avec ce que l’on savait alors.",
    "Jeder Schritt der letzten Monate neu entschieden von dieser Version, dort wo die Akte stand und mit dem damals Bekannten.",
  ],
  ask: [
    "Laatste 3 maanden terugspelen",
    "Replay the last 3 months",
    "Rejouer les 3 derniers mois",
    "Letzte 3 Monate rückspielen",
  ],
  job: [
    "Workflow %workflow%, versie %number% terugspelen",
    "Replay workflow %workflow%, version %number%",
    "Rejouer le flux %workflow%, version %number%",
    "Workflow %workflow%, Version %number% rückspielen",
  ],
  working: ["Wordt teruggespeeld", "Being replayed", "En cours", "Wird rückgespielt"],
  stale: [
    "Het concept is hierna gewijzigd; speel het opnieuw terug.",
    "The draft was changed after this; replay it again.",
    "Le brouillon a été modifié depuis ; rejouez-le.",
    "Der Entwurf wurde danach geändert; spielen Sie ihn erneut zurück.",
  ],
  decisions: [
    "%count% %count|stap|stappen% sinds %date%",
    "%count% %count|step|steps% since %date%",
    "%count% %count|étape|étapes% depuis le %date%",
    "%count% %count|Schritt|Schritte% seit %date%",
  ],
  apart: [
    "%count% %count|stap|stappen% niet vergeleken: iemand had het dossier verplaatst.",
    "%count% %count|step|steps% not compared: somebody had moved the file.",
    "%count% %count|étape|étapes% non %count|comparée|comparées% : quelqu’un avait déplacé le dossier.",
    "%count% %count|Schritt|Schritte% nicht verglichen: jemand hatte die Akte verschoben.",
  ],
  noDifference: [
    "Deze versie zou hetzelfde hebben gedaan.",
    "This version would have done the same.",
    "Cette version aurait fait de même.",
    "Diese Version hätte dasselbe getan.",
  ],
  month: ["Maand", "Month", "Mois", "Monat"],
  differing: [
    "Wat anders was gegaan",
    "What would have gone otherwise",
    "Ce qui aurait changé",
    "Was anders gelaufen wäre",
  ],
  kind: ["Verschil", "Difference", "Différence", "Unterschied"],
  kind_same: ["Gelijk", "Same", "Identique", "Gleich"],
  kind_day: ["Andere dag", "Another day", "Autre jour", "Anderer Tag"],
  kind_step: ["Andere stap", "Another step", "Autre étape", "Anderer Schritt"],
  kind_none: ["Geen stap", "No step", "Aucune étape", "Kein Schritt"],
  doneOn: ["Gedaan op", "Done on", "Fait le", "Getan am"],
  done: ["Gedaan", "Done", "Fait", "Getan"],
  instead: ["Met deze versie", "With this version", "Avec cette version", "Mit dieser Version"],
  days: ["Dagen later", "Days later", "Jours plus tard", "Tage später"],
});
