/**
 * Words that press for payment, in the four languages. A message that says of itself that it does not press may hold none of them: while
 * a claim is disputed or under counselling only such messages may go (rules; Bki art. 4.1). Pure.
 */

/** Each pattern is an act of demand or a threat, not the mere mention of money: "we received your payment" presses nobody. */
const pressing: readonly RegExp[] = [
  // nl
  /\b(betaal|voldoe|betaal\w* (u )?(nu|direct|vandaag|alsnog|meteen|onmiddellijk))\b/giu,
  /\b(moet|dient|behoort|hoort)\b[^.!?\n]{0,60}\b(betalen|voldoen|overmaken)\b/giu,
  /\b(aanmaning|sommatie|sommeren|dagvaard\w*|deurwaarder\w*|beslag\w*|incassokosten|gerechtelijk\w*|faillissementsaanvra\w*)\b/giu,
  /\b(binnen \d+ (werk)?dagen|uiterlijk|laatste (kans|waarschuwing))\b/giu,
  // en
  /\b(please pay|pay (now|today|us|the|at once|immediately|within|by))\b|^\s*pay\b/gimu,
  /\b(must|have to|need to|are required to)\b[^.!?\n]{0,60}\bpay\b/giu,
  /\b(final (notice|demand|warning)|reminder of payment|bailiff\w*|summons|seizure|collection costs|legal action)\b/giu,
  /\b(within \d+ (working )?days|at the latest)\b/giu,
  // fr
  /(?<!\p{L})(payez|réglez|veuillez (payer|régler|verser)|versez)(?!\p{L})/giu,
  /(?<!\p{L})(devez|êtes tenue?s? de)(?!\p{L})[^.!?\n]{0,60}(?<!\p{L})(payer|régler|verser)(?!\p{L})/giu,
  /(?<!\p{L})(mise en demeure|dernier (avis|rappel)|huissier|saisie|assignation|frais de recouvrement|poursuites)(?!\p{L})/giu,
  /(?<!\p{L})(dans (les|un délai de) \d+ jours|au plus tard)(?!\p{L})/giu,
  // de
  /(?<!\p{L})(zahlen sie|begleichen sie|überweisen sie)(?!\p{L})/giu,
  /(?<!\p{L})(müssen|haben)(?!\p{L})[^.!?\n]{0,60}(?<!\p{L})(zahlen|begleichen|überweisen)(?!\p{L})/giu,
  /(?<!\p{L})(mahnung|letzte (aufforderung|warnung)|gerichtsvollzieher\p{L}*|pfändung\p{L}*|klage erheben|inkassokosten)(?!\p{L})/giu,
  /(?<!\p{L})(innerhalb von \d+ tagen|spätestens)(?!\p{L})/giu,
];

/** The words of a text that press, each once, as they stand in it and in that order. */
export function pressingWords(text: string): readonly string[] {
  const found = pressing.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({ at: match.index, words: match[0].trim() })),
  );
  return [...new Set(found.sort((a, b) => a.at - b.at).map(({ words }) => words))];
}
