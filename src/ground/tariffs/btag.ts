/** The articles of the Btag (tariffs of bailiffs for acts of office) that have a tariff: 2 a to x. */
export const btagArticles = [..."abcdefghijklmnopqrstuvwx"].map((letter) => `2${letter}`);
