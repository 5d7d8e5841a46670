/** Texts about why a contract binds a minor or a person under guardianship. Each row: Dutch, English, French, German. */
import { rowTexts } from "../../../ground/kernel/texts.ts";

export const capacityTexts = rowTexts("capacity", {
  title: ["Handelingsbekwaamheid", "Legal capacity", "Capacité juridique", "Geschäftsfähigkeit"],
  why_minor: [
    "De overeenkomst van %on% is gesloten door een minderjarige. Zonder toestemming van de wettelijke vertegenwoordiger kan zij worden vernietigd (BW 1:234, 3:32).",
    "The contract of %on% was made by a minor. Without the legal representative’s consent it can be avoided (BW 1:234, 3:32).",
    "Le contrat du %on% a été conclu par un mineur. Sans l’accord du représentant légal, il peut être annulé (BW 1:234, 3:32).",
    "Der Vertrag vom %on% wurde von einer minderjährigen Person geschlossen. Ohne Zustimmung der gesetzlichen Vertretung ist er anfechtbar (BW 1:234, 3:32).",
  ],
  why_guardianship: [
    "De overeenkomst van %on% is gesloten onder curatele. Zonder toestemming van de curator kan zij worden vernietigd (BW 1:381).",
    "The contract of %on% was made under guardianship. Without the guardian’s consent it can be avoided (BW 1:381).",
    "Le contrat du %on% a été conclu sous curatelle. Sans l’accord du curateur, il peut être annulé (BW 1:381).",
    "Der Vertrag vom %on% wurde unter Vormundschaft geschlossen. Ohne Zustimmung des Vormunds ist er anfechtbar (BW 1:381).",
  ],
  until: [
    "Vanaf %date% kan dat niet meer (BW 3:52).",
    "From %date% on that is no longer possible (BW 3:52).",
    "À partir du %date%, ce n’est plus possible (BW 3:52).",
    "Ab dem %date% geht das nicht mehr (BW 3:52).",
  ],
  binds: [
    "Vastgelegd is dat zij de debiteur toch bindt:",
    "It is noted that it binds the debtor all the same:",
    "Il est noté qu’il lie néanmoins le débiteur :",
    "Vermerkt ist, dass er die Person dennoch bindet:",
  ],
  ground_consent: [
    "toestemming van de wettelijke vertegenwoordiger",
    "consent of the legal representative",
    "accord du représentant légal",
    "Zustimmung der gesetzlichen Vertretung",
  ],
  ground_usual: ["gebruikelijk op die leeftijd", "usual at that age", "usuel à cet âge", "in diesem Alter üblich"],
  item: ["%on%: %ground%, %by%", "%on%: %ground%, %by%", "%on% : %ground%, %by%", "%on%: %ground%, %by%"],
  note: ["Binding vastleggen", "Note that it binds", "Noter qu’il lie", "Bindung vermerken"],
  noted: [
    "Vastgelegd is dat de overeenkomst bindt.",
    "It is noted that the contract binds.",
    "Il est noté que le contrat lie.",
    "Vermerkt ist, dass der Vertrag bindet.",
  ],
  ground: ["Grond", "Ground", "Motif", "Grund"],
  on: ["Dag", "Day", "Jour", "Tag"],
  by: [
    "Door wie, en waaruit dat blijkt",
    "By whom, and what shows it",
    "Par qui, et ce qui le montre",
    "Durch wen, und woraus es hervorgeht",
  ],
  document: ["Document in het dossier", "Document on the file", "Document au dossier", "Dokument in der Akte"],
  newDocument: ["Nieuw document", "New document", "Nouveau document", "Neues Dokument"],
  either: [
    "Kies een document of voeg er een toe, niet allebei.",
    "Choose a document or add one, not both.",
    "Choisissez un document ou ajoutez-en un, pas les deux.",
    "Wählen Sie ein Dokument oder fügen Sie eines hinzu, nicht beides.",
  ],
  takeBack: ["Terugnemen", "Take back", "Retirer", "Zurücknehmen"],
  reason: ["Reden", "Reason", "Motif", "Grund"],
});
