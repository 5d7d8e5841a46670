/** The public interface of the templates on the server: finding one as it stands or stood, and keeping what people write. */
import { defineModule } from "../../ground/platform/server/http/module.ts";
import { templatesTexts } from "./templates.texts.ts";

export { findTemplate, templateMark } from "./kept/find.server.ts";
export { languagesToTry } from "./rendering/own.ts";

export const templatesServer = defineModule({ name: "templates", texts: [templatesTexts] });
