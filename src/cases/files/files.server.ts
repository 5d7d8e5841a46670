/** The public interface of the files on the server: the record of a file, and who may see it. */

import { defineModule } from "../../ground/platform/server/http/module.ts";
import { fileTexts } from "./files.texts.ts";
import { fileHandlers } from "./record/handlers.server.ts";

export { changeClaim } from "./record/claim.server.ts";
export { type CreatedFile, createFileRecords, type NewFile } from "./record/create.server.ts";
export { eraseFile, noteBooksErased } from "./record/erase.server.ts";
export { followFiles, notifyFollowers, requireVersion } from "./record/followers.server.ts";
export { fileContacts, recordBalances, recordLanguage, recordNextSteps } from "./record/projection.server.ts";
export { type FileState, lockFile, ofFile, requireFile } from "./record/record.server.ts";
export { assignFile, handOverFiles, openFilesOf } from "./record/takeover.server.ts";
export { selectFiles, visibleFiles } from "./record/visibility.server.ts";
export { giveUpReference, writeState } from "./record/write.server.ts";

export const filesServer = defineModule({ name: "files", texts: [fileTexts], handlers: fileHandlers });
