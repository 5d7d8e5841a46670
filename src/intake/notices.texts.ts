/** The mails to whoever set up a place where imports are fetched. */
import { rowTexts } from "../kernel/texts.ts";

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
    "Rien n'a pu être récupéré depuis %place%. %why%\n\nUne nouvelle tentative aura lieu à la prochaine échéance ; vous ne recevrez pas d'autre message pour la même erreur.\n\n%link%",
    "Von %place% konnte nichts abgeholt werden. %why%\n\nZum nächsten Zeitpunkt wird es erneut versucht; zum selben Fehler erhalten Sie keine weitere Nachricht.\n\n%link%",
  ],
  refusedSubject: ["Niet ingelezen: %file%", "Not read: %file%", "Non lu : %file%", "Nicht eingelesen: %file%"],
  refusedText: [
    "Het bestand %file% van %place% is opgehaald, maar niet gecontroleerd. %why%\n\n%link%",
    "The file %file% of %place% was fetched but not checked. %why%\n\n%link%",
    "Le fichier %file% de %place% a été récupéré, mais n'a pas été vérifié. %why%\n\n%link%",
    "Die Datei %file% von %place% wurde abgeholt, aber nicht geprüft. %why%\n\n%link%",
  ],
  rejectsSubject: [
    "%rejected% regels afgekeurd: %file%",
    "%rejected% rows rejected: %file%",
    "%rejected% lignes rejetées : %file%",
    "%rejected% Zeilen abgelehnt: %file%",
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
    "Le fichier %file% de %place% n'a pas pu être vérifié. %why%\n\n%link%",
    "Die Datei %file% von %place% konnte nicht geprüft werden. %why%\n\n%link%",
  ],
});
