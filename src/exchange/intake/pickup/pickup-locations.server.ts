/** A place where a client leaves its files: looked at, read and moved in the same way, be it a folder or a server. */
import { createHash, randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { lstat, mkdir, open, readdir, realpath, rename } from "node:fs/promises";
import { extname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { buffer } from "node:stream/consumers";
import { connectSftp, readUpTo, type SftpConnection, SftpFault } from "../../../ground/platform/server/outbox/sftp.ts";
import type { Environment } from "../../../ground/platform/server/process/environment.ts";

/** Why a place could not be used; each has a text of its own. */
export const placeFaults = ["unreachable", "notAllowed", "login", "newKey", "otherKey", "folder", "size"] as const;
export type PlaceFault = (typeof placeFaults)[number];

export class PlaceError extends Error {
  readonly fault: PlaceFault;
  /** The SHA-256 of the key that the server showed. */
  readonly hostKey: string;

  constructor(fault: PlaceFault, hostKey = "", cause?: unknown) {
    super(`place: ${fault}`, { cause });
    this.name = "PlaceError";
    this.fault = fault;
    this.hostKey = hostKey;
  }
}

export interface PickupFile {
  readonly name: string;
  readonly size: number;
  /** When it was last written, by the clock of where it lies. */
  readonly writtenAt: number;
}

export interface Place {
  /** The SHA-256 of the server's key; empty for a folder. */
  readonly hostKey: string;
  list(): Promise<readonly PickupFile[]>;
  /** Its bytes, and at most one more than it was found with: more is not read of a file that has grown since. */
  read(file: PickupFile): Promise<Uint8Array>;
  /** Puts a file where those are that were taken. */
  move(name: string): Promise<void>;
  close(): Promise<void>;
}

export interface PlaceSettings {
  readonly kind: "folder" | "sftp";
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
  readonly privateKey: string;
  /** Empty: none was agreed to, and the place is not used. */
  readonly hostKey: string;
  readonly folder: string;
  readonly doneFolder: string;
}

// Names that could lead elsewhere, hidden files, and what is still being written.
const isTakeable = (name: string): boolean =>
  !/[/\\]/.test(name) &&
  !name.includes("\0") &&
  !name.startsWith(".") &&
  !/\.(part|tmp|filepart|crdownload|swp)$/i.test(name);

/** What a name may have of its own where the moment goes before it: file systems end at 255 bytes. */
const longestName = 225;

/** A name that is long is cut, and told from others that begin like it by its hash. */
function cutName(name: string): string {
  if (Buffer.byteLength(name) <= longestName) return name;
  const end = `-${createHash("sha256").update(name).digest("hex").slice(0, 12)}${extname(name).slice(0, 10)}`;
  let begin = name.slice(0, longestName);
  while (Buffer.byteLength(begin + end) > longestName) begin = begin.slice(0, -1);
  return begin + end;
}

/** The name under which a taken file is put away: its own, with the moment before it. */
const putAway = (name: string, now: Date): string =>
  `${now.toISOString().replace(/[-:.]/g, "").slice(0, 15)}-${cutName(name)}`;

/** A name under which nothing lies yet: another file may have come and gone in the same second, and none is written over. */
const freeName = async (name: string, isTaken: (name: string) => Promise<boolean>): Promise<string> => {
  const wanted = putAway(name, new Date());
  return (await isTaken(wanted)) ? wanted.replace("-", `-${randomBytes(4).toString("hex")}-`) : wanted;
};

const lies = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** A link that has taken the place of a file since it was found is not followed. */
const noLinks = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

async function readNoLink(path: string, size: number): Promise<Uint8Array> {
  const file = await open(path, noLinks);
  return buffer(file.createReadStream({ end: size }));
}

/** The folder below which those lie where clients' files are put by other means of the house. */
const pickupFolder = (dataDir: string): string => join(dataDir, "import");

/** A folder that is not there, may not be used or is full is a fault of the place, which its owner is told. */
async function inFolder<R>(run: () => Promise<R>): Promise<R> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof Error && "syscall" in error ? new PlaceError("folder", "", error) : error;
  }
}

