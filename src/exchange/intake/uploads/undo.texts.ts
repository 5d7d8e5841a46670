/** The texts of taking an import back. */
import { rowTexts } from "../../../ground/kernel/texts.ts";

export const undoTexts = rowTexts("intake-undo", {
  job: [
    "Import %file% terugdraaien",
    "Take back import %file%",
    "Annuler l’importation %file%",
    "Import %file% zurücknehmen",
  ],
  open: ["Import terugdraaien…", "Take import back…", "Annuler l’importation…", "Import zurücknehmen…"],
  title: ["Import terugdraaien", "Take the import back", "Annuler l’importation", "Import zurücknehmen"],
  explain: [
    "Dossiers waarmee nog niets is gebeurd, worden gesloten als ingetrokken. Hun referentie komt vrij, zodat u ze opnieuw kunt importeren. Dit kan niet ongedaan worden gemaakt.",
    "Files to which nothing has happened yet are closed as withdrawn. Their reference becomes free, so that you can import them again. This cannot be undone.",
    "Les dossiers auxquels rien n’est encore arrivé sont clos comme retirés. Leur référence est libérée et vous pouvez les importer à nouveau. Cette action est irréversible.",
    "Akten, zu denen noch nichts geschehen ist, werden als zurückgezogen geschlossen. Ihre Referenz wird frei, sodass Sie sie erneut importieren können. Das kann nicht rückgängig gemacht werden.",
  ],
  willGo: [
    "Worden ingetrokken: %count%",
    "Will be withdrawn: %count%",
    "Seront retirés : %count%",
    "Werden zurückgezogen: %count%",
  ],
  willStay: [
    "Blijven zoals ze zijn: %count%",
    "Stay as they are: %count%",
    "Restent inchangés : %count%",
    "Bleiben unverändert: %count%",
  ],
  reason: ["Reden", "Reason", "Motif", "Grund"],
  yes: [
    "%count% %count|dossier|dossiers% intrekken",
    "Withdraw %count% %count|file|files%",
    "Retirer %count% %count|dossier|dossiers%",
    "%count% %count|Akte|Akten% zurückziehen",
  ],
  kept: ["Dossiers die blijven", "Files that stay", "Dossiers conservés", "Akten, die bleiben"],
  file: ["Dossier", "File", "Dossier", "Akte"],
  clientRef: ["Referentie", "Reference", "Référence", "Referenz"],
  why: ["Waarom", "Why", "Pourquoi", "Warum"],
  working: [
    "Dossiers worden ingetrokken…",
    "Files are being withdrawn…",
    "Retrait des dossiers en cours…",
    "Akten werden zurückgezogen…",
  ],
  done: [
    "Teruggedraaid: %count% van %total% dossiers ingetrokken.",
    "Taken back: %count% of %total% files withdrawn.",
    "Importation annulée : %count% dossiers sur %total% retirés.",
    "Zurückgenommen: %count% von %total% Akten zurückgezogen.",
  ],
  log: [
    "Ingetrokken: import %file% is teruggedraaid",
    "Withdrawn: import %file% was taken back",
    "Retiré : l’importation %file% a été annulée",
    "Zurückgezogen: Import %file% wurde zurückgenommen",
  ],
  nothing: [
    "Er is geen dossier meer dat kan worden ingetrokken.",
    "There is no file left that can be withdrawn.",
    "Aucun dossier ne peut plus être retiré.",
    "Es gibt keine Akte mehr, die zurückgezogen werden kann.",
  ],
  onlyNew: [
    "Alleen een import die dossiers heeft aangemaakt, kan worden teruggedraaid.",
    "Only an import that created files can be taken back.",
    "Seule une importation qui a créé des dossiers peut être annulée.",
    "Nur ein Import, der Akten angelegt hat, kann zurückgenommen werden.",
  ],
  notPlaced: [
    "Deze import is niet uitgevoerd of al teruggedraaid.",
    "This import has not been made, or has been taken back already.",
    "Cette importation n’a pas été exécutée ou a déjà été annulée.",
    "Dieser Import wurde nicht ausgeführt oder bereits zurückgenommen.",
  ],
  why_closed: ["Al gesloten", "Closed already", "Déjà clos", "Bereits geschlossen"],
  why_money: [
    "Er is een boeking na de import",
    "There is an entry after the import",
    "Une écriture a suivi l’importation",
    "Nach dem Import wurde gebucht",
  ],
  why_sent: [
    "Er is een brief, bericht of document",
    "There is a letter, message or document",
    "Il existe une lettre, un message ou un document",
    "Es gibt einen Brief, eine Nachricht oder ein Dokument",
  ],
  why_step: [
    "Er is een stap van de workflow gezet",
    "A step of the workflow has been taken",
    "Une étape du flux de travail a été exécutée",
    "Ein Schritt des Workflows wurde ausgeführt",
  ],
  why_worked: ["Er is aan gewerkt", "It has been worked on", "Le dossier a été traité", "Die Akte wurde bearbeitet"],
});
