/** Measures that a text may announce, in the four languages: a threat must be able to follow (Bki art. 4.1). Pure. */

export const measures = ["summons", "bailiff", "seizure", "bankruptcy"] as const;
export type Measure = (typeof measures)[number];

const words: Readonly<Record<Measure, readonly string[]>> = {
  summons: ["dagvaard\\p{L}*", "summons", "assignation", "klage erheben"],
  bailiff: ["(?:gerechts)?deurwaarder\\p{L}*", "bailiff\\p{L}*", "huissier\\p{L}*", "gerichtsvollzieher\\p{L}*"],
  seizure: ["(?:loon|bank)?beslag\\p{L}*", "seizure\\p{L}*", "saisies?", "(?:lohn|konto)?pfändung\\p{L}*"],
  bankruptcy: ["faillie\\p{L}+", "failliss\\p{L}+", "bankrupt\\p{L}*", "faillite", "insolvenz\\p{L}*"],
};

const patterns = measures.map(
  (measure) => [measure, new RegExp(`(?<!\\p{L})(?:${words[measure].join("|")})(?!\\p{L})`, "giu")] as const,
);

/** The measures that a text names, with the words by which it does, each once. */
export const measuresIn = (text: string): { readonly measure: Measure; readonly word: string }[] =>
  patterns.flatMap(([measure, pattern]) => {
    const [first] = text.matchAll(pattern);
    return first ? [{ measure, word: first[0].toLowerCase() }] : [];
  });
