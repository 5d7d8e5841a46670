/** Texts of tables, their export and their filters. Each row: Dutch, English, French, German. */
import type { Row } from "./platform.texts.ts";

export const tableTexts = {
  allFilters: ["Alle filters", "All filters", "Tous les filtres", "Alle Filter"],
  columnNarrower: ["%name% smaller", "Make %name% narrower", "Rétrécir %name%", "%name% schmaler"],
  columnReset: [
    "Standaardkolommen terugzetten",
    "Restore standard columns",
    "Rétablir les colonnes standard",
    "Standardspalten wiederherstellen",
  ],
  columnWider: ["%name% breder", "Make %name% wider", "Élargir %name%", "%name% breiter"],
  exportAll: [
    "Alle gevonden regels (%count%)",
    "All rows found (%count%)",
    "Toutes les lignes trouvées (%count%)",
    "Alle gefundenen Zeilen (%count%)",
  ],
  exportCapped: [
    "Alleen de eerste %count% regels zijn geëxporteerd. Verfijn de filters voor de rest.",
    "Only the first %count% rows were exported. Narrow the filters for the rest.",
    "Seules les %count% premières lignes ont été exportées. Affinez les filtres pour le reste.",
    "Nur die ersten %count% Zeilen wurden exportiert. Verfeinern Sie die Filter für den Rest.",
  ],
  exportDone: [
    "%count% regels geëxporteerd.",
    "%count% rows exported.",
    "%count% lignes exportées.",
    "%count% Zeilen exportiert.",
  ],
  exportReading: ["Regels ophalen…", "Fetching rows…", "Récupération des lignes…", "Zeilen werden geladen…"],
  exportShown: [
    "Getoonde regels (%count%)",
    "Rows shown (%count%)",
    "Lignes affichées (%count%)",
    "Angezeigte Zeilen (%count%)",
  ],
  leaveStay: ["Blijven", "Stay", "Rester", "Bleiben"],
  leaveText: [
    "U hebt iets gewijzigd dat nog niet is opgeslagen. Als u nu weggaat, is dat weg.",
    "You changed something that has not been saved. If you leave now, it is lost.",
    "Vous avez modifié des données non enregistrées. Si vous quittez maintenant, elles seront perdues.",
    "Sie haben etwas geändert, das noch nicht gespeichert ist. Wenn Sie jetzt gehen, ist es verloren.",
  ],
  leaveTitle: ["Niet opgeslagen", "Not saved", "Non enregistré", "Nicht gespeichert"],
  leaveYes: ["Weggaan zonder opslaan", "Leave without saving", "Quitter sans enregistrer", "Ohne Speichern gehen"],
  progress: ["%done% van %total%", "%done% of %total%", "%done% sur %total%", "%done% von %total%"],
  range: ["Periode", "Period", "Période", "Zeitraum"],
  resetFilters: ["Filters wissen", "Clear filters", "Effacer les filtres", "Filter löschen"],
} as const satisfies Record<string, Row>;
