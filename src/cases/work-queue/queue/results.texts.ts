/** Texts of the results of a call. */
import { rows } from "../../../ground/kernel/texts.ts";

export const resultTexts = rows({
  line_answered: ["opgenomen", "answered", "décroché", "abgehoben"],
  line_no_answer: ["geen gehoor", "no answer", "pas de réponse", "keine Antwort"],
  line_busy: ["in gesprek", "busy", "occupé", "besetzt"],
  line_congestion: ["geen verbinding", "no connection", "pas de connexion", "keine Verbindung"],
  line_machine: [
    "voicemail, niets ingesproken",
    "voicemail, no message left",
    "répondeur, sans message",
    "Mailbox, nichts gesprochen",
  ],
  line_machine_message: [
    "voicemail ingesproken",
    "voicemail, message left",
    "message laissé sur répondeur",
    "Mailbox besprochen",
  ],
  line_dropped: ["verbinding verbroken", "line dropped", "ligne coupée", "Verbindung abgebrochen"],
  line_out_of_service: [
    "nummer niet in gebruik",
    "number out of service",
    "numéro hors service",
    "Nummer nicht vergeben",
  ],
  line_fax: ["fax", "fax", "fax", "Fax"],
  person_right_party: ["debiteur gesproken", "debtor spoken to", "débiteur joint", "Schuldner gesprochen"],
  person_promise: ["zegt betaling toe", "promises to pay", "promet de payer", "sagt Zahlung zu"],
  person_call_back: ["terugbellen", "call back", "rappeler", "zurückrufen"],
  person_dispute: ["betwist de vordering", "disputes the claim", "conteste la créance", "bestreitet die Forderung"],
  person_help_asked: ["vraagt hulp", "asks for help", "demande de l’aide", "bittet um Hilfe"],
  person_refuses: ["weigert", "refuses", "refuse", "verweigert"],
  person_third_person: ["iemand anders", "somebody else", "une autre personne", "jemand anderes"],
  person_wrong_number: ["verkeerd nummer", "wrong number", "faux numéro", "falsche Nummer"],
  person_deceased: ["overleden", "deceased", "décédé", "verstorben"],
  person_language: [
    "spreekt een andere taal",
    "speaks another language",
    "parle une autre langue",
    "spricht eine andere Sprache",
  ],
});