/** A folder below the one that the house keeps for this. @throws PlaceError where it leads outside. */
async function openFolder(base: string, settings: PlaceSettings): Promise<Place> {
  await mkdir(base, { recursive: true });
  const root = await realpath(base);
  const within = async (folder: string, from: string): Promise<string> => {
    const wanted = resolve(from, folder);
    const way = relative(root, wanted);
    if (way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way)) throw new PlaceError("folder");
    await mkdir(wanted, { recursive: true });
    // A link inside may lead outside.
    const real = await realpath(wanted);
    if (real !== root && !real.startsWith(root + sep)) throw new PlaceError("folder");
    return real;
  };
  const folder = await within(settings.folder.replace(/^\/+/, "") || ".", root);
  const done = await within(settings.doneFolder.replace(/^\/+/, ""), folder);
  return {
    hostKey: "",
    list: async () => {
      const found: PickupFile[] = [];
      for (const name of await readdir(folder)) {
        if (!isTakeable(name)) continue;
        const about = await lstat(join(folder, name));
        if (about.isFile()) found.push({ name, size: about.size, writtenAt: about.mtimeMs });
      }
      return found;
    },
    read: ({ name, size }) => inFolder(() => readNoLink(join(folder, name), size)),
    move: (name) =>
      inFolder(async () => {
        const free = await freeName(name, (wanted) => lies(join(done, wanted)));
        await rename(join(folder, name), join(done, free));
      }),
    close: () => Promise.resolve(),
  };
}

type Surroundings = Pick<Environment, "dataDir" | "outgoingAllow" | "gatewaySeconds">;

async function openServer(settings: PlaceSettings, environment: Surroundings): Promise<Place> {
  try {
    return servedPlace(settings, await connectSftp(settings, environment));
  } catch (error) {
    if (!(error instanceof SftpFault)) throw error;
    const otherKey = settings.hostKey === "" ? "newKey" : "otherKey";
    const fault = error.why === "hostKey" ? otherKey : placeFaults.find((each) => each === error.why);
    throw new PlaceError(fault ?? "unreachable", error.hostKey, error.cause);
  }
}

function servedPlace(settings: PlaceSettings, connection: SftpConnection): Place {
  const { client, hostKey, close } = connection;
  const folder = settings.folder.replace(/\/+$/, "") || ".";
  const done = settings.doneFolder.startsWith("/") ? settings.doneFolder : `${folder}/${settings.doneFolder}`;
  const asked = async <R>(run: () => Promise<R>): Promise<R> => {
    try {
      return await connection.asked(run);
    } catch (error) {
      throw new PlaceError(connection.isSilent() ? "unreachable" : "folder", hostKey, error);
    }
  };
  return {
    hostKey,
    list: () =>
      asked(async () =>
        (await client.list(folder))
          .filter(({ type, name }) => type === "-" && isTakeable(name))
          .map(({ name, size, modifyTime }) => ({ name, size, writtenAt: modifyTime })),
      ),
    read: ({ name, size }) => asked(() => readUpTo(client, `${folder}/${name}`, size)),
    move: (name) =>
      asked(async () => {
        if (!(await client.exists(done))) await client.mkdir(done, true);
        const free = await freeName(name, async (wanted) => (await client.exists(`${done}/${wanted}`)) !== false);
        await client.rename(`${folder}/${name}`, `${done}/${free}`);
      }),
    close,
  };
}

/** Opens a place: a folder below that of the house, or a server that the guard for what goes out allows. @throws PlaceError. */
export const openPlace = (settings: PlaceSettings, environment: Surroundings): Promise<Place> =>
  settings.kind === "folder"
    ? inFolder(() => openFolder(pickupFolder(environment.dataDir), settings))
    : openServer(settings, environment);

/** Whether a name fits a pattern in which `*` stands for anything and `?` for one character, in either case. */
export function fitsPattern(name: string, pattern: string): boolean {
  const parts = pattern.toLowerCase().split("*");
  const fits = (text: string, part: string): boolean =>
    text.length === part.length && [...part].every((sign, at) => sign === "?" || sign === text[at]);
  let rest = name.toLowerCase();
  const [first = "", ...middle] = parts;
  if (middle.length === 0) return fits(rest, first);
  const last = middle.pop() ?? "";
  if (!fits(rest.slice(0, first.length), first)) return false;
  rest = rest.slice(first.length);
  // Each part is taken where it comes first: what is left over is the longest it can be.
  for (const part of middle) {
    let at = 0;
    while (at + part.length <= rest.length && !fits(rest.slice(at, at + part.length), part)) at++;
    if (at + part.length > rest.length) return false;
    rest = rest.slice(at + part.length);
  }
  return rest.length >= last.length && fits(rest.slice(rest.length - last.length), last);
}
