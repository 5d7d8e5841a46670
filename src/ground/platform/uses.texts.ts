/** Texts of the refusal to delete what is in use. `one_…` and `many_…` name what a table holds. */
import { type Language, languages, moduleTexts, type TextRow } from "../kernel/texts.ts";

/** What refers, by table: one of it, then several. A table that stands not here counts as "other data". */
const things = {
  advance_definition: [
    ["voorschotdefinitie", "advance definition", "définition d’avance", "Vorschussdefinition"],
    ["voorschotdefinities", "advance definitions", "définitions d’avance", "Vorschussdefinitionen"],
  ],
  app_user: [
    ["gebruiker", "user", "utilisateur", "Benutzer"],
    ["gebruikers", "users", "utilisateurs", "Benutzer"],
  ],
  bank_booking: [
    ["boeking", "booking", "écriture", "Buchung"],
    ["boekingen", "bookings", "écritures", "Buchungen"],
  ],
  case_file: [
    ["dossier", "file", "dossier", "Akte"],
    ["dossiers", "files", "dossiers", "Akten"],
  ],
  claim_event: [
    ["boeking in een dossier", "entry in a file", "écriture dans un dossier", "Eintrag in einer Akte"],
    ["boekingen in dossiers", "entries in files", "écritures dans des dossiers", "Einträge in Akten"],
  ],
  agenda_item: [
    ["agendapunt", "agenda item", "rappel d’agenda", "Wiedervorlage"],
    ["agendapunten", "agenda items", "rappels d’agenda", "Wiedervorlagen"],
  ],
  client: [
    ["opdrachtgever", "client", "client", "Auftraggeber"],
    ["opdrachtgevers", "clients", "clients", "Auftraggeber"],
  ],
  client_cost: [
    ["kostenpost van een opdrachtgever", "cost of a client", "frais d’un client", "Kosten eines Auftraggebers"],
    ["kostenposten van opdrachtgevers", "costs of clients", "frais de clients", "Kosten von Auftraggebern"],
  ],
  client_cost_line: [
    [
      "regel van een kostensjabloon",
      "line of a cost template",
      "ligne d’un modèle de frais",
      "Zeile einer Kostenvorlage",
    ],
    [
      "regels van kostensjablonen",
      "lines of cost templates",
      "lignes de modèles de frais",
      "Zeilen von Kostenvorlagen",
    ],
  ],
  client_commission: [
    ["provisieafspraak", "commission agreement", "accord de commission", "Provisionsvereinbarung"],
    ["provisieafspraken", "commission agreements", "accords de commission", "Provisionsvereinbarungen"],
  ],
  client_contact: [
    ["contactpersoon", "contact person", "personne de contact", "Ansprechpartner"],
    ["contactpersonen", "contact persons", "personnes de contact", "Ansprechpartner"],
  ],
  client_document: [
    ["document van een opdrachtgever", "document of a client", "document d’un client", "Dokument eines Auftraggebers"],
    ["documenten van opdrachtgevers", "documents of clients", "documents de clients", "Dokumente von Auftraggebern"],
  ],
  client_note: [
    ["notitie", "note", "note", "Notiz"],
    ["notities", "notes", "notes", "Notizen"],
  ],
  client_partner: [
    ["opdrachtgever", "client", "client", "Auftraggeber"],
    ["opdrachtgevers", "clients", "clients", "Auftraggeber"],
  ],
  client_terms: [
    [
      "afspraak met een opdrachtgever",
      "agreement with a client",
      "accord avec un client",
      "Vereinbarung mit einem Auftraggeber",
    ],
    [
      "afspraken met opdrachtgevers",
      "agreements with clients",
      "accords avec des clients",
      "Vereinbarungen mit Auftraggebern",
    ],
  ],
  closing_reason: [
    ["reden van sluiting", "closing reason", "motif de clôture", "Schließungsgrund"],
    ["redenen van sluiting", "closing reasons", "motifs de clôture", "Schließungsgründe"],
  ],
  debtor: [
    ["debiteur", "debtor", "débiteur", "Schuldner"],
    ["debiteuren", "debtors", "débiteurs", "Schuldner"],
  ],
  document: [
    ["document", "document", "document", "Dokument"],
    ["documenten", "documents", "documents", "Dokumente"],
  ],
  extra_cost: [
    [
      "extra kostensoort",
      "extra cost definition",
      "définition de frais supplémentaires",
      "Definition von Zusatzkosten",
    ],
    [
      "definities van extra kosten",
      "extra cost definitions",
      "définitions de frais supplémentaires",
      "Definitionen von Zusatzkosten",
    ],
  ],
  file_closure: [
    ["gesloten dossier", "closed file", "dossier clôturé", "geschlossene Akte"],
    ["gesloten dossiers", "closed files", "dossiers clôturés", "geschlossene Akten"],
  ],
  file_status: [
    ["status", "status", "statut", "Status"],
    ["statussen", "statuses", "statuts", "Status"],
  ],
  import_batch: [
    ["import", "import", "importation", "Import"],
    ["imports", "imports", "importations", "Importe"],
  ],
  merchant: [
    ["webshop", "merchant", "commerçant", "Händler"],
    ["webshops", "merchants", "commerçants", "Händler"],
  ],
  message: [
    ["bericht", "message", "message", "Nachricht"],
    ["berichten", "messages", "messages", "Nachrichten"],
  ],
  team: [
    ["team", "team", "équipe", "Team"],
    ["teams", "teams", "équipes", "Teams"],
  ],
  template: [
    ["sjabloon", "template", "modèle", "Vorlage"],
    ["sjablonen", "templates", "modèles", "Vorlagen"],
  ],
  user_client: [
    ["toegekende gebruiker", "assigned user", "utilisateur attribué", "zugewiesener Benutzer"],
    ["toegekende gebruikers", "assigned users", "utilisateurs attribués", "zugewiesene Benutzer"],
  ],
  user_group: [
    ["groep", "group", "groupe", "Gruppe"],
    ["groepen", "groups", "groupes", "Gruppen"],
  ],
  user_team: [
    ["teamlid", "team member", "membre d’équipe", "Teammitglied"],
    ["teamleden", "team members", "membres d’équipe", "Teammitglieder"],
  ],
  workflow: [
    ["workflow", "workflow", "flux de travail", "Workflow"],
    ["workflows", "workflows", "flux de travail", "Workflows"],
  ],
  other: [
    ["ander gegeven", "other record", "autre donnée", "sonstiger Datensatz"],
    ["andere gegevens", "other records", "autres données", "sonstige Datensätze"],
  ],
} as const satisfies Record<string, readonly [one: TextRow, many: TextRow]>;

