import pg from "pg";
import { describe, expect, test } from "vitest";
import { VorderError } from "../../../kernel/errors.ts";
import { machineFaultOf } from "./machine-faults.ts";

const ofServer = (code: string, message = "no"): Error =>
  Object.assign(new pg.DatabaseError(message, 0, "error"), { code });
const ofSystem = (code: string, syscall = ""): Error => Object.assign(new Error(code), { code, syscall });

describe("errors of the machine, not of our code", () => {
  test.each([
    ["a server that shuts down", ofServer("57P01"), "unavailable"],
    ["a server that starts", ofServer("57P03"), "unavailable"],
    ["a statement over its limit", ofServer("57014"), "unavailable"],
    ["a lock that nobody gives", ofServer("55P03"), "unavailable"],
    ["a transaction that stood idle", ofServer("25P03"), "unavailable"],
    ["a deadlock", ofServer("40P01"), "unavailable"],
    ["no connections left", ofServer("53300"), "unavailable"],
    ["a full disk of the database", ofServer("53100"), "storageFull"],
    ["a full disk in its own words", ofServer("58030", "could not write: No space left on device"), "storageFull"],
    ["a name that is taken", ofServer("23505"), undefined],
    ["a slip in a statement", ofServer("42601"), undefined],
    ["nobody listens", ofSystem("ECONNREFUSED", "connect"), "unavailable"],
    ["nobody listens on both addresses", new AggregateError([ofSystem("ECONNREFUSED")]), "unavailable"],
    ["a connection that broke", new Error("Connection terminated unexpectedly"), "unavailable"],
    ["a pool that is full", new Error("timeout exceeded when trying to connect"), "unavailable"],
    ["a full disk", ofSystem("ENOSPC", "write"), "storageFull"],
    ["a disk that is read only", ofSystem("EROFS", "open"), "storageFull"],
    ["a folder that may not be written", ofSystem("EACCES", "mkdir"), "storageFull"],
    ["a folder that is none any more", ofSystem("ENOTDIR", "mkdir"), "storageFull"],
    ["a folder on a disk that is read only", ofSystem("ENOENT", "mkdir"), "storageFull"],
    ["a port that may not be used", ofSystem("EACCES", "listen"), undefined],
    ["a file that is gone", ofSystem("ENOENT", "open"), undefined],
    ["what a full disk caused", new Error("not kept", { cause: ofSystem("ENOSPC") }), "storageFull"],
    ["what is internal by it", new VorderError("internal", { cause: ofServer("57P01") }), "unavailable"],
    ["a refusal", new VorderError("refused"), undefined],
    ["a slip of ours", new TypeError("undefined is not a function"), undefined],
    ["no error at all", undefined, undefined],
  ])("%s", (_name, error, trouble) => {
    expect(machineFaultOf(error)).toBe(trouble);
  });
});
