/** The screens of templates and variables: the same for each channel. */
import type { ReactNode } from "react";
import { AddTemplate, EditTemplate } from "./edit.web.tsx";
import { TemplateList } from "./list.web.tsx";
import { ShowTemplate } from "./show.web.tsx";

export { AddVariable, EditVariable, ShowVariable, VariableList } from "./variables.web.tsx";

export const EmailTemplates = (): ReactNode => <TemplateList channel="email" />;
export const AddEmailTemplate = (): ReactNode => <AddTemplate channel="email" />;
export const ShowEmailTemplate = (): ReactNode => <ShowTemplate channel="email" />;
export const EditEmailTemplate = (): ReactNode => <EditTemplate channel="email" />;
export const PostTemplates = (): ReactNode => <TemplateList channel="post" />;
export const AddPostTemplate = (): ReactNode => <AddTemplate channel="post" />;
export const ShowPostTemplate = (): ReactNode => <ShowTemplate channel="post" />;
export const EditPostTemplate = (): ReactNode => <EditTemplate channel="post" />;
export const SmsTemplates = (): ReactNode => <TemplateList channel="sms" />;
export const AddSmsTemplate = (): ReactNode => <AddTemplate channel="sms" />;
export const ShowSmsTemplate = (): ReactNode => <ShowTemplate channel="sms" />;
export const EditSmsTemplate = (): ReactNode => <EditTemplate channel="sms" />;
