/** What people are told of imports that they do not watch, on the screen and by mail. */
import { rowTexts } from "../../../ground/kernel/texts.ts";

export const noticeTexts = rowTexts("intake-notices", {
  lookSubject: [
    "Ophalen mislukt: %place%",
    "Fetching failed: %place%",
    "Échec de la récupération : %place%",
    "Abholen fehlgeschlagen: %place%",
  ],
  lookText: [
    "Van %place% kon niets worden opgehaald. %why%\n\nEr wordt op de volgende tijd weer gekeken; over dezelfde fout krijgt u geen tweede bericht.\n\n%link%",
    "Nothing could be fetched from %place%. %why%\n\nThe next look is at the next time; you will get no second message about the same fault.\n\n%link%",
    "Rien n’a pu être récupéré depuis %place%. %why%\n\nUne nouvelle tentative aura lieu à la prochaine échéance ; vous ne recevrez pas d’autre message pour la même erreur.\n\n%link%",
    "Von %place% konnte nichts abgeholt werden. %why%\n\nZum nächsten Zeitpunkt wird es erneut versucht; zum selben Fehler erhalten Sie keine weitere Nachricht.\n\n%link%",
  ],
  refusedSubject: ["Niet ingelezen: %file%", "Not read: %file%", "Non lu : %file%", "Nicht eingelesen: %file%"],
  refusedText: [
    "Het bestand %file% van %place% is opgehaald, maar niet gecontroleerd. %why%\n\n%link%",
    "The file %file% of %place% was fetched but not checked. %why%\n\n%link%",
    "Le fichier %file% de %place% a été récupéré, mais n’a pas été vérifié. %why%\n\n%link%",
    "Die Datei %file% von %place% wurde abgeholt, aber nicht geprüft. %why%\n\n%link%",
  ],
  rejectsSubject: [
    "Afgekeurde regels (%rejected%): %file%",
    "Rejected rows (%rejected%): %file%",
    "Lignes rejetées (%rejected%) : %file%",
    "Abgelehnte Zeilen (%rejected%): %file%",
  ],
  rejectsText: [
    "Van %file% van %place% zijn %rejected% van de %total% regels afgekeurd. U kunt ze met de reden erbij downloaden.\n\n%link%",
    "Of %file% from %place%, %rejected% of %total% rows were rejected. You can download them with the reasons.\n\n%link%",
    "Dans %file% de %place%, %rejected% lignes sur %total% ont été rejetées. Vous pouvez les télécharger avec les motifs.\n\n%link%",
    "In %file% von %place% wurden %rejected% von %total% Zeilen abgelehnt. Sie können sie mit den Gründen herunterladen.\n\n%link%",
  ],
  failedSubject: [
    "Controle mislukt: %file%",
    "Check failed: %file%",
    "Échec de la vérification : %file%",
    "Prüfung fehlgeschlagen: %file%",
  ],
  failedText: [
    "Het bestand %file% van %place% kon niet worden gecontroleerd. %why%\n\n%link%",
    "The file %file% of %place% could not be checked. %why%\n\n%link%",
    "Le fichier %file% de %place% n’a pas pu être vérifié. %why%\n\n%link%",
    "Die Datei %file% von %place% konnte nicht geprüft werden. %why%\n\n%link%",
  ],
  leftSubject: [
    "Regels weggelaten: %file%",
    "Rows left out: %file%",
    "Lignes écartées : %file%",
    "Zeilen ausgelassen: %file%",
  ],
  leftText: [
    "Bij het importeren van %file% van %place% zijn nog regels weggelaten: %rejected% van de %total%. De reden staat bij elke regel.\n\n%link%",
    "While %file% from %place% was imported, rows were left out after all: %rejected% of %total%. The reason stands beside each row.\n\n%link%",
    "Lors de l’importation de %file% de %place%, des lignes ont finalement été écartées : %rejected% sur %total%. Le motif figure à chaque ligne.\n\n%link%",
    "Beim Importieren von %file% von %place% wurden noch Zeilen ausgelassen: %rejected% von %total%. Der Grund steht bei jeder Zeile.\n\n%link%",
  ],
  lookShown: [
    "Van %place% kon niets worden opgehaald. %why%",
    "Nothing could be fetched from %place%. %why%",
    "Rien n’a pu être récupéré depuis %place%. %why%",
    "Von %place% konnte nichts abgeholt werden. %why%",
  ],
  refusedShown: [
    "%file% van %place% is opgehaald, maar niet gecontroleerd. %why%",
    "%file% of %place% was fetched but not checked. %why%",
    "%file% de %place% a été récupéré, mais n’a pas été vérifié. %why%",
    "%file% von %place% wurde abgeholt, aber nicht geprüft. %why%",
  ],
  rejectsShown: [
    "%file%: %rejected% van de %total% regels afgekeurd.",
    "%file%: %rejected% of %total% rows rejected.",
    "%file% : %rejected% lignes rejetées sur %total%.",
    "%file%: %rejected% von %total% Zeilen abgelehnt.",
  ],
  failedShown: [
    "%file% kon niet worden gecontroleerd. %why%",
    "%file% could not be checked. %why%",
    "%file% n’a pas pu être vérifié. %why%",
    "%file% konnte nicht geprüft werden. %why%",
  ],
  leftShown: [
    "%file%: bij het importeren alsnog weggelaten: %rejected% van de %total% regels.",
    "%file%: left out after all while importing: %rejected% of %total% rows.",
    "%file% : finalement écartées à l’importation : %rejected% lignes sur %total%.",
    "%file%: beim Importieren doch ausgelassen: %rejected% von %total% Zeilen.",
  ],
  unseen: ["Om te bekijken", "To look at", "À regarder", "Anzusehen"],
  seen: ["Gezien", "Seen", "Vu", "Gesehen"],
  seenName: ["Gezien: %message%", "Seen: %message%", "Vu : %message%", "Gesehen: %message%"],
});
