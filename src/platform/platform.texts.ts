/** The platform's own texts: errors, fields, tables, the shell. Each row: Dutch, English, French, German. */
import { type Language, languages, roomTexts } from "../kernel/texts.ts";
import { errorTexts } from "./errors.texts.ts";
import { previewTexts } from "./preview.texts.ts";
import { shellTexts } from "./shell.texts.ts";
import { tableTexts } from "./table.texts.ts";

/** One text in the order of `languages`: nl, en, fr, de. */
export type Row = readonly [nl: string, en: string, fr: string, de: string];

const partTexts = {
  actions: ["Acties", "Actions", "Actions", "Aktionen"],
  addFilter: ["Filter", "Filter", "Filtre", "Filter"],
  allMatching: ["Alle %total% selecteren", "Select all %total%", "Sélectionner les %total%", "Alle %total% auswählen"],
  allMatchingSelected: [
    "Alle %total% gevonden regels geselecteerd",
    "All %total% matches selected",
    "Les %total% résultats sont sélectionnés",
    "Alle %total% Treffer ausgewählt",
  ],
  areYouSure: ["Weet u het zeker?", "Are you sure?", "Êtes-vous sûr ?", "Sind Sie sicher?"],
  ascending: ["oplopend", "ascending", "croissant", "aufsteigend"],
  cancel: ["Annuleren", "Cancel", "Annuler", "Abbrechen"],
  chooseFile: ["Bestand kiezen", "Choose file", "Choisir un fichier", "Datei wählen"],
  clear: ["Wissen", "Clear", "Effacer", "Löschen"],
  clearFilters: ["Filters wissen", "Clear filters", "Effacer les filtres", "Filter löschen"],
  close: ["Sluiten", "Close", "Fermer", "Schließen"],
  columns: ["Kolommen", "Columns", "Colonnes", "Spalten"],
  compact: ["Compact", "Compact", "Compact", "Kompakt"],
  comfortable: ["Ruim", "Comfortable", "Confortable", "Großzügig"],
  confirm: ["Bevestigen", "Confirm", "Confirmer", "Bestätigen"],
  conflictKeep: ["Mijn invoer houden", "Keep what I typed", "Garder ma saisie", "Meine Eingabe behalten"],
  conflictText: [
    "%who% heeft dit intussen gewijzigd%when%. Uw invoer staat er nog: neem per veld over wat klopt en sla opnieuw op.",
    "%who% changed this in the meantime%when%. What you typed is still here: take over what is right per field and save again.",
    "%who% a modifié ceci entre-temps%when%. Votre saisie est conservée : reprenez ce qui convient et enregistrez à nouveau.",
    "%who% hat dies inzwischen geändert%when%. Ihre Eingabe ist noch da: Übernehmen Sie je Feld, was stimmt, und speichern Sie erneut.",
  ],
  conflictTitle: ["Intussen gewijzigd", "Changed in the meantime", "Modifié entre-temps", "Inzwischen geändert"],
  copied: ["Gekopieerd", "Copied", "Copié", "Kopiert"],
  copy: ["Kopiëren", "Copy", "Copier", "Kopieren"],
  copyValue: ["%value% kopiëren", "Copy %value%", "Copier %value%", "%value% kopieren"],
  date: ["Datum", "Date", "Date", "Datum"],
  datePlaceholder: ["DD-MM-JJJJ", "DD-MM-YYYY", "JJ-MM-AAAA", "TT-MM-JJJJ"],
  delete: ["Verwijderen", "Delete", "Supprimer", "Löschen"],
  descending: ["aflopend", "descending", "décroissant", "absteigend"],
  details: ["Details tonen", "Show details", "Afficher les détails", "Details anzeigen"],
  dismiss: ["Melding sluiten", "Dismiss", "Fermer la notification", "Meldung schließen"],
  dropFile: [
    "Sleep een bestand hierheen of",
    "Drop a file here or",
    "Déposez un fichier ici ou",
    "Datei hierher ziehen oder",
  ],
  dropFiles: [
    "Sleep bestanden hierheen of",
    "Drop files here or",
    "Déposez des fichiers ici ou",
    "Dateien hierher ziehen oder",
  ],
  edit: ["Wijzigen", "Edit", "Modifier", "Bearbeiten"],
  editorBold: ["Vet", "Bold", "Gras", "Fett"],
  editorBullets: ["Opsomming", "Bullet list", "Liste à puces", "Aufzählung"],
  editorHeading: ["Kop", "Heading", "Titre", "Überschrift"],
  editorItalic: ["Cursief", "Italic", "Italique", "Kursiv"],
  editorNumbers: ["Genummerde lijst", "Numbered list", "Liste numérotée", "Nummerierte Liste"],
  editorRedo: ["Opnieuw", "Redo", "Rétablir", "Wiederholen"],
  editorUnderline: ["Onderstrepen", "Underline", "Souligner", "Unterstreichen"],
  editorUndo: ["Ongedaan maken", "Undo", "Annuler", "Rückgängig"],
  editorVariable: ["Variabele invoegen", "Insert variable", "Insérer une variable", "Variable einfügen"],
  enterCharacters: [
    "Voer 1 of meer tekens in",
    "Please enter 1 or more characters",
    "Saisissez 1 caractère ou plus",
    "Bitte 1 oder mehr Zeichen eingeben",
  ],
  export: ["Exporteren", "Export", "Exporter", "Exportieren"],
  field: ["Veld", "Field", "Champ", "Feld"],
  fileTooLarge: [
    "%name% is groter dan %limit%",
    "%name% is larger than %limit%",
    "%name% dépasse %limit%",
    "%name% ist größer als %limit%",
  ],
  fileTooMany: ["Kies één bestand", "Choose one file", "Choisissez un seul fichier", "Wählen Sie eine Datei"],
  fileWrongKind: [
    "%name% heeft een bestandstype dat hier niet past",
    "%name% is not of an accepted kind",
    "%name% n’est pas d’un type accepté",
    "%name% hat einen hier nicht erlaubten Dateityp",
  ],
  firstPage: ["Eerste pagina", "First page", "Première page", "Erste Seite"],
  from: ["vanaf", "from", "à partir du", "ab"],
  goToPage: ["Pagina %page%", "Page %page%", "Page %page%", "Seite %page%"],
  hideDetails: ["Details verbergen", "Hide details", "Masquer les détails", "Details ausblenden"],
  lastPage: ["Laatste pagina", "Last page", "Dernière page", "Letzte Seite"],
  layers: ["Lijsten en menu’s", "Lists and menus", "Listes et menus", "Listen und Menüs"],
  listEmpty: ["De lijst is leeg.", "List is empty.", "La liste est vide.", "Die Liste ist leer."],
  loading: ["Laden…", "Loading…", "Chargement…", "Wird geladen…"],
  moreThan: ["meer dan %total%", "more than %total%", "plus de %total%", "mehr als %total%"],
  moveLeft: ["%name% naar links", "Move %name% left", "Déplacer %name% à gauche", "%name% nach links"],
  moveRight: ["%name% naar rechts", "Move %name% right", "Déplacer %name% à droite", "%name% nach rechts"],
  nextDecade: ["Volgend decennium", "Next decade", "Décennie suivante", "Nächstes Jahrzehnt"],
  nextMonth: ["Volgende maand", "Next month", "Mois suivant", "Nächster Monat"],
  nextPage: ["Volgende pagina", "Next page", "Page suivante", "Nächste Seite"],
  nextYear: ["Volgend jaar", "Next year", "Année suivante", "Nächstes Jahr"],
  no: ["Nee", "No", "Non", "Nein"],
  noElements: [
    "Niets gevonden. Probeer een andere zoekopdracht.",
    "No elements found. Consider changing the search query.",
    "Aucun élément trouvé. Essayez une autre recherche.",
    "Keine Elemente gefunden. Versuchen Sie eine andere Suche.",
  ],
  notAnAmount: [
    "Vul een bedrag in, bijvoorbeeld 1.234,56",
    "Enter an amount, for instance 1,234.56",
    "Saisissez un montant, par exemple 1.234,56",
    "Geben Sie einen Betrag ein, zum Beispiel 1.234,56",
  ],
  notANumber: ["Vul een getal in", "Enter a number", "Saisissez un nombre", "Geben Sie eine Zahl ein"],
  notice: ["Let op", "Please note", "Attention", "Hinweis"],
  of: ["van", "of", "sur", "von"],
  ok: ["OK", "OK", "OK", "OK"],
  pages: ["Pagina’s", "Pages", "Pages", "Seiten"],
  previousDecade: ["Vorig decennium", "Previous decade", "Décennie précédente", "Voriges Jahrzehnt"],
  previousMonth: ["Vorige maand", "Previous month", "Mois précédent", "Voriger Monat"],
  previousPage: ["Vorige pagina", "Previous page", "Page précédente", "Vorige Seite"],
  previousYear: ["Vorig jaar", "Previous year", "Année précédente", "Voriges Jahr"],
  prompt: ["Toelichting", "Explanation", "Explication", "Erläuterung"],
  removeFile: ["%name% weghalen", "Remove %name%", "Retirer %name%", "%name% entfernen"],
  removeFilter: [
    "Filter %name% weghalen",
    "Remove filter %name%",
    "Retirer le filtre %name%",
    "Filter %name% entfernen",
  ],
  rowsPerPage: ["Regels per pagina", "Rows per page", "Lignes par page", "Zeilen je Seite"],
  rowSpan: [
    "%first%–%last% van %total%",
    "%first%–%last% of %total%",
    "%first%–%last% sur %total%",
    "%first%–%last% von %total%",
  ],
  save: ["Opslaan", "Save", "Enregistrer", "Speichern"],
  searching: ["Zoeken…", "Searching…", "Recherche…", "Suche läuft…"],
  selectAll: [
    "Alle regels op deze pagina selecteren",
    "Select all rows of this page",
    "Sélectionner toutes les lignes de cette page",
    "Alle Zeilen dieser Seite auswählen",
  ],
  selected: ["%count% geselecteerd", "%count% selected", "%count% sélectionné(s)", "%count% ausgewählt"],
  selection: ["Selectie", "Selection", "Sélection", "Auswahl"],
  selectNone: ["Selectie opheffen", "Clear selection", "Effacer la sélection", "Auswahl aufheben"],
  selectRow: ["Regel %name% selecteren", "Select row %name%", "Sélectionner la ligne %name%", "Zeile %name% auswählen"],
  showPassword: [
    "Wachtwoord tonen of verbergen",
    "Show or hide password",
    "Afficher ou masquer le mot de passe",
    "Passwort anzeigen oder verbergen",
  ],
  somebodyElse: ["Iemand anders", "Somebody else", "Une autre personne", "Jemand anderes"],
  sortedBy: ["Sorteren op %name%", "Sort by %name%", "Trier par %name%", "Sortieren nach %name%"],
  takeTheirs: ["Overnemen", "Take over", "Reprendre", "Übernehmen"],
  theirs: ["Nu opgeslagen", "Saved now", "Enregistré", "Jetzt gespeichert"],
  timePlaceholder: ["UU:MM", "HH:MM", "HH:MM", "HH:MM"],
  time: ["Tijd", "Time", "Heure", "Uhrzeit"],
  tryAgain: ["Opnieuw proberen", "Try again", "Réessayer", "Erneut versuchen"],
  typeToSearch: ["Typ om te zoeken", "Type to search", "Tapez pour rechercher", "Zum Suchen tippen"],
  undo: ["Ongedaan maken", "Undo", "Annuler", "Rückgängig machen"],
  until: ["t/m", "until", "jusqu’au", "bis"],
  yes: ["Ja", "Yes", "Oui", "Ja"],
  yours: ["Uw invoer", "What you typed", "Votre saisie", "Ihre Eingabe"],
} as const satisfies Record<string, Row>;

const rows = { ...partTexts, ...shellTexts, ...previewTexts, ...tableTexts, ...errorTexts };
type Key = keyof typeof rows;

const keys = Object.keys(rows) as Key[];
const column = (language: Language): Record<Key, string> => {
  const at = languages.indexOf(language);
  // Every key of `rows` is set, and every row has a text for every language.
  return Object.fromEntries(keys.map((key) => [key, rows[key][at] ?? ""])) as Record<Key, string>;
};

export const platformTexts = roomTexts("platform", {
  nl: column("nl"),
  en: column("en"),
  fr: column("fr"),
  de: column("de"),
});
