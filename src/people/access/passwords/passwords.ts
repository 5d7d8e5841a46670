/** What a password must be: 12 to 128 characters, and not one that is tried first. */

export const passwordLength = { min: 12, max: 128 } as const;

/** What people build passwords from, in lower case and plain letters; Dutch and English, and the words of this house. */
const commonWords = (
  "password passwort wachtwoord motdepasse welkom welcome bienvenue willkommen admin administrator beheer beheerder login inloggen " +
  "geheim secret geheimnis letmein iloveyou ikhouvanjou qwerty azerty qwertz asdfgh zxcvbn vorder incasso dossier debiteur " +
  "vordering deurwaarder collection test demo user gebruiker changeme verander default standaard master super sunshine princess " +
  "football voetbal dragon monkey shadow michael jordan superman batman pokemon starwars amsterdam rotterdam utrecht denhaag " +
  "eindhoven nederland holland netherlands ajax feyenoord psv januari februari maart april juni juli augustus september oktober " +
  "november december january february march may june july august october maandag dinsdag woensdag donderdag vrijdag zaterdag " +
  "zondag monday tuesday wednesday thursday friday saturday sunday winter lente zomer herfst spring summer autumn hallo hello " +
  "lieverd schatje liefde love baby angel computer laptop internet google facebook linkedin microsoft windows apple android " +
  "whatever trustno access temp guest root oracle server database kantoor office bedrijf company thuis home familie family"
)
  .split(" ")
  // The longest first, so that "administrator" goes before "admin".
  .sort((a, b) => b.length - a.length);

const letterOf: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
  "!": "i",
};

const rows = [
  "01234567890",
  "09876543210",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "azertyuiop",
];

/** Removes runs that follow the keyboard, the alphabet or the digits, and repeats of one sign: 4 signs and more. */
function withoutRuns(text: string): string {
  let rest = text.replace(/(.)\1{2,}/gu, "$1");
  for (const row of rows) {
    for (let length = row.length; length >= 4; length--) {
      for (let at = 0; at + length <= row.length; at++) rest = rest.replaceAll(row.slice(at, at + length), "");
    }
  }
  return rest;
}

function withoutWords(text: string, words: readonly string[]): string {
  let rest = text;
  for (const word of words) rest = rest.replaceAll(word, "");
  return rest;
}

const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
const unleet = (text: string): string => [...text].map((sign) => letterOf[sign] ?? sign).join("");

/** How many different signs are left once everything that guessers try first is taken away. */
function substance(text: string, words: readonly string[]): number {
  const rest = withoutWords(withoutRuns(text), words)
    .replace(/(19|20)\d{2}/g, "")
    .replace(/[\s\p{P}\p{S}]+/gu, "");
  return new Set(rest).size;
}

/** The fewest different signs that must be left. */
const leastSubstance = 5;

/**
 * Whether a password is one that is tried first: common words, years, runs and repeats, and the person's own names, however they
 * are strung together or written with digits for letters.
 */
export function isCommon(password: string, own: readonly string[] = []): boolean {
  const names = own.flatMap((name) => plain(name).split(/[\s@._-]+/)).filter((name) => name.length >= 3);
  const words = [...names, ...commonWords].sort((a, b) => b.length - a.length);
  const text = plain(password);
  return Math.min(substance(text, words), substance(unleet(text), words)) < leastSubstance;
}

/** The text key of what is wrong with a new password, or undefined. Length counts characters as people see them typed. */
export function passwordProblem(password: string, own: readonly string[] = []): string | undefined {
  const length = [...password].length;
  if (length < passwordLength.min) return "access.errorPasswordShort";
  if (length > passwordLength.max) return "access.errorPasswordLong";
  return isCommon(password, own) ? "access.errorPasswordCommon" : undefined;
}
