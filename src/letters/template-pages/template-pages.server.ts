/** Handles the calls about templates, those of all three channels alike, and those about what templates may name. */
import { any } from "../../ground/kernel/access.ts";
import { defineModule } from "../../ground/platform/server/http/module.ts";
import { previewHandlers, sampleHandlers } from "./preview.server.ts";
import { readingHandlers } from "./read.server.ts";
import { savingHandlers } from "./save.server.ts";
import {
  addVariableScreen,
  editVariableScreen,
  emailScreen,
  showVariableScreen,
  templateCallsOf,
  templateScreensOf,
  variablesScreen,
} from "./template-pages.contract.ts";
import { templatePagesTexts } from "./template-pages.texts.ts";
import { editedChannels } from "./template-pages.ts";
import { variableHandlers } from "./variables.server.ts";

export const templatePagesServer = defineModule({
  name: "template-pages",
  screens: [
    addVariableScreen,
    editVariableScreen,
    emailScreen,
    showVariableScreen,
    variablesScreen,
    ...Object.values(templateScreensOf).flatMap((screens) => Object.values(screens)),
  ],
  texts: [templatePagesTexts],
  history: [
    {
      subject: "own_variable",
      who: any("ROLE_EMAIL_TEMPLATE_VIEW"),
      name: "template-pages.variable",
      field: (field) => `template-pages.${field.replace(".", "_")}`,
    },
  ],
  handlers: [
    ...editedChannels.flatMap((channel) => {
      const calls = templateCallsOf[channel];
      return [
        ...readingHandlers(channel, calls),
        ...savingHandlers(channel, calls),
        ...previewHandlers(channel, calls),
      ];
    }),
    ...sampleHandlers,
    ...variableHandlers,
  ],
});
