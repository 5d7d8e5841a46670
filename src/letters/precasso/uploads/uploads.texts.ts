/** Texts of uploads of pre-collection. Each row: Dutch, English, French, German. */
import { rows } from "../../../ground/kernel/texts.ts";

export const uploadTexts = rows({
  uploadTitle: ["Precasso uploaden", "Upload pre-collection", "Téléverser le précontentieux", "Vorinkasso hochladen"],
  uploadedTitle: [
    "Precasso-uploads",
    "Pre-collection uploads",
    "Téléversements du précontentieux",
    "Vorinkasso-Uploads",
  ],
  rowKnown: [
    "Deze vordering is al ingelezen, als %number%.",
    "This claim came in before, as %number%.",
    "Cette créance est déjà enregistrée, sous %number%.",
    "Diese Forderung ist bereits erfasst, als %number%.",
  ],
  referenceInRow: [
    "Deze referentie staat al op regel %row%.",
    "This reference already stands on row %row%.",
    "Cette référence figure déjà à la ligne %row%.",
    "Diese Referenz steht bereits in Zeile %row%.",
  ],
  invoiceInRow: [
    "Deze factuur staat al op regel %row%.",
    "This invoice already stands on row %row%.",
    "Cette facture figure déjà à la ligne %row%.",
    "Diese Rechnung steht bereits in Zeile %row%.",
  ],
  paymentKnown: [
    "Deze betaling op %number% is al verwerkt. Geef een tweede betaling van dezelfde dag en hetzelfde bedrag een eigen kenmerk.",
    "This payment on %number% has been noted before. Give a second payment of the same day and amount a reference of its own.",
    "Ce paiement sur %number% est déjà noté. Donnez une référence propre à un second paiement du même jour et du même montant.",
    "Diese Zahlung auf %number% ist bereits erfasst. Geben Sie einer zweiten Zahlung vom selben Tag und Betrag eine eigene Referenz.",
  ],
  errorTwoRecords: [
    "De referentie en de factuur horen bij verschillende vorderingen.",
    "The reference and the invoice belong to different records.",
    "La référence et la facture appartiennent à des créances différentes.",
    "Referenz und Rechnung gehören zu verschiedenen Forderungen.",
  ],
  errorNothingOfRecords: [
    "In dit afschrift staat geen betaling die een vordering van deze opdrachtgever noemt.",
    "This statement holds no payment that names a record of this client.",
    "Ce relevé ne contient aucun paiement qui désigne une créance de ce client.",
    "Dieser Auszug enthält keine Zahlung, die eine Forderung dieses Auftraggebers nennt.",
  ],
});
