/** Starts the application: texts, token and user first, then the first paint (specification, point 7). */
import "@fontsource-variable/inter/wght.css";
import "@mantine/core/styles.layer.css";
import "../ground/platform/web/theme/base.css";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { adoptLanguage, startTexts, textOf } from "../ground/platform/web/content/texts.web.ts";
import { api } from "../ground/platform/web/http/call.web.ts";
import {
  ApiError,
  awayMillis,
  fetchToken,
  setErrorTexts,
  setLoginPrompt,
  whenReachable,
} from "../ground/platform/web/http/transport.web.ts";
import { eraseDrafts, startDrafts } from "../ground/platform/web/inputs/drafts.web.ts";
import { guest, type Me } from "../ground/platform/web/pages/current-user.web.tsx";
import { loginAddress } from "../ground/platform/web/pages/return-address.ts";
import { startDensity } from "../ground/platform/web/theme/density.web.ts";
import { startScheme } from "../ground/platform/web/theme/scheme.ts";
import { chooseLanguage, currentUser } from "../people/access/access.contract.ts";
import { getShellInfo } from "./app.contract.ts";

/** The preloader is removed this long after the start, after a fade of the same length. */
const preloaderMillis = 500;

async function whoIsHere(): Promise<Me> {
  const { user } = await api(currentUser, {}, { quiet: true });
  return user === null ? guest : { ...user, loggedIn: true };
}

const isGermanOffered = async (): Promise<boolean> => (await api(getShellInfo, {}, { quiet: true })).offerGerman;

/** React tells the console of every error that a page has caught; people's consoles stay quiet (specification, point 8). */
const silence = import.meta.env.MODE === "production" ? { onCaughtError: () => undefined } : {};

function fadePreloader(): void {
  const preloader = document.getElementById("preloader");
  setTimeout(() => {
    preloader?.classList.add("fading");
    setTimeout(() => preloader?.remove(), preloaderMillis);
  }, preloaderMillis);
}

const genericKeys: Readonly<Record<number, string>> = {
  0: "platform.error.network",
  401: "platform.error.loggedOut",
  403: "platform.error.forbidden",
  404: "platform.error.notFound",
  409: "platform.error.conflict",
  500: "platform.error.internal",
  503: "platform.error.unavailable",
  507: "platform.error.storageFull",
};

/** Addresses that are shown to a guest without the application around them. */
const entrances = /^\/(login|login\/oidc|customer\/reset-password|reset-password\/[^/]+)\/?$/;

/** The login for a guest who comes to it; the application for everybody else. Each is fetched only where it is needed. */
async function contentFor(me: Me): Promise<ReactNode> {
  if (!me.loggedIn && entrances.test(window.location.pathname)) {
    const { Gate } = await import("./shell/signed-out.web.tsx");
    return <Gate />;
  }
  const [{ Application }, { promptLogin }] = await Promise.all([
    import("./application.web.tsx"),
    import("./shell/login-modal.web.tsx"),
  ]);
  if (me.loggedIn) setLoginPrompt(() => promptLogin(me.id));
  return <Application me={me} />;
}

async function start(): Promise<void> {
  const root = document.getElementById("root");
  if (root === null) return;
  startScheme();
  startDensity();
  try {
    // The session's cookie must be there once before three requests ask for one at the same time.
    await fetchToken();
    const [me] = await Promise.all([whoIsHere(), startTexts(isGermanOffered)]);
    if (me.loggedIn && me.previous === null)
      await adoptLanguage(me.lang, (language) => api(chooseLanguage, { body: { language } }), isGermanOffered);
    if (me.loggedIn) startDrafts(me.id);
    // Logging out leads to the login itself; a session that ran out leads back from there, and loses nothing.
    else if (window.location.pathname === loginAddress && !window.location.search.includes("return=")) eraseDrafts();
    setErrorTexts((status) => textOf(genericKeys[status] ?? "platform.error.generic"));
    createRoot(root, silence).render(await contentFor(me));
    fadePreloader();
  } catch (error) {
    // Without texts nothing can be said in the person's language; the page itself holds the sentence for this.
    document.getElementById("preloader")?.remove();
    document.getElementById("failed")?.removeAttribute("hidden");
    if (error instanceof ApiError && error.isAway) beginWhenReachable();
  }
}

/** Begins anew by itself once the server answers: whoever waits need not try. */
function beginWhenReachable(): void {
  setTimeout(() => void whenReachable().then(() => window.location.reload()), awayMillis);
}

void start();
