/** Texts of documents that are looked at in the page. Each row: Dutch, English, French, German. */
import type { TextRow } from "../kernel/texts.ts";

export const previewTexts = {
  previewBroken: [
    "Dit document kan niet worden getoond: het is beschadigd of geen geldig bestand van zijn soort. U kunt het wel downloaden.",
    "This document cannot be shown: it is damaged or not a valid file of its kind. You can still download it.",
    "Ce document ne peut pas être affiché : il est endommagé ou n’est pas un fichier valide. Vous pouvez le télécharger.",
    "Dieses Dokument kann nicht angezeigt werden: Es ist beschädigt oder keine gültige Datei. Sie können es herunterladen.",
  ],
  previewDownload: ["Downloaden", "Download", "Télécharger", "Herunterladen"],
  previewFit: ["Passend", "Fit width", "Ajuster", "Einpassen"],
  previewGone: [
    "Dit document kon niet worden opgehaald.",
    "This document could not be fetched.",
    "Ce document n’a pas pu être récupéré.",
    "Dieses Dokument konnte nicht abgerufen werden.",
  ],
  previewLoading: [
    "Document laden: %percent%%",
    "Loading: %percent%%",
    "Chargement : %percent% %",
    "Laden: %percent% %",
  ],
  previewLocked: [
    "Dit document is met een wachtwoord beveiligd. Download het om het te openen.",
    "This document is protected by a password. Download it to open it.",
    "Ce document est protégé par un mot de passe. Téléchargez-le pour l’ouvrir.",
    "Dieses Dokument ist mit einem Passwort geschützt. Laden Sie es herunter, um es zu öffnen.",
  ],
  previewNext: ["Volgend document", "Next document", "Document suivant", "Nächstes Dokument"],
  previewOf: ["%at% van %count%", "%at% of %count%", "%at% sur %count%", "%at% von %count%"],
  previewOther: [
    "Van dit soort bestand is geen voorbeeld mogelijk. Download het om het te openen.",
    "Files of this kind cannot be shown here. Download it to open it.",
    "Ce type de fichier ne peut pas être affiché. Téléchargez-le pour l’ouvrir.",
    "Dateien dieser Art können nicht angezeigt werden. Laden Sie die Datei herunter, um sie zu öffnen.",
  ],
  previewPage: [
    "Pagina %page% van %count%",
    "Page %page% of %count%",
    "Page %page% sur %count%",
    "Seite %page% von %count%",
  ],
  previewPages: [
    "%count% %count|pagina|pagina’s%",
    "%count% %count|page|pages%",
    "%count% %count|page|pages%",
    "%count% %count|Seite|Seiten%",
  ],
  previewPrevious: ["Vorig document", "Previous document", "Document précédent", "Vorheriges Dokument"],
  previewPrint: ["Afdrukken", "Print", "Imprimer", "Drucken"],
  previewRetry: ["Opnieuw proberen", "Try again", "Réessayer", "Erneut versuchen"],
  previewTitle: ["Document", "Document", "Document", "Dokument"],
  previewZoomIn: ["Vergroten", "Zoom in", "Agrandir", "Vergrößern"],
  previewZoomOut: ["Verkleinen", "Zoom out", "Réduire", "Verkleinern"],
} as const satisfies Record<string, TextRow>;
