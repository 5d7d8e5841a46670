/** Texts of one action on all agenda items that a filter finds. */
import { rows } from "../../../ground/kernel/texts.ts";

export const workTexts = rows({
  wholeLists: [
    "Agenda: hele lijsten",
    "Agenda: whole lists",
    "Agenda : listes entières",
    "Wiedervorlagen: ganze Listen",
  ],
  work_done: [
    "%count% %count|agendapunt|agendapunten% afhandelen",
    "Archiving %count% agenda %count|item|items%",
    "Archiver %count% %count|rappel|rappels%",
    "%count% %count|Wiedervorlage|Wiedervorlagen% erledigen",
  ],
  work_move: [
    "%count% %count|agendapunt|agendapunten% verplaatsen",
    "Moving %count% agenda %count|item|items%",
    "Déplacer %count% %count|rappel|rappels%",
    "%count% %count|Wiedervorlage|Wiedervorlagen% verschieben",
  ],
  workUndo: [
    "%count% %count|agendapunt|agendapunten% terugzetten",
    "Putting %count% agenda %count|item|items% back",
    "Remettre %count% %count|rappel|rappels%",
    "%count% %count|Wiedervorlage|Wiedervorlagen% zurücksetzen",
  ],
  workBegun: [
    "Dit gebeurt op de achtergrond; het resultaat staat boven de lijst.",
    "This is done in the background; the result stands above the list.",
    "Cela se fait en arrière-plan ; le résultat figure au-dessus de la liste.",
    "Das geschieht im Hintergrund; das Ergebnis steht über der Liste.",
  ],
  workProgress: ["%done% van %total%", "%done% of %total%", "%done% sur %total%", "%done% von %total%"],
  worked_done: [
    "%count% %count|agendapunt|agendapunten% afgehandeld.",
    "%count% agenda %count|item|items% archived.",
    "%count% %count|rappel archivé|rappels archivés%.",
    "%count% %count|Wiedervorlage|Wiedervorlagen% erledigt.",
  ],
  worked_move: [
    "%count% %count|agendapunt|agendapunten% verplaatst.",
    "%count% agenda %count|item|items% moved.",
    "%count% %count|rappel déplacé|rappels déplacés%.",
    "%count% %count|Wiedervorlage|Wiedervorlagen% verschoben.",
  ],
  workLeft: [
    "%count% %count|bleef|bleven% staan: iemand anders was eerder.",
    "%count% %count|was|were% left: somebody else came first.",
    "%count% %count|inchangé|inchangés% : quelqu’un d’autre est passé avant.",
    "%count% %count|blieb|blieben% stehen: jemand anders war schneller.",
  ],
  workUndone: [
    "%count% %count|agendapunt|agendapunten% teruggezet.",
    "%count% agenda %count|item|items% put back.",
    "%count% %count|rappel remis|rappels remis%.",
    "%count% %count|Wiedervorlage|Wiedervorlagen% zurückgesetzt.",
  ],
  workKept: [
    "%count% %count|is|zijn% intussen gewijzigd en %count|blijft|blijven% zo.",
    "%count% %count|was|were% changed meanwhile and %count|stays|stay% so.",
    "%count% %count|modifié entre-temps reste tel quel|modifiés entre-temps restent tels quels%.",
    "%count% %count|wurde|wurden% inzwischen geändert und %count|bleibt|bleiben% so.",
  ],
  hide: ["Verbergen", "Hide", "Masquer", "Ausblenden"],
  doneAll: ["Alles afhandelen", "Archive all", "Tout archiver", "Alle erledigen"],
  moveAll: ["Alles verplaatsen", "Move all", "Tout déplacer", "Alle verschieben"],
  nothingToMove: [
    "Kies een andere dag, een andere behandelaar of beide.",
    "Choose another day, another owner, or both.",
    "Choisissez un autre jour, un autre responsable, ou les deux.",
    "Wählen Sie einen anderen Tag, einen anderen Zuständigen oder beides.",
  ],
  nothingFound: [
    "Er is geen open agendapunt dat aan deze filters voldoet.",
    "No open agenda item matches these filters.",
    "Aucun rappel ouvert ne correspond à ces filtres.",
    "Keine offene Wiedervorlage entspricht diesen Filtern.",
  ],
  tooMany: [
    "Kies hoogstens %max% agendapunten. Filter verder.",
    "Choose at most %max% agenda items. Filter further.",
    "Choisissez %max% rappels au plus. Filtrez davantage.",
    "Wählen Sie höchstens %max% Wiedervorlagen. Filtern Sie weiter.",
  ],
  notUndoable: [
    "Dit kan niet (meer) worden teruggedraaid.",
    "This cannot be undone (any more).",
    "Cela ne peut pas (plus) être annulé.",
    "Das kann nicht (mehr) rückgängig gemacht werden.",
  ],
});
