/** The account that a client is paid on, and how it is changed. */
import { rows } from "../../../ground/kernel/texts.ts";

export const accountTexts = rows({
  ibanAskedSubject: [
    "Wijziging van uw rekeningnummer aangevraagd",
    "A change of your account number was requested",
    "Changement de votre numéro de compte demandé",
    "Änderung Ihrer Kontonummer beantragt",
  ],
  ibanAskedText: [
    "Geachte %name%,\n\nBij ons is gevraagd om voortaan aan een andere rekening uit te betalen voor %company%.\n\nHuidige rekening: %former%\nNieuwe rekening: %wanted%\n\nDe wijziging gaat pas in als een tweede medewerker haar heeft gecontroleerd. Klopt dit niet? Bel ons dan meteen: %phone%.\n\nMet vriendelijke groet,\n%provider%",
    "Dear %name%,\n\nWe have been asked to pay %company% on another account from now on.\n\nPresent account: %former%\nNew account: %wanted%\n\nThe change takes effect only after a second employee has checked it. If this is not right, please call us at once: %phone%.\n\nKind regards,\n%provider%",
    "Bonjour %name%,\n\nIl nous a été demandé de verser désormais sur un autre compte les sommes dues à %company%.\n\nCompte actuel : %former%\nNouveau compte : %wanted%\n\nLe changement ne prend effet qu’après le contrôle d’un second employé. Si ce n’est pas exact, appelez-nous sans attendre : %phone%.\n\nCordialement,\n%provider%",
    "Guten Tag %name%,\n\nwir wurden gebeten, künftig für %company% auf ein anderes Konto auszuzahlen.\n\nBisheriges Konto: %former%\nNeues Konto: %wanted%\n\nDie Änderung gilt erst, wenn eine zweite Person sie geprüft hat. Stimmt das nicht? Rufen Sie uns bitte sofort an: %phone%.\n\nMit freundlichen Grüßen\n%provider%",
  ],
  ibanApprovedSubject: [
    "Uw rekeningnummer is gewijzigd",
    "Your account number was changed",
    "Votre numéro de compte a été modifié",
    "Ihre Kontonummer wurde geändert",
  ],
  ibanApprovedText: [
    "Geachte %name%,\n\nWij betalen voortaan aan een andere rekening uit voor %company%.\n\nVorige rekening: %former%\nNieuwe rekening: %wanted%\n\nKlopt dit niet? Bel ons dan meteen: %phone%.\n\nMet vriendelijke groet,\n%provider%",
    "Dear %name%,\n\nFrom now on we pay %company% on another account.\n\nFormer account: %former%\nNew account: %wanted%\n\nIf this is not right, please call us at once: %phone%.\n\nKind regards,\n%provider%",
    "Bonjour %name%,\n\nNous versons désormais sur un autre compte les sommes dues à %company%.\n\nAncien compte : %former%\nNouveau compte : %wanted%\n\nSi ce n’est pas exact, appelez-nous sans attendre : %phone%.\n\nCordialement,\n%provider%",
    "Guten Tag %name%,\n\nab jetzt zahlen wir für %company% auf ein anderes Konto aus.\n\nBisheriges Konto: %former%\nNeues Konto: %wanted%\n\nStimmt das nicht? Rufen Sie uns bitte sofort an: %phone%.\n\nMit freundlichen Grüßen\n%provider%",
  ],
  account: ["Bankrekening", "Bank account", "Compte bancaire", "Bankkonto"],
  accountChange: ["Rekening wijzigen", "Change account", "Modifier le compte", "Konto ändern"],
  accountWarn: [
    "De contactpersoon krijgt nu bericht per e-mail. De nieuwe rekening geldt pas als een collega haar heeft goedgekeurd.",
    "The contact person is told by e-mail now. The new account holds only after a colleague has approved it.",
    "La personne de contact est avertie par e-mail. Le nouveau compte ne vaut qu’après l’approbation d’un collègue.",
    "Der Ansprechpartner wird jetzt per E-Mail benachrichtigt. Das neue Konto gilt erst nach Freigabe durch eine zweite Person.",
  ],
  accountFirstHint: [
    "Op deze rekening betalen wij aan de opdrachtgever.",
    "We pay the client on this account.",
    "Nous payons le client sur ce compte.",
    "Auf dieses Konto zahlen wir an den Auftraggeber.",
  ],
  accountAsk: ["Wijziging aanvragen", "Request change", "Demander la modification", "Änderung beantragen"],
  accountOpen: [
    "Nieuwe rekening wacht op goedkeuring",
    "New account waits for approval",
    "Nouveau compte en attente d’approbation",
    "Neues Konto wartet auf Freigabe",
  ],
  accountOpenText: [
    "%iban% op naam van %holder%, aangevraagd door %who% op %date%. Bel de opdrachtgever op een bekend nummer voordat u goedkeurt.",
    "%iban% in the name of %holder%, requested by %who% on %date%. Call the client on a known number before you approve.",
    "%iban% au nom de %holder%, demandé par %who% le %date%. Appelez le client à un numéro connu avant d’approuver.",
    "%iban% auf den Namen %holder%, beantragt von %who% am %date%. Rufen Sie den Auftraggeber vor der Freigabe unter einer bekannten Nummer an.",
  ],
  accountWaits: [
    "Een collega die opdrachtgevers beheert, moet dit goedkeuren.",
    "A colleague who manages clients must approve this.",
    "Un collègue qui gère les clients doit l’approuver.",
    "Eine Person, die Auftraggeber verwaltet, muss dies freigeben.",
  ],
  accountApprove: ["Goedkeuren", "Approve", "Approuver", "Freigeben"],
  accountRefuse: ["Afwijzen", "Refuse", "Refuser", "Ablehnen"],
  accountSet: [
    "De rekening is opgeslagen.",
    "The account was saved.",
    "Le compte a été enregistré.",
    "Das Konto wurde gespeichert.",
  ],
  accountAsked: [
    "De wijziging is aangevraagd.",
    "The change was requested.",
    "La modification a été demandée.",
    "Die Änderung wurde beantragt.",
  ],
  accountApproved: [
    "De nieuwe rekening geldt.",
    "The new account is in use.",
    "Le nouveau compte est en vigueur.",
    "Das neue Konto gilt.",
  ],
  accountRefused: [
    "De wijziging is afgewezen.",
    "The change was refused.",
    "La modification a été refusée.",
    "Die Änderung wurde abgelehnt.",
  ],
  accountNone: ["Nog geen rekening", "No account yet", "Pas encore de compte", "Noch kein Konto"],
  similarKvk: [
    "Dit KvK-nummer staat al bij",
    "This KvK number is already with",
    "Ce numéro KvK figure déjà chez",
    "Diese KvK-Nummer steht bereits bei",
  ],
  similarIban: [
    "Deze IBAN staat al bij",
    "This IBAN is already with",
    "Cet IBAN figure déjà chez",
    "Diese IBAN steht bereits bei",
  ],
});
