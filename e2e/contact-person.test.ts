/** A contact person's day: own files and nothing else, a message with a file, a request to change data, and what becomes of them. */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { RunningApp } from "./app.ts";
import { type Mailbox, openMailbox } from "./mailbox.ts";
import { type Complaints, faultsOf, gone, send } from "./page.ts";
import { begin, inviteContact, mailing, makeClient, makeFile, password } from "./portfolio.ts";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describe("a contact person's day", () => {
  let app: RunningApp;
  let mailbox: Mailbox;
  let staff: Page;
  let vera: Page;
  let complaints: Complaints;
  let own: number;
  let other: number;
  let large: number;

  beforeAll(async () => {
    mailbox = await openMailbox();
    ({ app, page: staff, complaints } = await begin({ username: "beheer", name: "B. Heer" }, mailing(mailbox)));
    const client = await makeClient(staff, "Zonnekracht B.V.");
    own = await makeFile(staff, client, { clientRef: "EIGEN-1" });
    // More than a client's people may agree on by themselves.
    large = await makeFile(staff, client, { clientRef: "EIGEN-2", lastName: "Groot", amount: "2400.00" });
    other = await makeFile(staff, await makeClient(staff, "Vreemd B.V.", "87654321"), { clientRef: "ANDER-1" });
    await send(staff, "POST", "/api/v4/file/logs", { file: own, type: "note", subject: "Voor intern gebruik" });
    vera = await inviteContact(app, staff, mailbox, {
      client,
      username: "vera",
      name: "Vera Smit",
      acl: ["ROLE_CONTACT_PERSON", "ROLE_FILE_SEARCH", "ROLE_FILE_VIEW_LAST_VISITED"],
      password,
    });
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
  });

  const line = (page: Page, text: string): Locator => page.getByRole("listitem").filter({ hasText: text });

  test("own files are found, and no others", async () => {
    await vera.goto("/file/search");
    await vera.getByRole("row").filter({ hasText: "Yıldız" }).waitFor();
    expect(await vera.getByText("Vreemd B.V.").count()).toBe(0);
    await vera.goto(`/file/show-new/${other}`);
    await vera
      .getByText(/niet gevonden/i)
      .first()
      .waitFor();
    await vera.goto(`/file/show-new/${own}`);
    await line(vera, "Dossier aangemaakt").waitFor();
    expect(await vera.getByText("Voor intern gebruik").count()).toBe(0);
    expect(await faultsOf(vera)).toEqual([]);
  });

  test("a message is written with an attachment, which staff can open", async () => {
    await send(vera, "POST", "/api/v4/file/logs", {
      file: own,
      type: "client_message",
      subject: "Klant heeft betaald",
    });
    await vera.reload();
    const [chooser] = await Promise.all([
      vera.waitForEvent("filechooser"),
      line(vera, "Klant heeft betaald").getByRole("button", { name: "bijlage toevoegen" }).click(),
    ]);
    await chooser.setFiles({ name: "betaalbewijs.png", mimeType: "image/png", buffer: png });
    await line(vera, "Klant heeft betaald").getByText("betaalbewijs.png").waitFor();
    await staff.goto(`/file/show-new/${own}`);
    await line(staff, "Klant heeft betaald").getByRole("link", { name: "betaalbewijs.png", exact: true }).click();
    await staff.getByRole("dialog").getByRole("img", { name: "betaalbewijs.png" }).waitFor();
    await staff.keyboard.press("Escape");
  });

  test("a change of data is asked for, looked at side by side and applied", async () => {
    await vera.getByRole("button", { name: "Wijziging van gegevens vragen" }).click();
    const form = vera.getByRole("dialog");
    await form.getByLabel("Straat").fill("Nieuwe Gracht");
    await form.getByLabel("Huisnummer").fill("7");
    expect(await faultsOf(vera)).toEqual([]);
    await form.getByRole("button", { name: "Wijziging van gegevens vragen" }).click();
    await line(vera, "Wijziging van gegevens gevraagd").waitFor();

    await staff.reload();
    await line(staff, "Wijziging van gegevens gevraagd").getByRole("button", { name: "verzoek bekijken" }).click();
    const request = staff.getByRole("dialog");
    await request.getByRole("row").filter({ hasText: "Kanaalstraat" }).filter({ hasText: "Nieuwe Gracht" }).waitFor();
    expect(await faultsOf(staff)).toEqual([]);
    await request.getByRole("button", { name: "Aannemen en doorvoeren" }).click();
    await request.getByText("aangenomen", { exact: true }).waitFor();
    await vera.reload();
    await line(vera, "Wijzigingsverzoek aangenomen en doorgevoerd").waitFor();
  });

  test("the answer to a requested arrangement is shown on the first screen until it has been seen", async () => {
    const terms = { first: "2027-01-01", frequency: "month", count: 10 };
    const asked = await send(vera, "POST", `/api/v4/file/${large}/arrangement/request`, terms);
    const { id } = z.looseObject({ id: z.string() }).parse(asked);
    const refusal = { action: "cancel", reason: "Te lang" };
    await send(staff, "PUT", `/api/v4/file/${large}/arrangement/${id}`, refusal);
    await vera.goto("/");
    const answer = line(vera, "niet akkoord met de regeling die u voorstelde");
    await answer.waitFor();
    expect(await faultsOf(vera)).toEqual([]);
    await answer.getByRole("button", { name: /^Gezien/ }).click();
    await gone(answer);
    await vera.reload();
    await vera.getByRole("heading", { name: /Vera/ }).waitFor();
    expect(await answer.count()).toBe(0);
  });

  test("recently viewed files are listed, and the browser console shows no errors", async () => {
    await vera.goto("/history/last-files");
    await vera.getByRole("row").filter({ hasText: "Zonnekracht" }).waitFor();
    expect(complaints.list()).toEqual([]);
  });
});
