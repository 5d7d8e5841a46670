/** Texts of the link to the debtor's page in letters and e-mails, in the reader’s language. */
import type { Language } from "../../../ground/kernel/texts.ts";

/** What one does there, how one comes in by a letter and by an e-mail, and what is asked first. */
type OwnPageWords = Readonly<Record<"title" | "what" | "scan" | "type" | "asks" | "open", string>>;

export const ownPageWords: Readonly<Record<Language, OwnPageWords>> = {
  nl: {
    title: "Uw eigen pagina",
    what: "Hier ziet u wat u moet betalen en waarom. U kunt er betalen, iets afspreken, antwoorden of hulp vragen.",
    scan: "Scan met uw telefoon",
    type: "Of ga naar %short% en typ de code %code%",
    asks: "Wij vragen daar eerst uw geboortedatum, of uw postcode en huisnummer.",
    open: "Open uw pagina: %address%",
  },
  en: {
    title: "Your own page",
    what: "Here you see what you must pay and why. You can pay there, agree on terms, answer or ask for help.",
    scan: "Scan with your phone",
    type: "Or go to %short% and type the code %code%",
    asks: "There we first ask your date of birth, or your postcode and house number.",
    open: "Open your page: %address%",
  },
  fr: {
    title: "Votre page personnelle",
    what: "Vous y voyez ce que vous devez payer et pourquoi. Vous pouvez y payer, convenir de termes, répondre ou demander de l’aide.",
    scan: "Scannez avec votre téléphone",
    type: "Ou allez sur %short% et tapez le code %code%",
    asks: "Nous y demandons d’abord votre date de naissance, ou votre code postal et numéro.",
    open: "Ouvrez votre page : %address%",
  },
  de: {
    title: "Ihre eigene Seite",
    what: "Hier sehen Sie, was Sie zahlen müssen und warum. Sie können dort zahlen, Raten vereinbaren, antworten oder um Hilfe bitten.",
    scan: "Mit dem Telefon scannen",
    type: "Oder gehen Sie zu %short% und geben Sie den Code %code% ein",
    asks: "Dort fragen wir zuerst nach Ihrem Geburtsdatum oder nach Postleitzahl und Hausnummer.",
    open: "Öffnen Sie Ihre Seite: %address%",
  },
};
