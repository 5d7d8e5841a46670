/** npm run dev: the server, started anew when a source changes, and the web application, built anew beside it. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, watch } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const environment = { ...process.env, VORDER_ENV: process.env.VORDER_ENV ?? "dev" };
const quietMillis = 200;

const start = (program: string, parameters: readonly string[]): ChildProcess =>
  spawn(program, parameters, { cwd: root, env: environment, stdio: "inherit" });

const vite = start("vite", ["build", "--watch", "--outDir", "dist/web", "--emptyOutDir", "--mode", "development"]);

let server: ChildProcess | undefined;
let ending = false;

function startServer(): void {
  const child = start("node", ["src/app/main.server.ts"]);
  server = child;
  // A server that fell over waits for the next change.
  child.on("exit", () => {
    if (server === child) server = undefined;
  });
}

/** The old one ends in order before the new one begins: they share the port and the database. */
function restartServer(): void {
  if (ending) return;
  if (server) {
    server.once("exit", startServer);
    server.kill("SIGTERM");
  } else startServer();
}

let pending: NodeJS.Timeout | undefined;
function changed(): void {
  clearTimeout(pending);
  pending = setTimeout(restartServer, quietMillis);
}

// What only the browser reads comes back as a change of dist/web.
const onlyForTheWeb = /\.(web\.tsx?|tsx|css|test\.ts|factory\.ts)$/;

function watchWeb(): void {
  const folder = join(root, "dist", "web");
  if (!existsSync(join(folder, "index.html"))) {
    setTimeout(watchWeb, quietMillis);
    return;
  }
  watch(folder, changed);
  changed();
}

watch(join(root, "src"), { recursive: true }, (_event, name) => {
  if (name !== null && !onlyForTheWeb.test(name)) changed();
});
watchWeb();

function end(): void {
  ending = true;
  vite.kill("SIGTERM");
  server?.kill("SIGTERM");
  if (server) server.once("exit", () => process.exit(0));
  else process.exit(0);
}
process.on("SIGINT", end);
process.on("SIGTERM", end);
