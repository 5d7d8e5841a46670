/** What is wrong with an upload as a whole, or with a document in it. */
import { rows } from "../../../ground/kernel/texts.ts";

export const uploadTexts = rows({
  noFile: ["Kies een bestand.", "Choose a file.", "Choisissez un fichier.", "Wählen Sie eine Datei."],
  empty: [
    "Dit bestand heeft geen kopregel met gegevens eronder.",
    "This file has no header with rows below it.",
    "Ce fichier n’a pas d’en-tête suivi de lignes.",
    "Diese Datei hat keine Kopfzeile mit Zeilen darunter.",
  ],
  unreadable: [
    "Dit bestand is niet te lezen als CSV of XLSX.",
    "This file cannot be read as CSV or XLSX.",
    "Ce fichier n’est pas lisible comme CSV ou XLSX.",
    "Diese Datei ist nicht als CSV oder XLSX lesbar.",
  ],
  leadsOut: [
    "Dit archief noemt een bestand buiten zijn eigen map (.. of een pad vanaf de schijf) en wordt niet geopend.",
    "This archive names a file outside its own folder (.. or a path from the disk) and is not opened.",
    "Cette archive désigne un fichier hors de son propre dossier (.. ou un chemin absolu) et n’est pas ouverte.",
    "Dieses Archiv nennt eine Datei außerhalb seines eigenen Ordners (.. oder einen Pfad ab dem Laufwerk) und wird nicht geöffnet.",
  ],
  infected: [
    "In dit bestand zit een virus; het is niet bewaard.",
    "This file holds a virus; it has not been kept.",
    "Ce fichier contient un virus ; il n’a pas été conservé.",
    "Diese Datei enthält einen Virus; sie wurde nicht aufbewahrt.",
  ],
  bomb: [
    "Dit bestand is uitgepakt te groot.",
    "This file is too large once unpacked.",
    "Ce fichier est trop volumineux une fois décompressé.",
    "Diese Datei ist entpackt zu groß.",
  ],
  tooManyRows: [
    "Een bestand mag hoogstens %maximum% regels hebben.",
    "A file may have at most %maximum% rows.",
    "Un fichier peut compter au plus %maximum% lignes.",
    "Eine Datei darf höchstens %maximum% Zeilen haben.",
  ],
  tooManyColumns: [
    "Een bestand mag hoogstens %maximum% kolommen hebben.",
    "A file may have at most %maximum% columns.",
    "Un fichier peut compter au plus %maximum% colonnes.",
    "Eine Datei darf höchstens %maximum% Spalten haben.",
  ],
  columnMissing: [
    "Kies de kolom voor dit veld.",
    "Choose the column for this field.",
    "Choisissez la colonne de ce champ.",
    "Wählen Sie die Spalte für dieses Feld.",
  ],
  columnTwice: [
    "Eén kolom is voor twee velden gekozen.",
    "One column was chosen for two fields.",
    "Une colonne a été choisie pour deux champs.",
    "Eine Spalte wurde für zwei Felder gewählt.",
  ],
  tooLate: [
    "Dit kan nu niet meer: het bestand is al verwerkt of vervallen.",
    "This is no longer possible: the file has been placed or given up.",
    "Ce n’est plus possible : le fichier est déjà traité ou abandonné.",
    "Das ist nicht mehr möglich: die Datei ist bereits verarbeitet oder verworfen.",
  ],
  notChecked: [
    "Controleer het bestand eerst.",
    "Check the file first.",
    "Vérifiez d’abord le fichier.",
    "Prüfen Sie die Datei zuerst.",
  ],
  nothingToPlace: [
    "Er is geen regel die geïmporteerd kan worden.",
    "There is no row that can be imported.",
    "Aucune ligne ne peut être importée.",
    "Es gibt keine Zeile, die importiert werden kann.",
  ],
  failed: [
    "Het verwerken is mislukt; probeer het opnieuw.",
    "It failed; please try again.",
    "Le traitement a échoué ; réessayez.",
    "Die Verarbeitung ist fehlgeschlagen; versuchen Sie es erneut.",
  ],
  chooseClient: [
    "Kies de opdrachtgever van deze termijnen.",
    "Choose the client of these instalments.",
    "Choisissez le client de ces échéances.",
    "Wählen Sie den Auftraggeber dieser Raten.",
  ],
  tooManyDocuments: [
    "Een archief mag hoogstens %maximum% documenten hebben.",
    "An archive may hold at most %maximum% documents.",
    "Une archive peut contenir au plus %maximum% documents.",
    "Ein Archiv darf höchstens %maximum% Dokumente enthalten.",
  ],
  encrypted: [
    "Dit archief is met een wachtwoord beveiligd.",
    "This archive is protected by a password.",
    "Cette archive est protégée par un mot de passe.",
    "Dieses Archiv ist passwortgeschützt.",
  ],
  severalTables: [
    "Dit archief heeft meer dan één CSV of XLSX.",
    "This archive has more than one CSV or XLSX.",
    "Cette archive contient plus d’un CSV ou XLSX.",
    "Dieses Archiv enthält mehr als eine CSV oder XLSX.",
  ],
  noTable: [
    "Dit archief heeft geen CSV of XLSX met regels.",
    "This archive has no CSV or XLSX with rows.",
    "Cette archive ne contient pas de CSV ou XLSX.",
    "Dieses Archiv enthält keine CSV oder XLSX mit Zeilen.",
  ],
  documentKind: [
    "Dit soort bestand wordt niet als bijlage bewaard.",
    "This kind of file is not kept as an attachment.",
    "Ce type de fichier n’est pas conservé comme pièce jointe.",
    "Diese Art Datei wird nicht als Anlage aufbewahrt.",
  ],
  documentAmbiguous: [
    "De naam past bij meer dan één dossier.",
    "The name fits more than one file.",
    "Le nom correspond à plusieurs dossiers.",
    "Der Name passt zu mehr als einer Akte.",
  ],
  documentUnknown: [
    "De naam noemt geen referentie of factuurnummer uit dit bestand.",
    "The name holds no reference or invoice number of this upload.",
    "Le nom ne contient ni référence ni numéro de facture de ce fichier.",
    "Der Name enthält keine Referenz oder Rechnungsnummer dieser Datei.",
  ],
  documentTooLarge: [
    "Dit document is te groot.",
    "This document is too large.",
    "Ce document est trop volumineux.",
    "Dieses Dokument ist zu groß.",
  ],
});