const sentences = {
  inUse: [
    "In gebruik bij %where%. Daarom kan dit niet worden verwijderd.",
    "In use by %where%, so it cannot be deleted.",
    "Utilisé par %where% ; impossible de le supprimer.",
    "In Gebrauch bei %where%. Daher kann dies nicht gelöscht werden.",
  ],
  inUseArchive: [
    "In gebruik bij %where%. Daarom kan dit niet worden verwijderd, wel gearchiveerd.",
    "In use by %where%, so it cannot be deleted. It can be archived instead.",
    "Utilisé par %where% ; impossible de le supprimer, mais il peut être archivé.",
    "In Gebrauch bei %where%. Daher kann dies nicht gelöscht, aber archiviert werden.",
  ],
  title: ["%name% is in gebruik", "%name% is in use", "%name% est utilisé", "%name% wird verwendet"],
  deleteTitle: ["Verwijderen", "Delete", "Supprimer", "Löschen"],
  deleteQuestion: ["%name% verwijderen?", "Delete %name%?", "Supprimer %name% ?", "%name% löschen?"],
  delete: ["Verwijderen", "Delete", "Supprimer", "Löschen"],
  deleted: ["%name% is verwijderd.", "%name% has been deleted.", "%name% a été supprimé.", "%name% wurde gelöscht."],
  wasGone: [
    "%name% was al verwijderd. De lijst is bijgewerkt.",
    "%name% had already been deleted. The list is up to date now.",
    "%name% avait déjà été supprimé. La liste est à jour.",
    "%name% war schon gelöscht. Die Liste ist jetzt aktuell.",
  ],
  archiveInstead: [
    "Een gearchiveerde regel blijft staan waar zij al gebruikt is, maar kan niet meer worden gekozen.",
    "What is archived stays where it is used already, but can no longer be chosen.",
    "Ce qui est archivé reste là où il est utilisé, mais ne peut plus être choisi.",
    "Archiviertes bleibt, wo es schon verwendet wird, kann aber nicht mehr gewählt werden.",
  ],
  archive: ["Archiveren", "Archive instead", "Archiver", "Archivieren"],
  archived: [
    "%name% is gearchiveerd.",
    "%name% has been archived.",
    "%name% a été archivé.",
    "%name% wurde archiviert.",
  ],
  moreThan: ["meer dan %count%", "more than %count%", "plus de %count%", "mehr als %count%"],
  and: ["en", "and", "et", "und"],
  close: ["Sluiten", "Close", "Fermer", "Schließen"],
} as const satisfies Record<string, TextRow>;

type Thing = keyof typeof things;
type Key = keyof typeof sentences | `one_${Thing}` | `many_${Thing}`;

const rows: Readonly<Record<string, TextRow>> = {
  ...sentences,
  ...Object.fromEntries(
    Object.entries(things).flatMap(([table, [one, many]]) => [
      [`one_${table}`, one],
      [`many_${table}`, many],
    ]),
  ),
};

const column = (language: Language): Record<Key, string> => {
  const at = languages.indexOf(language);
  // The keys of `rows` are those of `sentences` and, for each thing, its two.
  return Object.fromEntries(Object.entries(rows).map(([key, row]) => [key, row[at] ?? ""])) as Record<Key, string>;
};

export const usesTexts = moduleTexts("uses", {
  nl: column("nl"),
  en: column("en"),
  fr: column("fr"),
  de: column("de"),
});

/** Whether what a table holds has a name of its own here. */
export const isNamedUse = (table: string): boolean => Object.hasOwn(things, table);
