/** What staff see of the debtor's own page on a file. */
import { rows } from "../../../ground/kernel/texts.ts";

export const staffTexts = rows({
  links: [
    "Eigen pagina van de debiteur",
    "The debtor’s own page",
    "Page personnelle du débiteur",
    "Eigene Seite des Schuldners",
  ],
  noLinks: [
    "Er is nog geen link gegeven.",
    "No link has been given yet.",
    "Aucun lien n’a encore été donné.",
    "Es wurde noch kein Link gegeben.",
  ],
  give: ["Link geven", "Give a link", "Donner un lien", "Link geben"],
  giveHint: [
    "De link en de code worden nu één keer getoond. Lees de code voor of stuur de link zelf; wie hem opent, moet nog een vraag beantwoorden.",
    "The link and the code are shown this once. Read the code out or send the link yourself; whoever opens it still has to answer a question.",
    "Le lien et le code sont affichés une seule fois. Lisez le code ou envoyez vous-même le lien ; la personne devra encore répondre à une question.",
    "Link und Code werden nur jetzt gezeigt. Lesen Sie den Code vor oder senden Sie den Link selbst; wer ihn öffnet, muss noch eine Frage beantworten.",
  ],
  given: ["Link", "Link", "Lien", "Link"],
  codeLabel: ["Code", "Code", "Code", "Code"],
  copy: ["Kopiëren", "Copy", "Copier", "Kopieren"],
  copied: ["Gekopieerd", "Copied", "Copié", "Kopiert"],
  close: ["Sluiten", "Close", "Fermer", "Schließen"],
  revoke: ["Intrekken", "Revoke", "Révoquer", "Zurückziehen"],
  revokeQuestion: [
    "De link van %name% intrekken? Wie ermee is ingelogd, ziet dan meteen niets meer.",
    "Revoke the link of %name%? Whoever is in by it sees nothing any more at once.",
    "Révoquer le lien de %name% ? La personne connectée ne verra plus rien aussitôt.",
    "Den Link von %name% zurückziehen? Wer damit angemeldet ist, sieht sofort nichts mehr.",
  ],
  revoked: [
    "De link is ingetrokken.",
    "The link has been revoked.",
    "Le lien a été révoqué.",
    "Der Link wurde zurückgezogen.",
  ],
  channel_post: ["brief", "letter", "lettre", "Brief"],
  channel_email: ["e-mail", "e-mail", "e-mail", "E-Mail"],
  channel_sms: ["sms", "text message", "SMS", "SMS"],
  channel_staff: ["door medewerker", "by staff", "par un employé", "durch Mitarbeiter"],
  standing_open: ["open", "open", "ouvert", "offen"],
  standing_locked: [
    "gesloten na vijf verkeerde antwoorden",
    "locked after five wrong answers",
    "fermé après cinq mauvaises réponses",
    "nach fünf falschen Antworten geschlossen",
  ],
  standing_revoked: ["ingetrokken", "revoked", "révoqué", "zurückgezogen"],
  standing_expired: ["verlopen", "expired", "expiré", "abgelaufen"],
  givenTo: [
    "%name% · %channel% · tot %until%",
    "%name% · %channel% · until %until%",
    "%name% · %channel% · jusqu’au %until%",
    "%name% · %channel% · bis %until%",
  ],
  neverUsed: ["nog niet gebruikt", "not used yet", "pas encore utilisé", "noch nicht benutzt"],
  usedOn: [
    "gebruikt, het laatst op %on%",
    "used, last on %on%",
    "utilisé, dernière fois le %on%",
    "benutzt, zuletzt am %on%",
  ],
  noAddressee: [
    "Er is niemand bekend die voor de debiteur spreekt. Noteer eerst wie dat is.",
    "Nobody is known who speaks for the debtor. Note first who does.",
    "Personne n’est connu pour représenter le débiteur. Notez d’abord qui c’est.",
    "Niemand ist bekannt, der für den Schuldner spricht. Notieren Sie zuerst, wer das ist.",
  ],
});
