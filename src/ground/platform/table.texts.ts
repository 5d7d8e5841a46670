/** Texts of tables, their export and their filters. Each row: Dutch, English, French, German. */
import type { TextRow } from "../kernel/texts.ts";

export const tableTexts = {
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
    "%count% %count|regel geëxporteerd|regels geëxporteerd%.",
    "%count% %count|row exported|rows exported%.",
    "%count% %count|ligne exportée|lignes exportées%.",
    "%count% %count|Zeile exportiert|Zeilen exportiert%.",
  ],
  exportReading: ["Regels ophalen…", "Fetching rows…", "Récupération des lignes…", "Zeilen werden geladen…"],
  exportShown: [
    "Getoonde regels (%count%)",
    "Rows shown (%count%)",
    "Lignes affichées (%count%)",
    "Angezeigte Zeilen (%count%)",
  ],
  progress: ["%done% van %total%", "%done% of %total%", "%done% sur %total%", "%done% von %total%"],
  resetFilters: ["Filters wissen", "Clear filters", "Effacer les filtres", "Filter löschen"],
} as const satisfies Record<string, TextRow>;
