/** Templates as data: their kinds and the shape of a body. Pure. */
import { z } from "zod";
import type { Language } from "../../../ground/kernel/texts.ts";
import { listNames } from "./variables.ts";

export const templateChannels = ["post", "email", "sms", "call"] as const;
export type TemplateChannel = (typeof templateChannels)[number];

export const templateCategories = ["notice", "demand", "arrangement", "judicial", "closing", "free"] as const;
export type TemplateCategory = (typeof templateCategories)[number];

/** What stands around a message in a person's own words; of the category `free`. */
export const freeTemplates = { post: "POST_FREE", email: "EM_FREE", sms: "SMS_FREE" } as const;

/** The templates that the product itself asks for, by channel (domain facts 9). A provider may add others. */
export const knownTemplates = {
  post: [
    "POST_WIK14",
    "POST_BIK",
    "POST_LAST",
    "POST_SUBPOENA",
    "POST_ARRANGEMENT",
    "POST_TERM_LATE",
    "POST_TERM_ENDED",
    "POST_CLOSED",
    "POST_DEMAND_B2B",
    "POST_FINAL_B2B",
    "POST_PETITION_B2B",
    "POST_PRE_REMINDER",
    "POST_PRE_WIK14",
    "POST_PRE_LAST",
    "POST_SUPPLY",
    "POST_TITLE",
    "POST_MONITOR",
    freeTemplates.post,
  ],
  email: [
    "EM_FIRST",
    "EM_TERM",
    "EM_TERM_LATE",
    "EM_TERM_ENDED",
    "EM_TERM_SOON",
    "EM_ARRANGED",
    "EM_ARRANGE_NO",
    "EM_B2B",
    "EM_PRE_FIRST",
    "EM_PRE_REMINDER",
    "EM_BIK",
    freeTemplates.email,
  ],
  sms: ["SMS_LINK", "SMS_PRE_REMINDER", freeTemplates.sms],
  call: ["CALL_1", "CALL_B2B"],
} as const satisfies Record<TemplateChannel, readonly string[]>;

const mark = z.object({ type: z.enum(["bold", "italic"]) });
const textNode = z.object({
  type: z.literal("text"),
  text: z.string().min(1).max(5000),
  marks: z.array(mark).optional(),
});
const variableNode = z.object({
  type: z.literal("variable"),
  attrs: z.object({ name: z.string().regex(/^[a-z][A-Za-z0-9]{0,39}$/) }),
  marks: z.array(mark).optional(),
});
const breakNode = z.object({ type: z.literal("hardBreak") });
const inlineNode = z.discriminatedUnion("type", [textNode, variableNode, breakNode]);
const paragraphNode = z.object({ type: z.literal("paragraph"), content: z.array(inlineNode).max(500).optional() });
const headingNode = z.object({
  type: z.literal("heading"),
  attrs: z.object({ level: z.union([z.literal(1), z.literal(2), z.literal(3)]) }),
  content: z.array(inlineNode).max(100).optional(),
});
// A list item holds paragraphs only: a letter with lists inside lists is no plain language any more.
const listItem = z.object({ type: z.literal("listItem"), content: z.array(paragraphNode).min(1).max(20) });
const bulletList = z.object({ type: z.literal("bulletList"), content: z.array(listItem).min(1).max(50) });
const orderedList = z.object({ type: z.literal("orderedList"), content: z.array(listItem).min(1).max(50) });
const claimSpecificationNode = z.object({ type: z.literal("claimSpecification") });
const paymentBlockNode = z.object({ type: z.literal("paymentBlock") });
const debtorPageNode = z.object({ type: z.literal("debtorPage") });

/** Blocks that stand for something of the file: its specification, how to pay, the way to the reader's own page. */
export const insertedBlocks = ["claimSpecification", "paymentBlock", "debtorPage"] as const;
export type InsertedBlock = (typeof insertedBlocks)[number];

const plainBlock = z.discriminatedUnion("type", [
  paragraphNode,
  headingNode,
  bulletList,
  orderedList,
  claimSpecificationNode,
  paymentBlockNode,
  debtorPageNode,
]);

/** What is said once for each row of a list of the file, as an item of a list: an invoice, a payment, a term. */
const repeatNode = z.object({
  type: z.literal("repeat"),
  attrs: z.object({ over: z.enum(listNames) }),
  content: z.array(paragraphNode).min(1).max(5),
});

/** What is said only where a variable or a list has a value, or only where it has none. There are no conditions within conditions. */
const conditionNode = z.object({
  type: z.literal("condition"),
  attrs: z.object({ name: z.string().regex(/^[a-z][A-Za-z0-9]{0,39}$/), filled: z.boolean() }),
  content: z
    .array(z.discriminatedUnion("type", [...plainBlock.options, repeatNode]))
    .min(1)
    .max(50),
});

/** A body without conditions and repeats: the words of a paper that knows none, or of a message in which they are carried out. */
export const plainBody = z.object({ type: z.literal("doc"), content: z.array(plainBlock).min(1).max(200) });
export type PlainBody = z.infer<typeof plainBody>;
export type PlainBlock = PlainBody["content"][number];

/** A template's body: the JSON of the rich-text editor, cut down to what a letter needs. Anything else is refused at the border. */
export const templateBody = z.object({
  type: z.literal("doc"),
  content: z
    .array(z.discriminatedUnion("type", [...plainBlock.options, repeatNode, conditionNode]))
    .min(1)
    .max(200),
});
export type TemplateBody = z.infer<typeof templateBody>;
export type BodyBlock = TemplateBody["content"][number];
export type Repeat = z.infer<typeof repeatNode>;
export type Condition = z.infer<typeof conditionNode>;
export type BodyParagraph = z.infer<typeof paragraphNode>;

/** Whether a block is put in when the letter is made, and has no words of its own. */
export const isInserted = (block: BodyBlock): block is Extract<BodyBlock, { type: InsertedBlock }> =>
  insertedBlocks.some((kind) => kind === block.type);
export type BodyInline = z.infer<typeof inlineNode>;

/** A template as the database holds it. */
export interface Template {
  readonly id: number;
  readonly channel: TemplateChannel;
  readonly code: string;
  readonly language: Language;
  readonly name: string;
  readonly category: TemplateCategory;
  readonly subject: string;
  readonly body: TemplateBody;
  readonly version: number;
  /** All templates as they stood when it was found: the same number finds the same words again, whatever is changed meanwhile. */
  readonly mark: number;
}
