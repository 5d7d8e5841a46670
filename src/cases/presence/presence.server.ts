/** The public interface of presence on the server: who has a file open, and who saw it. */
import { defineModule } from "../../ground/platform/server/http/module.ts";
import { presenceHandlers } from "./handlers.server.ts";
import { forgetListViews } from "./list-views.server.ts";

export { listViewNotes } from "./list-views.server.ts";
export { noteViews, viewNotes } from "./read-trail.server.ts";

export const presenceServer = defineModule({ name: "presence", handlers: presenceHandlers, jobs: [forgetListViews] });
