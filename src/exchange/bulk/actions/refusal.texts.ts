/** Why a work on many files, or something to one of them, cannot be. */
import { rows } from "../../../ground/kernel/texts.ts";

export const refusalTexts = rows({
  nothing: [
    "Er is geen dossier dat aan deze filters voldoet.",
    "No file matches these filters.",
    "Aucun dossier ne correspond à ces filtres.",
    "Keine Akte entspricht diesen Filtern.",
  ],
  nothingPasted: [
    "Geen van deze dossiers is bekend.",
    "None of these files is known.",
    "Aucun de ces dossiers n’est connu.",
    "Keine dieser Akten ist bekannt.",
  ],
  tooMany: [
    "Een bulkwijziging gaat over hoogstens %max% dossiers. Filter verder.",
    "A bulk update takes at most %max% files. Filter further.",
    "Une mise à jour porte sur %max% dossiers au plus. Filtrez davantage.",
    "Eine Massenänderung umfasst höchstens %max% Akten. Filtern Sie weiter.",
  ],
  tooManyLines: [
    "Plak hoogstens %max% nummers.",
    "Paste at most %max% numbers.",
    "Collez %max% numéros au plus.",
    "Fügen Sie höchstens %max% Nummern ein.",
  ],
  sendFourEyes: [
    "Vier ogen: in bulk wordt niets verzonden. Plan een verwerking; een collega verstuurt die.",
    "Four eyes: nothing is sent in bulk. Plan a run; a colleague sends it.",
    "Quatre yeux : une mise à jour n’envoie rien. Planifiez un traitement ; un collègue l’envoie.",
    "Vier Augen: Eine Massenänderung versendet nichts. Planen Sie einen Lauf; jemand anders versendet ihn.",
  ],
  sendDayFull: [
    "%channel%: vandaag gaan er al %count% van %most%, en deze actie wil er %wanted% versturen. Haal dossiers eruit, of verstuur de rest op een andere dag.",
    "%channel%: %count% of %most% go today already, and this work would send %wanted%. Take files out, or send the rest on another day.",
    "%channel% : %count% sur %most% partent déjà aujourd’hui, et cette mise à jour veut en envoyer %wanted%. Retirez des dossiers, ou envoyez le reste un autre jour.",
    "%channel%: Heute gehen schon %count% von %most%, und diese Massenänderung will %wanted% senden. Nehmen Sie Akten heraus, oder senden Sie den Rest an einem anderen Tag.",
  ],
  nothingToDo: ["Er is niets te doen.", "There is nothing to do.", "Il n’y a rien à faire.", "Es gibt nichts zu tun."],
  notPlanned: [
    "Dit plan is er nog niet, of al uitgevoerd.",
    "This plan is not ready yet, or has been made.",
    "Ce plan n’est pas encore prêt ou déjà exécuté.",
    "Dieser Plan ist noch nicht fertig oder schon ausgeführt.",
  ],
  notMaking: [
    "Er wordt niets uitgevoerd.",
    "Nothing is being done.",
    "Rien n’est en cours.",
    "Es wird nichts ausgeführt.",
  ],
  begun: [
    "Een deel is al uitgevoerd; het plan blijft bewaard.",
    "A part has been done; the plan is kept.",
    "Une partie est déjà exécutée ; le plan est conservé.",
    "Ein Teil ist schon ausgeführt; der Plan bleibt erhalten.",
  ],
  notUndoable: [
    "Dit kan niet (meer) worden teruggedraaid.",
    "This cannot be undone (any more).",
    "Cela ne peut pas (plus) être annulé.",
    "Das kann nicht (mehr) rückgängig gemacht werden.",
  ],
  hasLeft: [
    "Het bericht is al vertrokken.",
    "The message has left already.",
    "Le message est déjà parti.",
    "Die Nachricht ist bereits versandt.",
  ],
  noLongerAllowed: [
    "U mag dit niet meer.",
    "You may not do this any more.",
    "Vous n’y êtes plus autorisé.",
    "Sie dürfen das nicht mehr.",
  ],
  changed: [
    "Het dossier is intussen gewijzigd.",
    "The file was changed meanwhile.",
    "Le dossier a été modifié entre-temps.",
    "Die Akte wurde inzwischen geändert.",
  ],
  gone: [
    "Dit dossier is er niet voor u.",
    "There is no such file for you.",
    "Ce dossier n’existe pas pour vous.",
    "Diese Akte gibt es für Sie nicht.",
  ],
  fault: [
    "Er ging iets mis; het staat in het systeemlogboek.",
    "Something went wrong; the system log has it.",
    "Une erreur est survenue ; voir le journal du système.",
    "Etwas ging schief; es steht im Systemprotokoll.",
  ],
  gate: ["%text%%article%", "%text%%article%", "%text%%article%", "%text%%article%"],
  byHand: [
    "De volgende stap (%step%) is handwerk.",
    "The next step (%step%) is done by hand.",
    "L’étape suivante (%step%) se fait à la main.",
    "Der nächste Schritt (%step%) ist Handarbeit.",
  ],
  noStep: [
    "Er is geen volgende stap.",
    "There is no next step.",
    "Il n’y a pas d’étape suivante.",
    "Es gibt keinen nächsten Schritt.",
  ],
  noSuchHold: [
    "Deze blokkade ligt niet op het dossier.",
    "The file bears no such hold.",
    "Ce blocage n’existe pas sur ce dossier.",
    "Diese Sperre liegt nicht auf der Akte.",
  ],
  noSuchSubject: [
    "Dit onderwerp is er niet.",
    "There is no such subject.",
    "Cet objet n’existe pas.",
    "Diesen Grund gibt es nicht.",
  ],
  noSuchDate: [
    "Deze datum bestaat niet.",
    "There is no such date.",
    "Cette date n’existe pas.",
    "Dieses Datum gibt es nicht.",
  ],
  pastDay: [
    "Kies een dag die nog komt.",
    "Choose a day to come.",
    "Choisissez un jour à venir.",
    "Wählen Sie einen kommenden Tag.",
  ],
});
