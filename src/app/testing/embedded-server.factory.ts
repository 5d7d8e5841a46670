/** The test server of what is run on the embedded PostgreSQL whatever DATABASE_URL says. */
import type { TestProject } from "vitest/node";
import { provideServer } from "./test-server.factory.ts";

export default (project: TestProject): Promise<() => Promise<void>> => provideServer(project, undefined);
