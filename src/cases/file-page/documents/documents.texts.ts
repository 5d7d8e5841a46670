/** The texts of the documents tab and of mailing documents. */
import { rowTexts } from "../../../ground/kernel/texts.ts";

export const documentsTexts = rowTexts("documents-tab", {
  choose: ["%name% kiezen", "Choose %name%", "Choisir %name%", "%name% auswählen"],
  emailNone: ["E-mailen", "E-mail", "Envoyer par e-mail", "Per E-Mail senden"],
  emailMany: [
    "%count% %count|document|documenten% e-mailen",
    "E-mail %count% %count|document|documents%",
    "Envoyer %count% %count|document|documents% par e-mail",
    "%count% %count|Dokument|Dokumente% per E-Mail senden",
  ],
  enclosed: ["Bijlagen", "Attachments", "Pièces jointes", "Anlagen"],
  tooMany: [
    "Kies hoogstens %most% documenten.",
    "Choose at most %most% documents.",
    "Choisissez au plus %most% documents.",
    "Wählen Sie höchstens %most% Dokumente.",
  ],
  tooLarge: [
    "De bijlagen zijn samen %size%; een e-mail draagt hoogstens %limit%.",
    "Together the attachments are %size%; an e-mail carries at most %limit%.",
    "Les pièces jointes font ensemble %size% ; un e-mail en porte au plus %limit%.",
    "Die Anlagen sind zusammen %size%; eine E-Mail trägt höchstens %limit%.",
  ],
  note: ["Eigen tekst", "Your own text", "Votre texte", "Eigener Text"],
  noteWhere: [
    "Komt onder de aanhef. De tekst van het sjabloon blijft volledig staan.",
    "Comes below the salutation. The text of the template stays whole.",
    "Se place sous la formule d’appel. Le texte du modèle reste entier.",
    "Steht unter der Anrede. Der Text der Vorlage bleibt vollständig.",
  ],
  earlierMany: [
    "%count% %count|eerdere versie|eerdere versies%",
    "%count% %count|earlier version|earlier versions%",
    "%count% %count|version antérieure|versions antérieures%",
    "%count% %count|frühere Fassung|frühere Fassungen%",
  ],
  fileErased: [
    "Documenten, berichten en persoonsgegevens van dit dossier zijn op %on% gewist (bewaartermijn). Bedragen, data en het verloop staan er nog; heropenen kan niet meer.",
    "Documents, messages and personal data of this file were erased on %on% (retention). Amounts, dates and what happened are still there; it cannot be reopened.",
    "Les documents, messages et données personnelles de ce dossier ont été effacés le %on% (conservation). Les montants, les dates et le déroulement restent ; il ne peut plus être rouvert.",
    "Dokumente, Nachrichten und Personendaten dieser Akte wurden am %on% gelöscht (Aufbewahrungsfrist). Beträge, Daten und Verlauf sind noch da; sie kann nicht wieder geöffnet werden.",
  ],
});
