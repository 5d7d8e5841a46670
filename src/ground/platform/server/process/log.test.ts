import { describe, expect, it } from "vitest";
import { createLog, loggedPath } from "./log.ts";

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog({ logLevel: "info" }, { write: (line: string) => void lines.push(line) }));
  return lines.join("");
}

describe("the log", () => {
  it("is one JSON line for each event, with level, time and release", () => {
    const line = logged((log) => log.info({ requestId: "r1" }, "ready"));
    expect(JSON.parse(line)).toMatchObject({
      level: "info",
      msg: "ready",
      requestId: "r1",
      release: expect.any(String),
    });
    expect(line.endsWith("\n")).toBe(true);
  });

  it.each(["password", "token", "email", "iban", "lastName", "phone", "authorization", "cookie"])(
    "does not contain a field %s, at any of three levels",
    (field) => {
      const line = logged((log) =>
        log.info({ [field]: "s3cret", a: { [field]: "s3cret" }, b: { c: { [field]: "s3cret" } } }),
      );
      expect(line).not.toContain("s3cret");
      expect(line.match(/\[redacted\]/g)).toHaveLength(3);
    },
  );

  it("does not hold the row of a database error, only its constraint", () => {
    const error = Object.assign(new Error('duplicate key value violates unique constraint "app_user_email_key"'), {
      code: "23505",
      detail: "Key (email)=(jan@example.nl) already exists.",
      constraint: "app_user_email_key",
    });
    const line = logged((log) => log.error({ err: error }));
    expect(line).toContain("23505");
    expect(line).toContain("app_user_email_key");
    expect(line).not.toContain("jan@example.nl");
  });

  it("cuts the query and long hashes from an address", () => {
    expect(loggedPath("/file/search?search=Jansen")).toBe("/file/search");
    expect(loggedPath(`/shared-info/view/${"a1".repeat(20)}`)).toBe("/shared-info/view/…");
    expect(loggedPath("/api/v4/shared-info/view/jDbgrrmttLoaeFm6FeuTPA/file/3")).toBe(
      "/api/v4/shared-info/view/…/file/3",
    );
    expect(loggedPath("/api/v4/file/12/logs")).toBe("/api/v4/file/12/logs");
  });
});
