/**
 * Which modules of the web application are fetched together. Left alone, the bundler makes a chunk of every set of screens that share
 * something: over a hundred small files for one page. Here a person's way decides: the login, the shell, the list of files, the file page,
 * and what many screens use. A first build tells what each of these really needs; the second one groups it.
 */
import { resolve } from "node:path";
import { build, type InlineConfig, type Rolldown } from "vite";

/** The stages of a visit in their order, and the modules that each begins with. What a stage needs and no earlier one has is its chunk. */
const stages: readonly (readonly [name: string, modules: readonly string[]])[] = [
  ["start", ["index.html"]],
  ["login", ["src/app/shell/signed-out.web.tsx"]],
  ["shell", ["src/app/application.web.tsx", "src/app/shell/login-modal.web.tsx"]],
  ["list", ["src/app/file-search.web.tsx", "src/ground/views/views.web.tsx"]],
  [
    "file",
    [
      "src/cases/file-page/file-page.web.tsx",
      "src/cases/file-page/parties-tab.web.tsx",
      "src/cases/file-page/money-tab.web.tsx",
      "src/letters/workflows/workflows.web.tsx",
      "src/cases/agenda/agenda.web.tsx",
      "src/cases/files/files.web.tsx",
      "src/cases/presence/presence.web.tsx",
      "src/cases/presence/viewers.web.tsx",
    ],
  ],
];

type Chunks = readonly Rolldown.OutputChunk[];

/** The chunks of a build, without writing it. */
async function chunksOf(config: InlineConfig): Promise<Chunks> {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: "silent",
    // What belongs together does not depend on how tightly it is written.
    build: { ...config.build, write: false, minify: false, cssMinify: false },
  });
  if (!("output" in built)) throw new Error("the build gives no chunks");
  return built.output.filter((file) => file.type === "chunk");
}

/** The name of the chunk for each module that a stage needs. */
export async function stageOfModules(config: InlineConfig): Promise<ReadonlyMap<string, string>> {
  const chunks = await chunksOf(config);
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const byModule = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk])));
  const stageOf = new Map<string, string>();
  for (const [name, modules] of stages) {
    const visit = (chunk: Rolldown.OutputChunk | undefined): void => {
      if (chunk === undefined || seen.has(chunk)) return;
      seen.add(chunk);
      for (const id of chunk.moduleIds) if (!stageOf.has(id)) stageOf.set(id, name);
      for (const file of chunk.imports) visit(byFile.get(file));
    };
    const seen = new Set<Rolldown.OutputChunk>();
    for (const path of modules) {
      const chunk = byModule.get(resolve(import.meta.dirname, path));
      if (chunk === undefined) throw new Error(`${path} is no module of the build`);
      visit(chunk);
    }
  }
  return stageOf;
}
