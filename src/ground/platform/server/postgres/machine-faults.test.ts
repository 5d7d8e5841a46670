import pg from "pg";
import { describe, expect, test } from "vitest";
import { VorderError } from "../../../kernel/errors.ts";
import { machineFaultOf } from "./machine-faults.ts";

const ofServer = (code: string, message = "no"): Error =>
  Object.assign(new pg.DatabaseError(message, 0, "error"), { code });
const ofSystem = (code: string, syscall = ""): Error => Object.assign(new Error(code), { code, syscall });

describe("errors of the machine, not of our code", () => {
  test.each([
    ["a server that is shutting down", ofServer("57P01"), "unavailable"],
    ["a server that is starting", ofServer("57P03"), "unavailable"],
    ["a statement over its time limit", ofServer("57014"), "unavailable"],
    ["a lock that is not released", ofServer("55P03"), "unavailable"],
    ["a transaction that was idle for too long", ofServer("25P03"), "unavailable"],
    ["a deadlock", ofServer("40P01"), "unavailable"],
    ["no connections left", ofServer("53300"), "unavailable"],
    ["a full disk of the database server", ofServer("53100"), "storageFull"],
    [
      "a full disk reported as an I/O error",
      ofServer("58030", "could not write: No space left on device"),
      "storageFull",
    ],
    ["a unique violation", ofServer("23505"), undefined],
    ["a syntax error in a statement", ofServer("42601"), undefined],
    ["a refused connection", ofSystem("ECONNREFUSED", "connect"), "unavailable"],
    ["a connection refused on both addresses", new AggregateError([ofSystem("ECONNREFUSED")]), "unavailable"],
    ["a connection that broke", new Error("Connection terminated unexpectedly"), "unavailable"],
    ["a full connection pool", new Error("timeout exceeded when trying to connect"), "unavailable"],
    ["a full disk", ofSystem("ENOSPC", "write"), "storageFull"],
    ["a read-only disk", ofSystem("EROFS", "open"), "storageFull"],
    ["a folder without write permission", ofSystem("EACCES", "mkdir"), "storageFull"],
    ["a folder that is not a folder any more", ofSystem("ENOTDIR", "mkdir"), "storageFull"],
    ["a folder on a read-only disk", ofSystem("ENOENT", "mkdir"), "storageFull"],
    ["a port without permission", ofSystem("EACCES", "listen"), undefined],
    ["a missing file", ofSystem("ENOENT", "open"), undefined],
    ["an error caused by a full disk", new Error("not kept", { cause: ofSystem("ENOSPC") }), "storageFull"],
    [
      "an internal error caused by a server that is shutting down",
      new VorderError("internal", { cause: ofServer("57P01") }),
      "unavailable",
    ],
    ["a refusal", new VorderError("refused"), undefined],
    ["an error in our code", new TypeError("undefined is not a function"), undefined],
    ["no error", undefined, undefined],
  ])("%s", (_name, error, trouble) => {
    expect(machineFaultOf(error)).toBe(trouble);
  });
});
