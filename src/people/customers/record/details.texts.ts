/** What the screens and refusals about a client's people, agreements, documents and account say; each topic stands beside. */
import { rowTexts } from "../../../ground/kernel/texts.ts";
import { accountTexts } from "../account/account.texts.ts";
import { agreementTexts } from "../agreements/agreements.texts.ts";
import { contactTexts } from "../contacts/contacts.texts.ts";
import { paperTexts } from "../documents/documents.texts.ts";
import { partnerTexts } from "./partners.texts.ts";
import { refusalTexts } from "./refusals.texts.ts";

export const detailTexts = rowTexts("customers", {
  ...contactTexts,
  ...agreementTexts,
  ...paperTexts,
  ...accountTexts,
  ...partnerTexts,
  ...refusalTexts,
  editTitle: ["Opdrachtgever wijzigen", "Edit client", "Modifier le client", "Auftraggeber bearbeiten"],
  saved: [
    "%company% is opgeslagen.",
    "%company% was saved.",
    "%company% a été enregistré.",
    "%company% wurde gespeichert.",
  ],
  yes: ["Ja", "Yes", "Oui", "Ja"],
  no: ["Nee", "No", "Non", "Nein"],
  leaveQuestion: [
    "U heeft wijzigingen die nog niet zijn opgeslagen. Toch weggaan?",
    "You have changes that are not saved yet. Leave all the same?",
    "Des modifications ne sont pas enregistrées. Quitter quand même ?",
    "Es gibt Änderungen, die noch nicht gespeichert sind. Trotzdem verlassen?",
  ],
  leave: ["Weggaan", "Leave", "Quitter", "Verlassen"],
  historyName: ["Opdrachtgever", "Client", "Client", "Auftraggeber"],
  did_workflows: [
    "Standaardworkflows gewijzigd",
    "Standard workflows changed",
    "Flux standards modifiés",
    "Standard-Workflows geändert",
  ],
  did_allowedWorkflows: [
    "Toegestane workflows gewijzigd",
    "Allowed workflows changed",
    "Flux autorisés modifiés",
    "Erlaubte Workflows geändert",
  ],
  did_addContact: [
    "Contactpersoon toegevoegd",
    "Contact person added",
    "Personne de contact ajoutée",
    "Ansprechpartner hinzugefügt",
  ],
  did_updateContact: [
    "Contactpersoon gewijzigd",
    "Contact person changed",
    "Personne de contact modifiée",
    "Ansprechpartner geändert",
  ],
  did_dropContact: [
    "Contactpersoon verwijderd",
    "Contact person removed",
    "Personne de contact supprimée",
    "Ansprechpartner entfernt",
  ],
  did_makeLogin: ["Login gemaakt", "Login made", "Accès créé", "Zugang angelegt"],
  did_changeLogin: ["Login gewijzigd", "Login changed", "Accès modifié", "Zugang geändert"],
  did_invite: ["Opnieuw uitgenodigd", "Invited again", "Nouvelle invitation", "Erneut eingeladen"],
  did_addTerms: [
    "Afspraak over rente en kosten toegevoegd",
    "Agreement on interest and costs added",
    "Accord sur intérêts et frais ajouté",
    "Vereinbarung über Zinsen und Kosten hinzugefügt",
  ],
  did_dropTerms: [
    "Afspraak over rente en kosten verwijderd",
    "Agreement on interest and costs removed",
    "Accord sur intérêts et frais supprimé",
    "Vereinbarung über Zinsen und Kosten entfernt",
  ],
  did_addCommission: [
    "Provisieafspraak toegevoegd",
    "Commission agreement added",
    "Accord de commission ajouté",
    "Provisionsvereinbarung hinzugefügt",
  ],
  did_dropCommission: [
    "Provisieafspraak verwijderd",
    "Commission agreement removed",
    "Accord de commission supprimé",
    "Provisionsvereinbarung entfernt",
  ],
  did_addDocument: ["Document toegevoegd", "Document added", "Document ajouté", "Dokument hinzugefügt"],
  did_updateDocument: ["Document gewijzigd", "Document changed", "Document modifié", "Dokument geändert"],
  did_dropDocument: ["Document verwijderd", "Document deleted", "Document supprimé", "Dokument gelöscht"],
  did_addNote: ["Notitie geschreven", "Note written", "Note rédigée", "Notiz geschrieben"],
  did_dropNote: ["Notitie verwijderd", "Note deleted", "Note supprimée", "Notiz gelöscht"],
  did_setAccount: ["Rekening ingevuld", "Account set", "Compte enregistré", "Konto eingetragen"],
  did_askAccount: [
    "Wijziging van rekening aangevraagd",
    "Change of account requested",
    "Changement de compte demandé",
    "Kontoänderung beantragt",
  ],
  did_approveAccount: [
    "Wijziging van rekening goedgekeurd",
    "Change of account approved",
    "Changement de compte approuvé",
    "Kontoänderung freigegeben",
  ],
  did_refuseAccount: [
    "Wijziging van rekening afgewezen",
    "Change of account refused",
    "Changement de compte refusé",
    "Kontoänderung abgelehnt",
  ],
  did_updateMapping: [
    "Importindeling gewijzigd",
    "Import layout changed",
    "Format d’importation modifié",
    "Importlayout geändert",
  ],
  did_dropMapping: [
    "Importindeling vergeten",
    "Import layout forgotten",
    "Format d’importation oublié",
    "Importlayout vergessen",
  ],
  did_setPartner: ["Partner gekoppeld", "Partner linked", "Partenaire associé", "Partner verknüpft"],
  did_dropPartner: ["Partner losgekoppeld", "Partner unlinked", "Partenaire dissocié", "Partner gelöst"],
});
