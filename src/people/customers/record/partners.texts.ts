/** The partners of a client. */
import { rows } from "../../../ground/kernel/texts.ts";

export const partnerTexts = rows({
  partners: [
    "Partners en deurwaarders",
    "Partners and bailiffs",
    "Partenaires et huissiers",
    "Partner und Gerichtsvollzieher",
  ],
  partner: ["Partner", "Partner", "Partenaire", "Partner"],
  partnerAdd: ["Partner toevoegen", "Add partner", "Ajouter un partenaire", "Partner hinzufügen"],
  partnerAdded: [
    "De partner is toegevoegd.",
    "The partner was added.",
    "Le partenaire a été ajouté.",
    "Der Partner wurde hinzugefügt.",
  ],
  partnerReference: [
    "Kenmerk bij de partner",
    "Reference with the partner",
    "Référence chez le partenaire",
    "Zeichen beim Partner",
  ],
  partnerDrop: ["Partner loskoppelen", "Unlink partner", "Dissocier le partenaire", "Partner lösen"],
  partnerDropQuestion: [
    "%name% loskoppelen van deze opdrachtgever?",
    "Unlink %name% from this client?",
    "Dissocier %name% de ce client ?",
    "%name% von diesem Auftraggeber lösen?",
  ],
  partnersNone: ["Nog geen partners", "No partners yet", "Pas encore de partenaires", "Noch keine Partner"],
  partnersNoneText: [
    "Koppel de deurwaarders en partners met wie deze opdrachtgever werkt.",
    "Link the bailiffs and partners this client works with.",
    "Associez les huissiers et partenaires de ce client.",
    "Verknüpfen Sie die Gerichtsvollzieher und Partner dieses Auftraggebers.",
  ],
  partnerKind_bailiff: ["Deurwaarder", "Bailiff", "Huissier de justice", "Gerichtsvollzieher"],
  partnerKind_collection_partner: [
    "Incassopartner",
    "Collection partner",
    "Partenaire de recouvrement",
    "Inkassopartner",
  ],
  partnerKind_debt_help: ["Schuldhulpverlening", "Debt counselling", "Aide au désendettement", "Schuldnerberatung"],
  partnerKind_lawyer: ["Advocaat", "Lawyer", "Avocat", "Rechtsanwalt"],
  partnerKind_administrator: ["Bewindvoerder", "Administrator", "Administrateur", "Betreuer"],
  partnerKind_registry: ["Register", "Registry", "Registre", "Register"],
  partnerKind_other: ["Overig", "Other", "Autre", "Sonstige"],
});
