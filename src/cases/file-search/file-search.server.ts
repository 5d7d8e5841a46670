/** The public interface of the search on the server. */
import { defineModule } from "../../ground/platform/server/http/module.ts";
import { lastFilesScreen, searchScreen } from "./file-search.contract.ts";
import { listTexts } from "./file-search.texts.ts";
import { listHandlers } from "./list-handlers.server.ts";
import { tidyNameWords } from "./name-words.server.ts";
import { searchHandlers } from "./search-handlers.server.ts";

export { tidyNameWords } from "./name-words.server.ts";
export { filesNamedBy } from "./named-files.server.ts";
export { type FileFilter, filesChosenBy, filesFoundBy, filesMetBy } from "./search.server.ts";
export { filterFilesBy, findFilesByKey, flagFilesBy } from "./search-conditions.server.ts";

export const fileSearchServer = defineModule({
  name: "file-search",
  screens: [lastFilesScreen, searchScreen],
  texts: [listTexts],
  jobs: [tidyNameWords],
  handlers: [...listHandlers, ...searchHandlers],
});
