/** Somebody whose roles just suffice for a screen: what the screen then asks for in vain, which would show them a login. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { connect } from "../src/ground/platform/server/postgres/database.ts";
import { begin } from "./portfolio.ts";

export interface Reader {
  readonly page: Page;
  /** Gives the reader these roles and no others, from the next page on. */
  become(roles: readonly string[]): Promise<void>;
  /** Opens an address, and tells what the server refused while the page was drawn. */
  refusedAt(address: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** An app with one reader, who may do everything at first. */
export async function startReader(): Promise<Reader> {
  const { app, page } = await begin({ username: "lezer", name: "L. Ezer" });
  const database = connect(app.databaseUrl, { max: 1, applicationName: "vorder-e2e" });
  const { id: userId } = await database.db
    .selectFrom("app_user")
    .select("id")
    .where("username", "=", "lezer")
    .executeTakeFirstOrThrow();
  let refused: string[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if ([401, 403].includes(response.status())) refused.push(`${response.request().method()} ${pathname}`);
  });
  return {
    page,
    async become(roles) {
      await database.db
        .updateTable("app_user")
        .set({ acl: [...roles] })
        .where("id", "=", userId)
        .execute();
    },
    async refusedAt(address) {
      refused = [];
      await page.goto(address);
      await page.waitForLoadState("networkidle");
      expect(await page.locator("h1").first().textContent(), address).not.toMatch(/niet gevonden|geen toegang/i);
      return refused;
    },
    async close() {
      await database.close();
      await app.close();
    },
  };
}
