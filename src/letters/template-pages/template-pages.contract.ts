/** The calls and screens of templates by e-mail, post and SMS: one declaration makes all three (specification, point 2). */
import { z } from "zod";
import { type Access, any } from "../../ground/kernel/access.ts";
import { call, idParam, rowVersion, screen } from "../../ground/kernel/contract.ts";
import { calendarDate, itemsOf, pageOf, tableQuery } from "../../ground/kernel/query.ts";
import { languages } from "../../ground/kernel/texts.ts";
import { templateBody, templateCategories } from "../templates/templates.contract.ts";
import { type EditedChannel, languageStates, templateTypes } from "./template-pages.ts";

const language = z.enum(languages);
const category = z.enum(templateCategories, { error: "template-pages.errorCategory" });
const code = z
  .string()
  .trim()
  .regex(/^[A-Z][A-Z0-9_]{1,39}$/, { error: "template-pages.errorCode" });

/** A name or a subject is one line: a line break in a subject would begin another header. */
const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .refine((typed) => !/[\p{Cc}\u2028\u2029]/u.test(typed), { error: "template-pages.errorLine" });

const perLanguage = <Shape extends z.ZodType>(shape: Shape) => z.object({ nl: shape, en: shape, fr: shape, de: shape });

const finding = z.object({
  severity: z.enum(["error", "warning"]),
  rule: z.string(),
  text: z.string(),
  /** The sentence that it is about. */
  quote: z.string().nullable(),
});
export type Finding = z.infer<typeof finding>;

const reading = z.object({ sentences: z.number().int(), wordsPerSentence: z.number().int(), ease: z.number().int() });

const shownWords = z.object({
  id: z.number().int(),
  version: z.number().int(),
  name: z.string(),
  subject: z.string(),
  body: templateBody,
  state: z.enum(languageStates),
  /** Null for the words that came with the product. */
  changedAt: z.iso.datetime().nullable(),
  changedBy: z.string().nullable(),
  /** When it was last read for plain language (B1). */
  reviewedOn: calendarDate().nullable(),
  findings: z.array(finding),
  reading,
});
export type ShownWording = z.infer<typeof shownWords>;

const shownTemplate = z.object({
  id: z.number().int(),
  code: z.string(),
  category,
  type: z.enum(templateTypes),
  texts: perLanguage(shownWords.nullable()),
  /** The steps that send it. */
  steps: z.array(z.object({ workflow: z.string(), name: z.string(), position: z.number().int() })),
  /** Runs that are planned and keep the words of when they were. */
  plannedRuns: z.number().int(),
});
export type ShownTemplate = z.infer<typeof shownTemplate>;

const templateRow = z.object({
  id: z.number().int(),
  code: z.string(),
  name: z.string(),
  category,
  type: z.enum(templateTypes),
  languages: perLanguage(z.enum(languageStates)),
  /** Errors of the lint over all languages. */
  errors: z.number().int(),
  workflows: z.array(z.string()),
  changedAt: z.iso.datetime().nullable(),
  changedBy: z.string().nullable(),
});
export type TemplateRow = z.infer<typeof templateRow>;

const words = z.strictObject({
  name: line(100).min(1, { error: "template-pages.errorName" }),
  subject: line(200),
  body: templateBody,
  /** It says the same as the other languages, though its words stay as they are. */
  aligned: z.boolean(),
  /** It was read for plain language today. */
  reviewed: z.boolean(),
});
export type SentWords = z.infer<typeof words>;

/** Dutch is always there; any other language may be missing. */
const texts = z.strictObject({ nl: words, en: words.nullable(), fr: words.nullable(), de: words.nullable() });

/** The versions that were changed, null for a language that the template did not have. */
const versions = z.strictObject({
  nl: rowVersion,
  en: rowVersion.nullable(),
  fr: rowVersion.nullable(),
  de: rowVersion.nullable(),
});

/** What somebody is writing, looked at: nothing of it is kept. */
const unkept = {
  code: z.string().trim().max(40),
  category,
  language,
  subject: z.string().max(400),
  body: templateBody,
  /** The file that it is filled with; an example where absent. */
  file: idParam.shape.id.nullable(),
};

const revision = z.object({
  language,
  version: z.number().int(),
  savedAt: z.iso.datetime().nullable(),
  savedBy: z.string().nullable(),
  name: z.string(),
  subject: z.string(),
  /** Its words with the variables by name, to compare two versions by. */
  text: z.string(),
  /** Whether it is what is sent now. */
  current: z.boolean(),
});
export type TemplateRevision = z.infer<typeof revision>;

const looked = z.object({
  subject: z.string(),
  text: z.string(),
  html: z.string().nullable(),
  sms: z
    .object({ segments: z.number().int(), length: z.number().int(), encoding: z.enum(["gsm7", "ucs2"]) })
    .nullable(),
  /** Variables that it names and that have no value for the file. */
  missing: z.array(z.string()),
  findings: z.array(finding),
  reading,
  /** What each variable is for the file, as it stands in the message; null where it is empty. */
  values: z.record(z.string(), z.string().nullable()),
});
export type TemplatePreview = z.infer<typeof looked>;

