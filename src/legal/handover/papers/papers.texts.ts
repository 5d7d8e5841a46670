/** The texts of the papers of a file: what each is, and on which a state rests. */
import { rowTexts } from "../../../ground/kernel/texts.ts";

export const paperTexts = rowTexts("file-documents", {
  logAdded: [
    "Document toegevoegd: %name%",
    "Document added: %name%",
    "Document ajouté : %name%",
    "Dokument hinzugefügt: %name%",
  ],
  costsRestOnIt: [
    "Op dit afschrift van de veertiendagenbrief rusten incassokosten; het blijft dat.",
    "Collection costs rest on this copy of the 14-day letter; it stays that.",
    "Des frais de recouvrement reposent sur cette copie de la lettre de quatorze jours ; elle le reste.",
    "Auf dieser Kopie des 14-Tage-Schreibens beruhen Inkassokosten; sie bleibt das.",
  ],
  addNotice: [
    "Afschrift van de veertiendagenbrief toevoegen",
    "Add the copy of the 14-day letter",
    "Ajouter la copie de la lettre de quatorze jours",
    "Kopie des 14-Tage-Schreibens hinzufügen",
  ],
  onePaper: [
    "Kies een document van het dossier of voeg een bestand toe, niet beide.",
    "Choose a document of the file or add a new one, not both.",
    "Choisissez un document du dossier ou ajoutez un fichier, pas les deux.",
    "Wählen Sie ein Dokument der Akte oder fügen Sie eine Datei hinzu, nicht beides.",
  ],
  add: ["Document toevoegen", "Add document", "Ajouter un document", "Dokument hinzufügen"],
  added: ["%name% is toegevoegd", "%name% was added", "%name% a été ajouté", "%name% wurde hinzugefügt"],
  file: ["Bestand", "File", "Fichier", "Datei"],
  kind: ["Soort stuk", "Kind of document", "Nature de la pièce", "Art des Dokuments"],
  kindOf: ["Soort van %name%", "Kind of %name%", "Nature de %name%", "Art von %name%"],
  kindNone: ["soort kiezen", "choose a kind", "choisir la nature", "Art wählen"],
  kind_invoice: ["factuur", "invoice", "facture", "Rechnung"],
  kind_contract: [
    "overeenkomst of voorwaarden",
    "contract or terms",
    "contrat ou conditions",
    "Vertrag oder Bedingungen",
  ],
  kind_notice14: ["veertiendagenbrief", "14-day letter", "mise en demeure de 14 jours", "14-Tage-Schreiben"],
  kind_correspondence: ["correspondentie", "correspondence", "correspondance", "Schriftverkehr"],
  kind_payments: ["betaaloverzicht", "payment history", "historique des paiements", "Zahlungsübersicht"],
  kind_judgment: [
    "vonnis, beschikking of verklaring",
    "judgment, order or statement",
    "jugement, ordonnance ou déclaration",
    "Urteil, Beschluss oder Erklärung",
  ],
  kind_other: ["overig", "other", "autre", "sonstiges"],
  rests: ["Rust op", "Rests on", "Repose sur", "Beruht auf"],
  restChoose: ["stuk kiezen", "choose a document", "choisir une pièce", "Dokument wählen"],
  restChange: ["ander stuk", "another document", "autre pièce", "anderes Dokument"],
  restTitle: [
    "Stuk waarop de toestand rust",
    "Document on which the state rests",
    "Pièce sur laquelle repose l’état",
    "Dokument, auf dem der Zustand beruht",
  ],
  restPick: ["Een stuk van het dossier", "A document of the file", "Une pièce du dossier", "Ein Dokument der Akte"],
  restNew: ["Of een nieuw bestand", "Or a new file", "Ou un nouveau fichier", "Oder eine neue Datei"],
  restEither: [
    "Kies een stuk of een nieuw bestand, niet allebei.",
    "Choose a document or a new file, not both.",
    "Choisissez une pièce ou un nouveau fichier, pas les deux.",
    "Wählen Sie ein Dokument oder eine neue Datei, nicht beides.",
  ],
});
