/** Texts of the lists of settings: what they share, and those of each list. Each row: Dutch, English, French, German. */
import { rowTexts } from "../kernel/texts.ts";
import { contactListTexts } from "./catalogue/contact-lists.texts.ts";
import { fileListTexts } from "./catalogue/file-lists.texts.ts";
import { moneyListTexts } from "./catalogue/money-lists.texts.ts";

type Row = readonly [nl: string, en: string, fr: string, de: string];

const shared = {
  add: ["%one% toevoegen", "Add %one%", "Ajouter : %one%", "%one% hinzufügen"],
  edit: ["%one% wijzigen", "Edit %one%", "Modifier : %one%", "%one% bearbeiten"],
  editOf: ["Wijzigen: %name%", "Edit: %name%", "Modifier : %name%", "Bearbeiten: %name%"],
  upOf: ["Omhoog: %name%", "Move up: %name%", "Monter : %name%", "Nach oben: %name%"],
  downOf: ["Omlaag: %name%", "Move down: %name%", "Descendre : %name%", "Nach unten: %name%"],
  moreOf: ["Meer: %name%", "More: %name%", "Plus : %name%", "Mehr: %name%"],
  archive: ["Archiveren", "Archive", "Archiver", "Archivieren"],
  restore: ["Terugzetten", "Restore", "Rétablir", "Wiederherstellen"],
  editThis: ["Wijzigen", "Edit", "Modifier", "Bearbeiten"],
  asInDutch: [
    "leeg, dus in het Nederlands",
    "empty, so in Dutch",
    "vide, donc en néerlandais",
    "leer, also auf Niederländisch",
  ],
  added: ["%name% is toegevoegd.", "%name% has been added.", "%name% a été ajouté.", "%name% wurde hinzugefügt."],
  saved: ["%name% is opgeslagen.", "%name% has been saved.", "%name% a été enregistré.", "%name% wurde gespeichert."],
  archived: [
    "%name% is gearchiveerd.",
    "%name% has been archived.",
    "%name% a été archivé.",
    "%name% wurde archiviert.",
  ],
  restored: [
    "%name% is teruggezet.",
    "%name% has been restored.",
    "%name% a été rétabli.",
    "%name% wurde wiederhergestellt.",
  ],
  search: ["Zoeken", "Search", "Rechercher", "Suchen"],
  show: ["Tonen", "Show", "Afficher", "Anzeigen"],
  showNo: ["In gebruik", "In use", "Actifs", "Aktive"],
  showYes: ["Gearchiveerd", "Archived", "Archivés", "Archivierte"],
  showAll: ["Alles", "All", "Tous", "Alle"],
  isArchived: ["gearchiveerd", "archived", "archivé", "archiviert"],
  isFixed: ["vast", "fixed", "fixe", "fest"],
  emptyTitle: [
    "Nog niets in deze lijst",
    "Nothing in this list yet",
    "Rien dans cette liste",
    "Noch nichts in dieser Liste",
  ],
  updatedAt: ["Gewijzigd op", "Changed on", "Modifié le", "Geändert am"],
  updatedBy: ["Gewijzigd door", "Changed by", "Modifié par", "Geändert von"],
  archivedAt: ["Gearchiveerd op", "Archived on", "Archivé le", "Archiviert am"],
  position: ["Volgorde", "Order", "Ordre", "Reihenfolge"],
  inLanguage: ["%field% (%language%)", "%field% (%language%)", "%field% (%language%)", "%field% (%language%)"],
  addLine: ["Regel toevoegen", "Add line", "Ajouter une ligne", "Zeile hinzufügen"],
  removeLine: ["Regel %line% verwijderen", "Remove line %line%", "Supprimer la ligne %line%", "Zeile %line% entfernen"],
  codeHint: [
    "Hierop verwijzen andere gegevens; de code verandert nooit.",
    "Other data refer to this; the code never changes.",
    "D’autres données s’y réfèrent ; le code ne change jamais.",
    "Andere Daten verweisen darauf; der Code ändert sich nie.",
  ],
  codeWrong: [
    "Een code bestaat uit kleine letters, cijfers en liggende streepjes en begint met een letter.",
    "A code is made of small letters, digits and underscores and begins with a letter.",
    "Un code se compose de minuscules, de chiffres et de traits bas et commence par une lettre.",
    "Ein Code besteht aus Kleinbuchstaben, Ziffern und Unterstrichen und beginnt mit einem Buchstaben.",
  ],
  codeFixed: [
    "Dit verandert nooit: andere gegevens verwijzen ernaar.",
    "This never changes: other data refer to it.",
    "Ceci ne change jamais : d’autres données s’y réfèrent.",
    "Das ändert sich nie: Andere Daten verweisen darauf.",
  ],
  taken: [
    "Dit staat al in de lijst.",
    "This is in the list already.",
    "Figure déjà dans la liste.",
    "Das steht schon in der Liste.",
  ],
  unknownChoice: [
    "Deze keuze bestaat niet.",
    "This choice does not exist.",
    "Ce choix n’existe pas.",
    "Diese Auswahl gibt es nicht.",
  ],
  archivedChoice: [
    "Deze keuze is gearchiveerd.",
    "This choice has been archived.",
    "Ce choix est archivé.",
    "Diese Auswahl ist archiviert.",
  ],
  dateWrong: ["Dit is geen datum.", "This is not a date.", "Ce n’est pas une date.", "Das ist kein Datum."],
  emailWrong: [
    "Dit is geen e-mailadres.",
    "This is not an e-mail address.",
    "Ce n’est pas une adresse e-mail.",
    "Das ist keine E-Mail-Adresse.",
  ],
  kvkWrong: [
    "Een KvK-nummer heeft acht cijfers.",
    "A chamber of commerce number has eight digits.",
    "Un numéro KvK compte huit chiffres.",
    "Eine KvK-Nummer hat acht Ziffern.",
  ],
  ibanWrong: ["Dit IBAN klopt niet.", "This IBAN is not right.", "Cet IBAN est incorrect.", "Diese IBAN stimmt nicht."],
  phoneWrong: [
    "Dit is geen bestaand telefoonnummer.",
    "This is not an existing phone number.",
    "Ce n’est pas un numéro existant.",
    "Das ist keine gültige Telefonnummer.",
  ],
  fixedStays: [
    "Dit is een vaste waarde waar het programma zelf mee rekent. Hernoemen kan, verwijderen niet.",
    "This is a fixed value that the program itself reckons with. It can be renamed, not deleted.",
    "C’est une valeur fixe utilisée par le programme. Elle peut être renommée, mais pas supprimée.",
    "Das ist ein fester Wert, mit dem das Programm selbst rechnet. Er kann umbenannt, aber nicht gelöscht werden.",
  ],
  fixedOnTop: [
    "Een vaste waarde staat bovenaan en valt nergens onder.",
    "A fixed value stands on top and belongs to nothing.",
    "Une valeur fixe est au sommet et ne relève de rien.",
    "Ein fester Wert steht oben und gehört zu nichts.",
  ],
  parentNeeded: [
    "Kies onder welke vaste waarde dit valt.",
    "Choose the fixed value that this belongs to.",
    "Choisissez la valeur fixe dont ceci relève.",
    "Wählen Sie den festen Wert, zu dem dies gehört.",
  ],
  parentFixed: [
    "Alleen onder een vaste waarde kan iets eigens staan.",
    "Only below a fixed value can something of your own stand.",
    "Seule une valeur fixe peut en avoir d’autres sous elle.",
    "Nur unter einem festen Wert kann etwas Eigenes stehen.",
  ],
} as const satisfies Record<string, Row>;

const rows = { ...shared, ...fileListTexts, ...moneyListTexts, ...contactListTexts };
export const listTexts = rowTexts("lists", rows);
