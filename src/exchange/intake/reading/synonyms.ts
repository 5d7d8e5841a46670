/** Words that clients' systems use for what we know under our own names. Pure. */

export const genderWords: Readonly<Record<string, "male" | "female">> = {
  m: "male",
  man: "male",
  male: "male",
  "de heer": "male",
  dhr: "male",
  v: "female",
  f: "female",
  vrouw: "female",
  female: "female",
  mevrouw: "female",
  mevr: "female",
};
export const languages: ReadonlySet<string> = new Set(["nl", "en", "fr", "de"]);
