/** The texts of the documents of a file and of mailing them. */
import { rowTexts } from "../kernel/texts.ts";

export const documentsTexts = rowTexts("file-documents", {
  choose: ["%name% kiezen", "Choose %name%", "Choisir %name%", "%name% auswählen"],
  emailNone: ["E-mailen", "E-mail", "Envoyer par e-mail", "Per E-Mail senden"],
  emailOne: [
    "1 document e-mailen",
    "E-mail 1 document",
    "Envoyer 1 document par e-mail",
    "1 Dokument per E-Mail senden",
  ],
  emailMany: [
    "%count% documenten e-mailen",
    "E-mail %count% documents",
    "Envoyer %count% documents par e-mail",
    "%count% Dokumente per E-Mail senden",
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
  earlierOne: ["1 eerdere versie", "1 earlier version", "1 version antérieure", "1 frühere Fassung"],
  earlierMany: [
    "%count% eerdere versies",
    "%count% earlier versions",
    "%count% versions antérieures",
    "%count% frühere Fassungen",
  ],
});
