/** The words of a template as one text: what two versions are compared by, and the variables that they name. Pure. */
import { bodyWords } from "../../../letters/templates/templates.ts";
import type { Defence, Section } from "./shape.ts";
import { isCourtVariable } from "./variables.ts";

interface Words {
  readonly name: string;
  readonly sections: readonly Section[];
  readonly defences: readonly Defence[];
}

/** How a section is used stands between its title and its words, so that a change of it is seen too. */
const sectionText = ({ title, key, use, claimTypes, against, fact, block, numbered, body }: Section): string => {
  const when = [use, ...claimTypes, against, fact, block, numbered ? "1." : ""].filter(
    (word) => !["", "all", "none"].includes(word),
  );
  return `## ${title || key} (${when.join(", ")})\n${bodyWords.source(body)}`;
};

export const templateText = ({ name, sections, defences }: Words): string =>
  [name, ...sections.map(sectionText), ...defences.map(({ defence, rebuttal }) => `? ${defence}\n! ${rebuttal}`)].join(
    "\n\n",
  );

/** Names that no court paper can fill, with the place of their section. */
export const unknownVariables = (sections: readonly Section[]): { readonly at: number; readonly name: string }[] =>
  sections.flatMap(({ body }, at) =>
    bodyWords
      .variables("", body)
      .filter((name) => !isCourtVariable(name))
      .map((name) => ({ at, name })),
  );
