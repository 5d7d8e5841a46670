/**
 * Rich text that people write to be read on a screen: the editor's JSON, cut down to paragraphs, headings, lists, bold and italic.
 * Anything else is refused at the border, so that what is shown is drawn from known parts and never from markup.
 */
import { z } from "zod";

const textNode = z.strictObject({
  type: z.literal("text"),
  text: z.string().min(1).max(5000),
  marks: z
    .array(z.object({ type: z.enum(["bold", "italic"]) }))
    .max(4)
    .optional(),
});
const inline = z.discriminatedUnion("type", [textNode, z.object({ type: z.literal("hardBreak") })]);
const paragraph = z.object({ type: z.literal("paragraph"), content: z.array(inline).max(500).optional() });
const heading = z.object({
  type: z.literal("heading"),
  attrs: z.object({ level: z.union([z.literal(1), z.literal(2), z.literal(3)]) }),
  content: z.array(inline).max(100).optional(),
});
const listItem = z.object({ type: z.literal("listItem"), content: z.array(paragraph).min(1).max(20) });
const items = z.array(listItem).min(1).max(100);
const block = z.discriminatedUnion("type", [
  paragraph,
  heading,
  z.object({ type: z.literal("bulletList"), content: items }),
  z.object({ type: z.literal("orderedList"), content: items }),
]);

export type RichBlock = z.infer<typeof block>;
export type RichInline = z.infer<typeof inline>;

const inlinesOf = (of: RichBlock): readonly RichInline[] =>
  of.type === "paragraph" || of.type === "heading"
    ? (of.content ?? [])
    : of.content.flatMap((item) => item.content.flatMap((inner) => inner.content ?? []));

/** The text without its form: for searching, for a summary, and to tell whether there is any. */
export const plainText = (text: { readonly content: readonly RichBlock[] }): string =>
  text.content
    .map((one) =>
      inlinesOf(one)
        .map((part) => (part.type === "text" ? part.text : " "))
        .join(""),
    )
    .join(" ")
    .trim();

/** A text as the editor gives it; one without a word in it is missing. */
export const richText = z
  .object({ type: z.literal("doc"), content: z.array(block).min(1).max(300) })
  .refine((text) => plainText(text) !== "", { error: "platform.invalid.required" });
export type RichText = z.infer<typeof richText>;
