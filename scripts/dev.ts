/**
 * npm run dev: the server, started anew when one of its sources changes, and Vite in front of it, which shows a change of the web
 * application at once. Open the address that Vite prints.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const environment = { ...process.env, VORDER_ENV: process.env.VORDER_ENV ?? "dev" };
const quietMillis = 200;

const start = (program: string, parameters: readonly string[]): ChildProcess =>
  spawn(program, parameters, { cwd: root, env: environment, stdio: "inherit" });

let server: ChildProcess | undefined;
let restarting = false;

function startServer(): void {
  restarting = false;
  const child = start("node", ["src/app/main.server.ts"]);
  server = child;
  // A server that fell over waits for the next change.
  child.on("exit", () => {
    if (server === child) server = undefined;
  });
}

/** The old one ends in order before the new one begins: they share the port and the database. */
function restartServer(): void {
  if (restarting) return;
  restarting = true;
  if (server) {
    server.once("exit", startServer);
    server.kill("SIGTERM");
  } else startServer();
}

// What only the browser or a test reads.
const notForTheServer = /\.(web\.tsx?|tsx|css|test\.ts|factory\.ts)$/;
let pending: NodeJS.Timeout | undefined;

const watcher = watch(join(root, "src"), { recursive: true }, (_event, name) => {
  if (name === null || notForTheServer.test(name)) return;
  clearTimeout(pending);
  pending = setTimeout(restartServer, quietMillis);
});

startServer();
const vite = start("vite", []);

function end(): void {
  watcher.close();
  clearTimeout(pending);
  vite.kill("SIGTERM");
  server?.removeAllListeners("exit");
  server?.kill("SIGTERM");
}
process.on("SIGINT", end);
process.on("SIGTERM", end);
