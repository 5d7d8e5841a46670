/** Timeline and agenda texts of online payments. */
import { rowTexts } from "../../ground/kernel/texts.ts";

export const onlinePaymentTexts = rowTexts("online-payments", {
  off: [
    "Online betalen kan nu niet. U kunt het bedrag overmaken.",
    "Paying online is not possible now. You can transfer the amount.",
    "Le paiement en ligne n’est pas possible pour le moment. Vous pouvez virer le montant.",
    "Online zahlen ist derzeit nicht möglich. Sie können den Betrag überweisen.",
  ],
  description: ["Dossier %number%", "File %number%", "Dossier %number%", "Akte %number%"],
  reversed: [
    "De online betaling is teruggeboekt.",
    "The online payment was charged back.",
    "Le paiement en ligne a été remboursé.",
    "Die Online-Zahlung wurde zurückgebucht.",
  ],
  logUncertain: [
    "Online betaling van %amount%: de betaaldienst heeft niet geantwoord; of er betaald is, is niet bekend",
    "Online payment of %amount%: the payment provider did not answer; whether it was paid is not known",
    "Paiement en ligne de %amount% : le prestataire n’a pas répondu ; on ignore s’il a été payé",
    "Online-Zahlung über %amount%: der Zahlungsdienst hat nicht geantwortet; ob gezahlt wurde, ist nicht bekannt",
  ],
  logRefused: [
    "Online betaling van %amount% is door de betaaldienst geweigerd",
    "The payment provider refused an online payment of %amount%",
    "Le prestataire a refusé un paiement en ligne de %amount%",
    "Der Zahlungsdienst hat eine Online-Zahlung über %amount% abgelehnt",
  ],
  look_other: [
    "De betaaldienst meldt een online betaling die niet bij de opdracht past. Kijk bij de betaaldienst wat er is betaald.",
    "The payment provider reports an online payment that does not fit its order. See at the provider what was paid.",
    "Le prestataire signale un paiement en ligne qui ne correspond pas à l’ordre. Vérifiez chez lui ce qui a été payé.",
    "Der Zahlungsdienst meldet eine Online-Zahlung, die nicht zum Auftrag passt. Prüfen Sie dort, was gezahlt wurde.",
  ],
  look_part: [
    "Van een online betaling is een deel teruggegaan. Boek dat deel met de hand.",
    "Part of an online payment went back. Book that part by hand.",
    "Une partie d’un paiement en ligne a été remboursée. Enregistrez cette partie à la main.",
    "Ein Teil einer Online-Zahlung ging zurück. Buchen Sie diesen Teil von Hand.",
  ],
  look_back: [
    "Een teruggeboekte online betaling is weer binnengekomen. Boek hem met de hand.",
    "An online payment that was charged back has come in again. Book it by hand.",
    "Un paiement en ligne remboursé est revenu. Enregistrez-le à la main.",
    "Eine zurückgebuchte Online-Zahlung ist wieder eingegangen. Buchen Sie sie von Hand.",
  ],
});