/** How words that are not kept would read: looked at, or sent to whoever writes them. */
const tryingCalls = (path: string, reader: Access, edit: Access) => ({
  look: call({
    method: "POST",
    path: `${path}/look`,
    who: reader,
    summary: "How words that are being written would read for a file, with what the lint says; nothing is kept.",
    body: z.strictObject(unkept),
    reply: looked,
  }),
  sendTest: call({
    method: "POST",
    path: `${path}/test`,
    who: edit,
    summary: "Sends words that are being written to whoever asks, to their own address; the same key sends once.",
    body: z.strictObject({ ...unkept, key: z.uuid() }),
    reply: z.object({ to: z.string() }),
  }),
});

const revisionCalls = (path: string, reader: Access, edit: Access) => ({
  revisions: call({
    method: "GET",
    path: `${path}/{id}/version`,
    who: reader,
    summary: "Every version of a template in each language, the newest first.",
    params: idParam,
    reply: itemsOf(revision),
  }),
  restore: call({
    method: "POST",
    path: `${path}/{id}/restore`,
    who: edit,
    summary: "Makes an earlier version of a language the words that are sent, as a new version.",
    params: idParam,
    body: z.strictObject({ language, revision: rowVersion, version: rowVersion }),
    reply: shownTemplate,
  }),
});

function templateCalls(path: string, view: Access, edit: Access) {
  const reader = "roles" in view && "roles" in edit ? any(...view.roles, ...edit.roles) : view;
  return {
    list: call({
      method: "GET",
      path,
      who: reader,
      summary: "The templates of this channel, each in all its languages.",
      query: tableQuery({
        order: ["name", "code", "category", "changedAt"],
        filter: {
          name: z.string().trim().max(100),
          content: z.string().trim().max(100),
          category,
          type: z.enum(templateTypes),
        },
        unlimited: true,
      }),
      reply: pageOf(templateRow),
    }),
    get: call({
      method: "GET",
      path: `${path}/{id}`,
      who: reader,
      summary: "A template in all its languages, with what the lint says of each and the steps that send it.",
      params: idParam,
      reply: shownTemplate,
    }),
    create: call({
      method: "POST",
      path,
      who: edit,
      summary: "Adds a template. What the lint calls an error is refused beside the language concerned.",
      body: z.strictObject({ code, category, texts }),
      reply: shownTemplate,
    }),
    update: call({
      method: "PUT",
      path: `${path}/{id}`,
      who: edit,
      summary:
        "Saves the languages whose words were changed, each as a new version. A version that is not the newest is a conflict.",
      params: idParam,
      body: z.strictObject({ category, texts, versions }),
      reply: shownTemplate,
    }),
    ...tryingCalls(path, reader, edit),
    ...revisionCalls(path, reader, edit),
  };
}
export type TemplateCalls = ReturnType<typeof templateCalls>;

const emailView = any("ROLE_EMAIL_TEMPLATE_VIEW");
const emailEdit = any("ROLE_EMAIL_TEMPLATE_EDIT");
const postView = any("ROLE_POST_MAIL_TEMPLATE_VIEW");
const postEdit = any("ROLE_POST_MAIL_TEMPLATE_EDIT");

/** SMS goes by the roles of post mail (specification, point 2). */
export const templateCallsOf: Readonly<Record<EditedChannel, TemplateCalls>> = {
  email: templateCalls("/api/v4/email/template", emailView, emailEdit),
  post: templateCalls("/api/v4/post-mail/template", postView, postEdit),
  sms: templateCalls("/api/v4/sms/template", postView, postEdit),
};

export const sampleOfTemplate = call({
  method: "POST",
  path: "/api/v4/post-mail/template/sample",
  who: any("ROLE_POST_MAIL_TEMPLATE_VIEW", "ROLE_POST_MAIL_TEMPLATE_EDIT"),
  summary: "The letter that words which are being written would make for a file, as PDF; nothing is kept.",
  body: z.strictObject(unkept),
  carries: "blob",
});

/** Whoever writes templates, those of court papers too. */
const anybody = any(
  "ROLE_LEGAL",
  "ROLE_EMAIL_TEMPLATE_VIEW",
  "ROLE_EMAIL_TEMPLATE_EDIT",
  "ROLE_POST_MAIL_TEMPLATE_VIEW",
  "ROLE_POST_MAIL_TEMPLATE_EDIT",
);

export const findFilesToFill = call({
  method: "GET",
  path: "/api/v4/template-file",
  who: anybody,
  summary: "Files to look at a template with: by whatever finds them in the list of files, or by their id; at most 20.",
  query: z.object({ keywords: z.string().trim().max(200).default(""), id: idParam.shape.id.optional() }),
  reply: itemsOf(z.object({ id: z.number().int(), text: z.string() })),
});

const templateScreens = (path: string, channel: EditedChannel, view: Access, edit: Access) => ({
  list: screen({ path, who: view, title: `template-pages.${channel}_title` }),
  add: screen({ path: `${path}/add`, who: edit, title: `template-pages.${channel}_add` }),
  show: screen({ path: `${path}/{id}`, who: view, title: `template-pages.${channel}_show` }),
  edit: screen({ path: `${path}/{id}/edit`, who: edit, title: `template-pages.${channel}_edit` }),
});

export const templateScreensOf = {
  email: templateScreens("/email/template", "email", emailView, emailEdit),
  post: templateScreens("/post-mail/template", "post", postView, postEdit),
  sms: templateScreens("/sms/template", "sms", postView, postEdit),
} as const;

export {
  addVariableScreen,
  editVariableScreen,
  showVariableScreen,
  variablesScreen,
} from "./variables.contract.ts";

export const emailScreen = screen({ path: "/email", who: emailView, title: "template-pages.email_title" });
