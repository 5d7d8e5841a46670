/** What each role is called and what it is for, in plain words. Each row: Dutch, English, French, German. */
import type { Role } from "../../../ground/kernel/access.ts";
import { type Language, languages, moduleTexts } from "../../../ground/kernel/texts.ts";

type Row = readonly [nl: string, en: string, fr: string, de: string];

/** Its name, and what it is for. */
const rows = {
  ROLE_EMPLOYEE: [
    ["Medewerker", "Employee", "Employé", "Mitarbeiter"],
    [
      "Hoort bij het kantoor. Basis voor al het werk van medewerkers.",
      "Belongs to the office. The basis of all work of staff.",
      "Fait partie du bureau. La base de tout travail des employés.",
      "Gehört zum Büro. Grundlage jeder Arbeit der Mitarbeiter.",
    ],
  ],
  ROLE_CUSTOMER: [
    ["Opdrachtgever", "Client", "Client", "Auftraggeber"],
    [
      "Hoort bij een opdrachtgever en ziet alleen wat van die opdrachtgever is.",
      "Belongs to a client and sees only what is that client’s.",
      "Fait partie d’un client et ne voit que ce qui est à ce client.",
      "Gehört zu einem Auftraggeber und sieht nur, was diesem gehört.",
    ],
  ],
  ROLE_CONTACT_PERSON: [
    ["Contactpersoon", "Contact person", "Personne de contact", "Ansprechpartner"],
    [
      "Spreekt namens een of meer opdrachtgevers en ziet hun dossiers.",
      "Speaks for one or more clients and sees their files.",
      "Parle au nom d’un ou plusieurs clients et voit leurs dossiers.",
      "Spricht für einen oder mehrere Auftraggeber und sieht deren Akten.",
    ],
  ],
  ROLE_CONTACT_PERSON_DASHBOARD: [
    [
      "Dashboard contactpersoon",
      "Contact person’s dashboard",
      "Tableau de bord du contact",
      "Dashboard Ansprechpartner",
    ],
    [
      "Overzicht van de eigen dossiers: geplaatst, geïncasseerd, wat op antwoord wacht.",
      "Overview of one’s own files: placed, collected, waiting for an answer.",
      "Aperçu de ses propres dossiers : confiés, encaissés, en attente de réponse.",
      "Überblick über die eigenen Akten: übergeben, eingezogen, wartet auf Antwort.",
    ],
  ],
  ROLE_NEWS: [
    ["Nieuws schrijven", "Write news", "Rédiger les actualités", "Nachrichten schreiben"],
    [
      "Nieuwsberichten plaatsen en wijzigen; lezen mag iedereen.",
      "Post and change news; everybody may read it.",
      "Publier et modifier des actualités ; tout le monde peut les lire.",
      "Nachrichten veröffentlichen und ändern; lesen darf jeder.",
    ],
  ],
  ROLE_FILE_SEARCH: [
    ["Dossiers zoeken en inzien", "Search and view files", "Chercher et voir les dossiers", "Akten suchen und ansehen"],
    [
      "Dossiers vinden en openen: saldo, tijdlijn en volgende stap.",
      "Find and open files: balance, timeline and next step.",
      "Trouver et ouvrir des dossiers : solde, chronologie et étape suivante.",
      "Akten finden und öffnen: Saldo, Verlauf und nächster Schritt.",
    ],
  ],
  ROLE_FILE_VIEW_LAST_VISITED: [
    ["Laatst bekeken dossiers", "Recently viewed files", "Dossiers récents", "Zuletzt angesehene Akten"],
    [
      "De lijst van dossiers die men zelf het laatst opende.",
      "The list of files that one has opened last.",
      "La liste des dossiers que l’on a ouverts en dernier.",
      "Die Liste der Akten, die man selbst zuletzt geöffnet hat.",
    ],
  ],
  ROLE_FILE_CREATE: [
    ["Dossiers aanmaken", "Create files", "Créer des dossiers", "Akten anlegen"],
    [
      "Een nieuwe vordering invoeren, dossier voor dossier.",
      "Enter a new claim, file by file.",
      "Saisir une nouvelle créance, dossier par dossier.",
      "Eine neue Forderung erfassen, Akte für Akte.",
    ],
  ],
  ROLE_FILE_CREATE_UPLOAD: [
    ["Dossiers importeren", "Import files", "Importer des dossiers", "Akten importieren"],
    [
      "Vorderingen in bulk aanleveren met een bestand.",
      "Hand over claims in bulk by upload.",
      "Remettre des créances en masse par fichier.",
      "Forderungen gesammelt per Datei einreichen.",
    ],
  ],
  ROLE_FILE_EDIT: [
    ["Dossiers wijzigen", "Edit files", "Modifier des dossiers", "Akten bearbeiten"],
    [
      "Gegevens, notities, regelingen en status van een dossier wijzigen.",
      "Change the data, notes, arrangements and status of a file.",
      "Modifier les données, notes, plans de paiement et statut d’un dossier.",
      "Daten, Notizen, Vereinbarungen und Status einer Akte ändern.",
    ],
  ],
  ROLE_FILE_SEND: [
    ["Berichten versturen", "Send messages", "Envoyer des messages", "Nachrichten senden"],
    [
      "Brieven, e-mails en sms’en uit een dossier versturen en documenten inzien.",
      "Send letters, e-mails and text messages from a file and view documents.",
      "Envoyer lettres, e-mails et SMS depuis un dossier et voir les documents.",
      "Briefe, E-Mails und SMS aus einer Akte senden und Dokumente ansehen.",
    ],
  ],
  ROLE_FILE_SETTINGS_EDIT: [
    ["Dossierinstellingen", "File settings", "Paramètres du dossier", "Akteneinstellungen"],
    [
      "De rente en andere instellingen van één dossier wijzigen.",
      "Change the interest and other settings of a single file.",
      "Modifier les intérêts et autres paramètres d’un seul dossier.",
      "Zinsen und andere Einstellungen einer einzelnen Akte ändern.",
    ],
  ],
  ROLE_FILE_EXPORT: [
    ["Dossiers exporteren", "Export files", "Exporter des dossiers", "Akten exportieren"],
    [
      "Gevonden dossiers als bestand meenemen. Daar staan persoonsgegevens in.",
      "Take what was found along as a spreadsheet. It holds personal data.",
      "Emporter les dossiers trouvés dans un fichier, avec des données personnelles.",
      "Gefundene Akten als Datei mitnehmen. Sie enthält personenbezogene Daten.",
    ],
  ],
  ROLE_FILE_BULK_ACTIONS: [
    ["Bulkwijzigingen", "Bulk changes", "Mises à jour en masse", "Massenänderungen"],
    [
      "Veel dossiers tegelijk wijzigen.",
      "Change many files at once.",
      "Modifier beaucoup de dossiers à la fois.",
      "Viele Akten auf einmal ändern.",
    ],
  ],
  ROLE_AGENDA: [
    ["Agenda", "Agenda", "Agenda", "Wiedervorlagen"],
    [
      "Agendapunten van dossiers zien, maken en afhandelen.",
      "See, make and settle agenda items of files.",
      "Voir, créer et traiter les rappels d’agenda des dossiers.",
      "Wiedervorlagen von Akten sehen, anlegen und erledigen.",
    ],
  ],
  ROLE_WORKFLOW_FILE: [
    ["Workflow van een dossier", "Workflow of a file", "Flux d’un dossier", "Workflow einer Akte"],
    [
      "De volgende stap van een dossier verzetten of een andere workflow kiezen.",
      "Move the next step of a file or choose another workflow.",
      "Déplacer l’étape suivante d’un dossier ou choisir un autre flux.",
      "Den nächsten Schritt einer Akte verschieben oder einen anderen Workflow wählen.",
    ],
  ],
  ROLE_FILE_NPS: [
    ["NPS-onderzoek", "NPS surveys", "Enquêtes NPS", "NPS-Umfragen"],
    [
      "Uitkomsten van tevredenheidsonderzoek onder debiteuren en opdrachtgevers.",
      "Results of satisfaction surveys among debtors and clients.",
      "Résultats des enquêtes de satisfaction auprès des débiteurs et clients.",
      "Ergebnisse von Zufriedenheitsumfragen bei Schuldnern und Auftraggebern.",
    ],
  ],
  ROLE_PROCESSING: [
    ["Verwerken", "Processing", "Traitement", "Verarbeitung"],
    [
      "De dagelijkse verwerking plannen, nakijken en uitvoeren: brieven, kosten, facturen.",
      "Plan, check and make the daily run: letters, costs, invoices.",
      "Planifier, contrôler et exécuter le traitement : lettres, frais, factures.",
      "Die tägliche Verarbeitung planen, prüfen und ausführen: Briefe, Kosten, Rechnungen.",
    ],
  ],
  ROLE_MERGING: [
    ["Samenvoegen", "Merging", "Fusion", "Zusammenführen"],
    [
      "Dossiers van dezelfde debiteur samenvoegen; samen met Verwerken.",
      "Merge files of the same debtor; together with Processing.",
      "Fusionner les dossiers d’un même débiteur ; avec Traitement.",
      "Akten desselben Schuldners zusammenführen; zusammen mit Verarbeitung.",
    ],
  ],
  ROLE_PRECASSO_SEARCH: [
    ["Precasso zoeken", "Search pre-collection", "Chercher en précontentieux", "Vorinkasso suchen"],
    [
      "Facturen in het minnelijke voortraject vinden en inzien.",
      "Find and view invoices before collection begins.",
      "Trouver et voir les factures avant le recouvrement.",
      "Rechnungen vor Beginn des Inkassos finden und ansehen.",
    ],
  ],
  ROLE_PRECASSO_CREATE: [
    ["Precasso aanmaken", "Create pre-collection", "Créer en précontentieux", "Vorinkasso anlegen"],
    [
      "Een factuur in het voortraject invoeren.",
      "Enter an invoice for pre-collection.",
      "Saisir une facture en précontentieux.",
      "Eine Rechnung für das Vorinkasso erfassen.",
    ],
  ],
  ROLE_PRECASSO_CREATE_UPLOAD: [
    ["Precasso importeren", "Import pre-collection", "Importer en précontentieux", "Vorinkasso importieren"],
    [
      "Facturen voor het voortraject met een bestand aanleveren.",
      "Hand over invoices for pre-collection by upload.",
      "Remettre des factures de précontentieux par fichier.",
      "Rechnungen für das Vorinkasso per Datei einreichen.",
    ],
  ],
  ROLE_PRECASSO_EXPORT: [
    ["Precasso exporteren", "Export pre-collection", "Exporter le précontentieux", "Vorinkasso exportieren"],
    [
      "Facturen van het voortraject als bestand meenemen.",
      "Take invoices of pre-collection along as a spreadsheet.",
      "Emporter les factures du précontentieux dans un fichier.",
      "Rechnungen des Vorinkassos als Datei mitnehmen.",
    ],
  ],
  ROLE_EMAIL_TEMPLATE_VIEW: [
    ["E-mailsjablonen inzien", "View e-mail templates", "Voir les modèles d’e-mail", "E-Mail-Vorlagen ansehen"],
    [
      "De teksten en variabelen van e-mails lezen en uitproberen.",
      "Read and try out the texts and variables of e-mails.",
      "Lire et essayer les textes et variables des e-mails.",
      "Texte und Variablen von E-Mails lesen und ausprobieren.",
    ],
  ],
  ROLE_EMAIL_TEMPLATE_EDIT: [
    [
      "E-mailsjablonen wijzigen",
      "Edit e-mail templates",
      "Modifier les modèles d’e-mail",
      "E-Mail-Vorlagen bearbeiten",
    ],
    [
      "De teksten van e-mails schrijven en wijzigen.",
      "Write and change the texts of e-mails.",
      "Rédiger et modifier les textes des e-mails.",
      "Texte von E-Mails schreiben und ändern.",
    ],
  ],
  ROLE_POST_MAIL_TEMPLATE_VIEW: [
    [
      "Brief- en sms-sjablonen inzien",
      "View letter and SMS templates",
      "Voir les modèles de lettre et SMS",
      "Brief- und SMS-Vorlagen ansehen",
    ],
    [
      "De teksten van brieven en sms’en lezen en uitproberen.",
      "Read and try out the texts of letters and text messages.",
      "Lire et essayer les textes des lettres et SMS.",
      "Texte von Briefen und SMS lesen und ausprobieren.",
    ],
  ],
  ROLE_POST_MAIL_TEMPLATE_EDIT: [
    [
      "Brief- en sms-sjablonen wijzigen",
      "Edit letter and SMS templates",
      "Modifier les modèles de lettre et SMS",
      "Brief- und SMS-Vorlagen bearbeiten",
    ],
    [
      "De teksten van brieven en sms’en schrijven en wijzigen.",
      "Write and change the texts of letters and text messages.",
      "Rédiger et modifier les textes des lettres et SMS.",
      "Texte von Briefen und SMS schreiben und ändern.",
    ],
  ],
  ROLE_EMAIL_IMPORT: [
    ["E-mail verwerken", "E-mail import", "Import d’e-mails", "E-Mail-Import"],
    [
      "Binnengekomen e-mail indelen en aan dossiers koppelen.",
      "Sort incoming e-mail and link it to files.",
      "Classer les e-mails reçus et les lier aux dossiers.",
      "Eingegangene E-Mails einordnen und Akten zuweisen.",
    ],
  ],
  ROLE_FINANCE: [
    ["Financiën", "Finance", "Finances", "Finanzen"],
    [
      "Bankafschriften inlezen, ontvangsten beoordelen, betalingen en kosten boeken.",
      "Read bank statements, review receipts, book payments and costs.",
      "Lire les relevés bancaires, vérifier les encaissements, comptabiliser.",
      "Kontoauszüge einlesen, Eingänge prüfen, Zahlungen und Kosten buchen.",
    ],
  ],
  ROLE_EMPLOYEE_FINANCE: [
    ["Medewerker financiën", "Finance employee", "Employé finances", "Mitarbeiter Finanzen"],
    [
      "Verkoopbestanden en afdrachten van de financiële afdeling.",
      "Sales files and remittances of the finance department.",
      "Fichiers de ventes et reversements du service financier.",
      "Verkaufsdateien und Auskehrungen der Finanzabteilung.",
    ],
  ],
  ROLE_DOWNLOAD_CLIENT_INVOICE: [
    ["Facturen downloaden", "Download invoices", "Télécharger les factures", "Rechnungen herunterladen"],
    [
      "Facturen en afrekeningen van opdrachtgevers inzien en downloaden.",
      "View and download invoices and statements of clients.",
      "Voir et télécharger les factures et décomptes des clients.",
      "Rechnungen und Abrechnungen der Auftraggeber ansehen und herunterladen.",
    ],
  ],
  ROLE_EXCHANGE_FILES: [
    ["Bestanden uitwisselen", "Exchange files", "Échanger des fichiers", "Dateiaustausch"],
    [
      "Verkoopbestanden met aangesloten partijen uitwisselen.",
      "Exchange sales files with connected parties.",
      "Échanger des fichiers de ventes avec les parties reliées.",
      "Verkaufsdateien mit angeschlossenen Parteien austauschen.",
    ],
  ],
  ROLE_LEGAL: [
    ["Juridisch", "Legal", "Juridique", "Recht"],
    [
      "Deurwaarders, rechtbanken, dagvaardingen en overdracht.",
      "Bailiffs, courts, summonses and handover.",
      "Huissiers, tribunaux, assignations et transmission.",
      "Gerichtsvollzieher, Gerichte, Klagen und Übergabe.",
    ],
  ],
  ROLE_EMPLOYEE_LEGAL_COUNCIL: [
    ["Naleving", "Compliance", "Conformité", "Compliance"],
    [
      "Klachten en cliëntenonderzoek behandelen.",
      "Handle complaints and due diligence.",
      "Traiter les plaintes et la vérification des clients.",
      "Beschwerden und Kundenprüfung bearbeiten.",
    ],
  ],
  ROLE_MANAGE_CLIENT: [
    ["Opdrachtgevers beheren", "Manage clients", "Gérer les clients", "Auftraggeber verwalten"],
    [
      "Gegevens, afspraken en contactpersonen van opdrachtgevers wijzigen.",
      "Change data, agreements and contact persons of clients.",
      "Modifier données, accords et contacts des clients.",
      "Daten, Vereinbarungen und Ansprechpartner der Auftraggeber ändern.",
    ],
  ],
  ROLE_CUSTOMER_CREATE: [
    ["Opdrachtgevers aanmaken", "Create clients", "Créer des clients", "Auftraggeber anlegen"],
    [
      "Een nieuwe opdrachtgever invoeren.",
      "Enter a new client.",
      "Saisir un nouveau client.",
      "Einen neuen Auftraggeber erfassen.",
    ],
  ],
  ROLE_STATISTIC_DASHBOARD_MANAGEMENT: [
    ["Managementcijfers", "Management figures", "Chiffres de gestion", "Managementzahlen"],
    [
      "Het dashboard van de directie: instroom, incasso, omzet.",
      "The management dashboard: inflow, collection, turnover.",
      "Le tableau de bord de la direction : entrées, recouvrement, chiffre d’affaires.",
      "Das Dashboard der Leitung: Zugang, Einzug, Umsatz.",
    ],
  ],
  ROLE_STATISTIC_DASHBOARD_SALES: [
    ["Verkoopcijfers", "Sales figures", "Chiffres de ventes", "Vertriebszahlen"],
    [
      "Cijfers over nieuwe opdrachtgevers en plaatsingen.",
      "Figures about new clients and placements.",
      "Chiffres des nouveaux clients et des remises.",
      "Zahlen zu neuen Auftraggebern und Übergaben.",
    ],
  ],
  ROLE_STATISTIC_DASHBOARD_DEBTOR: [
    ["Debiteurencijfers", "Debtor figures", "Chiffres des débiteurs", "Schuldnerzahlen"],
    [
      "Cijfers over debiteuren en hun betaalgedrag.",
      "Figures about debtors and how they pay.",
      "Chiffres des débiteurs et de leurs paiements.",
      "Zahlen zu Schuldnern und ihrem Zahlungsverhalten.",
    ],
  ],
  ROLE_STATISTIC_DASHBOARD_EMAIL: [
    ["E-mailcijfers", "E-mail figures", "Chiffres des e-mails", "E-Mail-Zahlen"],
    [
      "Cijfers over verzonden, bezorgde en geopende e-mail.",
      "Figures about e-mail sent, delivered and opened.",
      "Chiffres des e-mails envoyés, remis et ouverts.",
      "Zahlen zu gesendeten, zugestellten und geöffneten E-Mails.",
    ],
  ],
  ROLE_STATISTIC_DASHBOARD_CLIENT: [
    ["API-koppelingen in cijfers", "API plug-ins in figures", "Modules API en chiffres", "API-Anbindungen in Zahlen"],
    [
      "Welke opdrachtgevers via welke koppeling aanleveren.",
      "Which clients deliver by which connection.",
      "Quels clients remettent par quelle connexion.",
      "Welche Auftraggeber über welche Anbindung liefern.",
    ],
  ],
  ROLE_MANAGE_EMPLOYEE: [
    ["Medewerkers beheren", "Manage employees", "Gérer les employés", "Mitarbeiter verwalten"],
    [
      "Medewerkers en groepen aanmaken, wijzigen, uitnodigen en toegang ontzeggen.",
      "Make, change and invite employees and groups, and deny access.",
      "Créer, modifier, inviter des employés et groupes, retirer l’accès.",
      "Mitarbeiter und Gruppen anlegen, ändern, einladen und Zugang entziehen.",
    ],
  ],
  ROLE_EMPLOYEE_MANAGEMENT: [
    ["Leidinggevende", "Management", "Direction", "Leitung"],
    [
      "Hoort bij de leiding; ook de uitwisseling van verkoopbestanden.",
      "Belongs to the management; sales exchange as well.",
      "Fait partie de la direction ; aussi l’échange des ventes.",
      "Gehört zur Leitung; auch der Austausch von Verkaufsdateien.",
    ],
  ],
  ROLE_SETTINGS: [
    ["Instellingen", "Settings", "Paramètres", "Einstellungen"],
    [
      "De instellingen van het kantoor: bedrijf, tarieven, lijsten, teams, webshops.",
      "The settings of the office: company, tariffs, lists, teams, merchants.",
      "Les paramètres du bureau : société, tarifs, listes, équipes, commerçants.",
      "Die Einstellungen des Büros: Firma, Tarife, Listen, Teams, Händler.",
    ],
  ],
  ROLE_SETTINGS_ACL: [
    ["Rechten beheren", "Manage rights", "Gérer les droits", "Rechte verwalten"],
    [
      "Rollen geven en nemen, voor zover men ze zelf heeft.",
      "Grant and take roles, as far as one holds them oneself.",
      "Accorder et retirer des rôles, dans la mesure où on les détient.",
      "Rollen geben und nehmen, soweit man sie selbst hat.",
    ],
  ],
  ROLE_API_LOG_VIEW: [
    ["API-logboek", "API log", "Journal API", "API-Protokoll"],
    [
      "Zien welke verzoeken koppelingen deden en wat het antwoord was.",
      "See what connections asked and what was answered.",
      "Voir ce que les connexions ont demandé et la réponse.",
      "Sehen, was Anbindungen anfragten und was geantwortet wurde.",
    ],
  ],
  ROLE_ADMIN: [
    ["Beheerder", "Administrator", "Administrateur", "Administrator"],
    [
      "Technisch beheer, informatie delen, en als een ander werken die niet meer mag.",
      "Technical administration, sharing information, and acting as others who hold no more.",
      "Administration technique, partage d’informations, agir comme qui n’a pas plus de droits.",
      "Technische Verwaltung, Informationen teilen, als andere handeln, die nicht mehr dürfen.",
    ],
  ],
  ROLE_SUPER_ADMIN: [
    ["Hoofdbeheerder", "Super administrator", "Super-administrateur", "Hauptadministrator"],
    [
      "Als Beheerder: informatie delen en als een ander werken.",
      "As Administrator: sharing information and acting as others.",
      "Comme Administrateur : partage d’informations et agir comme un autre.",
      "Wie Administrator: Informationen teilen und als andere handeln.",
    ],
  ],
  ROLE_PREVIOUS_ADMIN: [
    ["Werkt als een ander", "Acts as another", "Agit comme un autre", "Handelt als andere"],
    [
      "Heeft wie op dit moment als een ander werkt.",
      "Held while acting as another.",
      "Détenu tant que l’on agit comme un autre.",
      "Hat, wer gerade als andere handelt.",
    ],
  ],
} as const satisfies Record<Role, readonly [Row, Row]>;

type Key = Role | `${Role}_for`;

const column = (language: Language): Record<Key, string> => {
  const at = languages.indexOf(language);
  const entries = Object.entries(rows).flatMap(([role, [name, purpose]]) => [
    [role, name[at] ?? ""],
    [`${role}_for`, purpose[at] ?? ""],
  ]);
  // Every role stands in `rows`, with both of its texts in every language.
  return Object.fromEntries(entries) as Record<Key, string>;
};

export const roleTexts = moduleTexts("roles", {
  nl: column("nl"),
  en: column("en"),
  fr: column("fr"),
  de: column("de"),
});
