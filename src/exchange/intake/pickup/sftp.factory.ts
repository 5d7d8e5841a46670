/** A real SFTP server on this machine, with folders in memory, for tests of fetching and of leaving files. */
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import ssh2, { type FileEntry, type SFTPWrapper } from "ssh2";
import { fingerprintOf } from "../../../ground/platform/server/outbox/sftp.ts";

const { Server, utils } = ssh2;
const { STATUS_CODE } = utils.sftp;

export interface SftpServer {
  readonly port: number;
  /** The SHA-256 of its key. */
  readonly hostKey: string;
  /** Contents by path. */
  readonly files: Map<string, Buffer>;
  /** How many connections sent a password or key. */
  logins: number;
  /**
   * What it does from now on. `cutUpload`: breaks off in the midst of a file. `hangUpload`: never answers for a piece. `cutRename`: renames, and breaks
   * off before it says so. `hangRename`: renames, and never says so. `refuseRename`: answers that it could not. `hangRead`: never sends what is read.
   * `endlessRead`: a file that is read goes on for 32 MB, whatever size it was said to have.
   */
  mood: "take" | "hangRead" | "endlessRead" | "cutUpload" | "hangUpload" | "cutRename" | "hangRename" | "refuseRename";
  /** How often a file got each of its names. */
  readonly renamed: Map<string, number>;
  /** How many bytes of files it has sent. */
  bytesRead: number;
  close(): Promise<void>;
}

const endless = 32_000_000;

const isFolder = (files: ReadonlyMap<string, Buffer>, path: string): boolean =>
  path === "/" || path === "." || [...files.keys()].some((name) => name.startsWith(`${path}/`));

const attrsOf = (size: number, folder: boolean) => ({
  mode: folder ? 0o40_755 : 0o100_644,
  uid: 1,
  gid: 1,
  size,
  atime: 1_700_000_000,
  mtime: 1_700_000_000,
});

/** Speaks the part of SFTP (version 3) that looking, reading, writing and moving need. */
interface Served {
  readonly running: SftpServer;
  readonly folders: Set<string>;
  /** Breaks the connection off. */
  cut(): void;
}

function serve(sftp: SFTPWrapper, { running, folders, cut }: Served): void {
  const { files } = running;
  const handles = new Map<string, { path: string; listed: boolean }>();
  let next = 0;
  const opened = (id: number, path: string): void => {
    const handle = Buffer.from(String(next++));
    handles.set(handle.toString(), { path, listed: false });
    sftp.handle(id, handle);
  };
  const stat = (id: number, path: string): void => {
    const content = files.get(path);
    if (content) sftp.attrs(id, attrsOf(content.length, false));
    else if (folders.has(path) || isFolder(files, path)) sftp.attrs(id, attrsOf(0, true));
    else sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
  };
  sftp.on("REALPATH", (id, path) => {
    const name = path === "." ? "/" : path;
    sftp.name(id, [{ filename: name, longname: name, attrs: attrsOf(0, true) }]);
  });
  sftp.on("STAT", stat).on("LSTAT", stat);
  sftp.on("FSTAT", (id, handle) => stat(id, handles.get(handle.toString())?.path ?? ""));
  sftp.on("OPENDIR", (id, path) => {
    if (folders.has(path) || isFolder(files, path)) opened(id, path);
    else sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
  });
  sftp.on("READDIR", (id, handle) => {
    const state = handles.get(handle.toString());
    if (!state || state.listed) {
      sftp.status(id, STATUS_CODE.EOF);
      return;
    }
    state.listed = true;
    const here = [...files].filter(([path]) => path.slice(0, path.lastIndexOf("/")) === state.path);
    const entries = here.map(([path, content]): FileEntry => {
      const filename = path.slice(path.lastIndexOf("/") + 1);
      return {
        filename,
        longname: `-rw-r--r-- 1 x x ${content.length} ${filename}`,
        attrs: attrsOf(content.length, false),
      };
    });
    sftp.name(id, entries);
  });
  sftp.on("OPEN", (id, path, flags) => {
    if ((flags & utils.sftp.OPEN_MODE.CREAT) !== 0) files.set(path, Buffer.alloc(0));
    if (files.has(path)) opened(id, path);
    else sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
  });
  sftp.on("READ", (id, handle, offset, length) => {
    const content = files.get(handles.get(handle.toString())?.path ?? "");
    if (running.mood === "hangRead") return;
    if (running.mood === "endlessRead" && offset < endless) {
      running.bytesRead += length;
      sftp.data(id, Buffer.alloc(length, "x"));
      return;
    }
    if (!content || offset >= content.length) sftp.status(id, STATUS_CODE.EOF);
    else sftp.data(id, content.subarray(offset, offset + length));
  });
  sftp.on("WRITE", (id, handle, offset, data) => {
    const path = handles.get(handle.toString())?.path ?? "";
    const before = files.get(path) ?? Buffer.alloc(0);
    const after = Buffer.alloc(Math.max(before.length, offset + data.length));
    before.copy(after);
    data.copy(after, offset);
    files.set(path, after);
    if (running.mood === "cutUpload") cut();
    else if (running.mood !== "hangUpload") sftp.status(id, STATUS_CODE.OK);
  });
  sftp.on("FSETSTAT", (id) => sftp.status(id, STATUS_CODE.OK));
  sftp.on("CLOSE", (id) => sftp.status(id, STATUS_CODE.OK));
  sftp.on("MKDIR", (id, path) => {
    folders.add(path);
    sftp.status(id, STATUS_CODE.OK);
  });
  sftp.on("RENAME", (id, from, to) => {
    const content = files.get(from);
    // As that of OpenSSH: nothing is written over.
    if (!content || files.has(to) || running.mood === "refuseRename") {
      sftp.status(id, content ? STATUS_CODE.FAILURE : STATUS_CODE.NO_SUCH_FILE);
      return;
    }
    files.delete(from);
    files.set(to, content);
    running.renamed.set(to, (running.renamed.get(to) ?? 0) + 1);
    if (running.mood === "cutRename") cut();
    else if (running.mood !== "hangRename") sftp.status(id, STATUS_CODE.OK);
  });
}

/** Starts a server that lets in one user by password. */
export async function startSftp(user: { readonly username: string; readonly password: string }): Promise<SftpServer> {
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
    publicKeyEncoding: { type: "pkcs1", format: "pem" },
  });
  const files = new Map<string, Buffer>();
  const folders = new Set<string>();
  const parsed = utils.parseKey(privateKey);
  if (parsed instanceof Error) throw parsed;
  const server = new Server({ hostKeys: [privateKey] }, (client) => {
    client.on("error", () => undefined);
    client.on("authentication", (context) => {
      if (context.method === "password") running.logins++;
      const isKnown =
        context.method === "password" && context.username === user.username && context.password === user.password;
      if (isKnown) context.accept();
      else context.reject(["password"]);
    });
    client.on("session", (accept) => {
      accept().on("sftp", (take) => serve(take(), { running, folders, cut: () => client.end() }));
    });
  });
  // As that of OpenSSH: each small packet goes at once, and waits for no answer to the one before.
  const sockets = createServer({ noDelay: true }, (socket) => server.injectSocket(socket));
  sockets.listen(0, "127.0.0.1");
  await once(sockets, "listening");
  const address = sockets.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const running: SftpServer = {
    port: address.port,
    hostKey: fingerprintOf(parsed.getPublicSSH()),
    files,
    logins: 0,
    mood: "take",
    renamed: new Map(),
    bytesRead: 0,
    close: () => new Promise((resolve) => sockets.close(() => resolve())),
  };
  return running;
}
