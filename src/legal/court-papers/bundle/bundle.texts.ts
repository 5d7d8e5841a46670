/** Texts of the bundle for a court and of the answer to a debt counsellor. Each row: Dutch, English, French, German. */
import { rows } from "../../../ground/kernel/texts.ts";

export const bundleTexts = rows({
  logBundle: ["Procesbundel gemaakt", "Court bundle made", "Dossier de procédure établi", "Prozessbündel erstellt"],
  jobBundle: [
    "Procesbundel van dossier %file%",
    "Court bundle of file %file%",
    "Dossier de procédure du dossier %file%",
    "Prozessbündel der Akte %file%",
  ],
  bundles: ["Procesbundel", "Court bundle", "Dossier de procédure", "Prozessbündel"],
  bundleHint: [
    "Alle stukken met index, opbouw van de vordering, bewijs van verzending en controlesommen. Wie de ZIP uitpakt, controleert alles met: sha256sum -c SHA256SUMS",
    "All papers with index, claim built up, proof of sending and checksums. Whoever unpacks the ZIP checks all of it with: sha256sum -c SHA256SUMS",
    "Toutes les pièces avec index, décompte, preuve d’envoi et sommes de contrôle. Qui décompresse le ZIP vérifie tout par : sha256sum -c SHA256SUMS",
    "Alle Stücke mit Index, Aufstellung der Forderung, Versandnachweis und Prüfsummen. Wer das ZIP entpackt, prüft alles mit: sha256sum -c SHA256SUMS",
  ],
  makeBundle: ["Bundel maken", "Make bundle", "Établir le dossier", "Bündel erstellen"],
  downloadBundle: ["ZIP downloaden", "Download ZIP", "Télécharger le ZIP", "ZIP herunterladen"],
  bundle_making: ["wordt gemaakt", "being made", "en cours", "wird erstellt"],
  bundle_ready: ["klaar", "ready", "prêt", "fertig"],
  bundle_failed: ["mislukt", "failed", "échoué", "fehlgeschlagen"],
  bundleFiles: [
    "%count% %count|stuk|stukken%",
    "%count% %count|file|files%",
    "%count% %count|pièce|pièces%",
    "%count% %count|Stück|Stücke%",
  ],
  bundleLeftOut: [
    "Niet meer beschikbaar: %names%",
    "No longer there: %names%",
    "Plus disponible : %names%",
    "Nicht mehr verfügbar: %names%",
  ],
  balanceAnswer: [
    "Saldo-opgave voor schuldhulp",
    "Balance for debt counselling",
    "Relevé pour le médiateur de dettes",
    "Saldo für die Schuldenberatung",
  ],
  balanceDue: [
    "Te beantwoorden vóór of op %date%.",
    "To be answered by %date%.",
    "À répondre au plus tard le %date%.",
    "Zu beantworten bis %date%.",
  ],
  noBalanceDue: [
    "Er staat geen verzoek open.",
    "No request is open.",
    "Aucune demande en cours.",
    "Keine Anfrage offen.",
  ],
  balanceNow: [
    "Vandaag staat %amount% open.",
    "%amount% is open today.",
    "%amount% sont dus aujourd’hui.",
    "Heute sind %amount% offen.",
  ],
  answerNow: ["Saldo-opgave maken", "Write the balance", "Établir le relevé", "Saldo erstellen"],
  answered: [
    "De saldo-opgave staat bij het dossier.",
    "The balance was kept with the file.",
    "Le relevé est conservé au dossier.",
    "Das Saldo liegt bei der Akte.",
  ],
  logBalance: [
    "Saldo-opgave gemaakt voor schuldhulp",
    "Balance written for debt counselling",
    "Relevé établi pour le médiateur de dettes",
    "Saldo für die Schuldenberatung erstellt",
  ],
  errorNoHelp: [
    "Op dit dossier ligt geen schuldhulp.",
    "There is no debt counselling on this file.",
    "Ce dossier n’est pas en médiation de dettes.",
    "Auf dieser Akte liegt keine Schuldenberatung.",
  ],
});
