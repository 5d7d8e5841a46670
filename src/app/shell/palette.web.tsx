/** The command palette (Ctrl or ⌘ K): go to a screen by its name in any language, to a file by number, name, IBAN or postcode, or do something. */

import { Alert } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { Spotlight, spotlight } from "@mantine/spotlight";
import {
  IconCoinEuro,
  IconContrast,
  IconFolder,
  IconKeyboard,
  IconLogout,
  IconMail,
  IconNote,
  IconPlus,
  IconSearch,
  IconWorld,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { z } from "zod";
import { sendFileMessage } from "../../cases/file-page/file-page.contract.ts";
import { createLog } from "../../cases/logs/logs.contract.ts";
import { createScreen } from "../../exchange/intake/intake.contract.ts";
import { foldText } from "../../ground/kernel/fold-text.ts";
import {
  labelled,
  languageNames,
  setLanguage,
  useAnyText,
  useLanguage,
  useOfferedLanguages,
  usePlatformTexts,
} from "../../ground/platform/web/content/texts.web.ts";
import { keyActs } from "../../ground/platform/web/feedback/keys.web.tsx";
import { showError, useCall } from "../../ground/platform/web/http/api.web.ts";
import { sendForJson } from "../../ground/platform/web/http/transport.web.ts";
import { useSearchFailure } from "../../ground/platform/web/inputs/search-failure.web.tsx";
import { useHolds, useMay, useMe } from "../../ground/platform/web/pages/current-user.web.tsx";
import { searchText, useGo } from "../../ground/platform/web/pages/links.web.tsx";
import { schemes } from "../../ground/platform/web/theme/scheme.ts";
import { useScheme } from "../../ground/platform/web/theme/scheme.web.ts";
import { bookPaymentCall } from "../../money/claims/claims.contract.ts";
import { customerCreateScreen } from "../../people/customers/customers.contract.ts";
import { listScreens, type MenuItem } from "../app.contract.ts";
import { MenuIcon } from "./icons.web.tsx";
import { leave } from "./leave.web.ts";
import { isShown } from "./menu.web.tsx";
import { type PaletteEntry, PaletteList, usePaletteChoice } from "./palette-list.web.tsx";
import { fileSearchAddress } from "./shell-data.web.ts";
import "@mantine/spotlight/styles.layer.css";

const searchMillis = 250;
const fileLimit = 8;

/** What of a found file the palette shows. */
const foundFiles = z.object({
  items: z.array(
    z.object({
      id: z.number(),
      number: z.string(),
      debtorName: z.string().nullish(),
      clientName: z.string().nullish(),
    }),
  ),
});

function useFoundFiles(query: string, maySearch: boolean) {
  const [typed] = useDebouncedValue(query.trim(), searchMillis);
  const found = useQuery({
    queryKey: ["palette", typed],
    enabled: maySearch && typed.length > 1,
    queryFn: async ({ signal }) =>
      foundFiles.parse(
        await sendForJson({
          method: "GET",
          path: "/api/v4/file",
          query: [
            ["_filter[search]", typed],
            ["_limit", String(fileLimit)],
          ],
          bar: false,
          signal,
        }),
      ).items,
  });
  const isAsked = maySearch && query.trim().length > 1;
  return {
    files: isAsked && typed.length > 1 ? (found.data ?? []) : [],
    /** Whether what stands here is not yet what was typed. */
    isWaiting: isAsked && (typed !== query.trim() || found.isFetching),
    error: isAsked ? found.error : null,
  };
}

/** The items of the menu with those above them, by address. */
function placesOf(
  items: readonly MenuItem[],
  above: readonly MenuItem[] = [],
): ReadonlyMap<string, readonly MenuItem[]> {
  const places = new Map<string, readonly MenuItem[]>();
  for (const item of items.filter(isShown)) {
    const path = [...above, item];
    if (item.link.startsWith("/")) places.set(item.link, path);
    for (const [link, place] of placesOf(item.children, path)) places.set(link, place);
  }
  return places;
}

/** How well a name fits what is typed: 0 exactly, 1 from its beginning, 2 from the beginning of a word, 3 somewhere; 4 not at all. */
function fitOf(wanted: string, names: readonly string[]): number {
  const fits = names.map((given) => {
    const name = foldText(given);
    if (name === wanted) return 0;
    if (name.startsWith(wanted)) return 1;
    const at = name.indexOf(wanted);
    return at < 0 ? 4 : /[\s›:]/.test(name[at - 1] ?? "") ? 2 : 3;
  });
  return Math.min(4, ...fits);
}

/** An entry with the names by which it is found; the last part of a path of the menu is a name too. */
interface Named {
  readonly entry: PaletteEntry;
  readonly names: readonly string[];
}

/** Those that fit, the best first; all of them as they stand where nothing is typed. */
function fitting(wanted: string, all: readonly Named[]): { readonly entries: PaletteEntry[]; readonly best: number } {
  if (wanted === "") return { entries: all.map(({ entry }) => entry), best: 4 };
  const fits = all
    .map(({ entry, names }) => ({ entry, fit: fitOf(wanted, [entry.label, ...names]) }))
    .filter(({ fit }) => fit < 4)
    .sort((a, b) => a.fit - b.fit);
  return { entries: fits.map(({ entry }) => entry), best: fits[0]?.fit ?? 4 };
}

/** Every screen that one may open, those of the menu in its order first; found by its name in any language. */
function useScreens(items: readonly MenuItem[]): Named[] {
  const text = useAnyText();
  const go = useGo();
  const screens = useCall(listScreens, {}, { quiet: true }).data?.items ?? [];
  const places = placesOf(items);
  const words = new Map(screens.map((screen) => [screen.path, screen.words]));
  const others = screens.filter(({ path }) => !places.has(path)).map(({ path, title }) => [path, [title], ""] as const);
  const listed = [...places].map(
    ([path, place]) => [path, place.map(({ name }) => name), place[0]?.icon ?? ""] as const,
  );
  return [...listed, ...others].map(([path, names, icon]) => ({
    entry: {
      id: path,
      label: names.map((name) => text(name)).join(" › "),
      icon: <MenuIcon name={icon} />,
      run: () => go(path),
    },
    names: [text(names.at(-1) ?? ""), ...(words.get(path) ?? [])],
  }));
}

/** What can be begun from anywhere, and the keys of this screen. */
function useBeginnings(): Named[] {
  const text = useAnyText();
  const go = useGo();
  const mayFile = useMay(createScreen);
  const mayClient = useMay(customerCreateScreen);
  const icon = <IconPlus size={16} aria-hidden />;
  const begin = (label: string, path: string): Named => ({
    entry: { id: `begin ${path}`, label: text(label), icon, run: () => go(path) },
    names: [],
  });
  return [
    ...keyActs.get().map(({ key, label, run }) => ({
      entry: { id: `key ${key}`, label, key, icon: <IconKeyboard size={16} aria-hidden />, run },
      names: [],
    })),
    ...(mayFile ? [begin("app.newFile", createScreen.path)] : []),
    ...(mayClient ? [begin("app.newCustomer", customerCreateScreen.path)] : []),
  ];
}

/** Colours, language, and leaving. */
function usePersonal(): Named[] {
  const t = usePlatformTexts();
  const me = useMe();
  const isActing = useHolds("ROLE_PREVIOUS_ADMIN") && me.previous !== null;
  const { scheme, setScheme } = useScheme();
  const language = useLanguage();
  const offered = useOfferedLanguages();
  const colours = schemes
    .filter((one) => one !== scheme)
    .map((one) => ({
      id: `scheme ${one}`,
      label: labelled(t("scheme"), t(`scheme_${one}`)),
      icon: <IconContrast size={16} aria-hidden />,
      run: () => setScheme(one),
    }));
  const tongues = offered
    .filter((one) => one !== language)
    .map((one) => ({
      id: `language ${one}`,
      label: labelled(t("language"), languageNames[one]),
      icon: <IconWorld size={16} aria-hidden />,
      run: () => void setLanguage(one).catch(showError),
    }));
  const leaving = {
    id: "leave",
    label: t(isActing ? "endActing" : "logout"),
    icon: <IconLogout size={16} aria-hidden />,
    run: () => void leave(isActing),
  };
  return [...colours, ...tongues, leaving].map((entry) => ({ entry, names: [] }));
}

type FoundFile = z.infer<typeof foundFiles>["items"][number];

/** What this person may do with the file that was found first. */
function useFileActs(file: FoundFile | undefined): PaletteEntry[] {
  const t = usePlatformTexts();
  const go = useGo();
  const mayBook = useMay(bookPaymentCall);
  const mayWrite = useMay(createLog);
  const maySend = useMay(sendFileMessage);
  if (file === undefined) return [];
  const act = (id: string, label: string, icon: ReactNode, query: string): PaletteEntry => ({
    id: `${id} ${file.id}`,
    label: labelled(label, file.number),
    ...(file.debtorName ? { description: file.debtorName } : {}),
    icon,
    run: () => go(`/file/show-new/${file.id}${query}`),
  });
  return [
    ...(mayBook ? [act("pay", t("paletteBook"), <IconCoinEuro size={16} aria-hidden />, "?do=payment")] : []),
    ...(mayWrite ? [act("note", t("paletteNote"), <IconNote size={16} aria-hidden />, "?do=note")] : []),
    ...(maySend ? [act("mail", t("paletteMail"), <IconMail size={16} aria-hidden />, "?write=email")] : []),
  ];
}

interface PaletteInput {
  readonly typed: string;
  readonly files: readonly FoundFile[];
  readonly items: readonly MenuItem[];
  readonly maySearch: boolean;
}

/** What fits what was typed, in groups: what is meant most likely first. @returns also whether a screen or an act is named by it. */
function useGroups({ typed, files, items, maySearch }: PaletteInput) {
  const t = usePlatformTexts();
  const go = useGo();
  const wanted = foldText(typed);
  const screens = fitting(wanted, useScreens(items));
  const begun = fitting(wanted, useBeginnings());
  const personal = fitting(wanted, usePersonal());
  const fileActs = useFileActs(files[0]);
  const found = files.map((file) => ({
    id: `file ${file.id}`,
    label: [file.number, file.debtorName].filter(Boolean).join(" · "),
    ...(file.clientName ? { description: file.clientName } : {}),
    icon: <IconFolder size={16} aria-hidden />,
    run: () => go(`/file/show-new/${file.id}`),
  }));
  const search = {
    id: "search",
    label: labelled(t("search"), typed),
    icon: <IconSearch size={16} aria-hidden />,
    run: () => go(fileSearchAddress + searchText({ search: typed })),
  };
  const fileGroup = { name: t("files"), entries: found };
  const screenGroup = { name: t("screens"), entries: screens.entries };
  const actGroup = { name: t("actions"), entries: [...fileActs, ...begun.entries, ...personal.entries] };
  // A screen or an act that is named as it is typed is meant; else a file, whose words the server found.
  const isNamed = Math.min(screens.best, begun.best, personal.best) <= 1;
  const isActFirst = Math.min(begun.best, personal.best) < screens.best && fileActs.length === 0;
  const named = isActFirst ? [actGroup, screenGroup] : [screenGroup, actGroup];
  const groups = [
    ...(isNamed ? [...named, fileGroup] : [fileGroup, ...named]),
    // The whole search is what is left.
    { name: t("search"), entries: wanted === "" || !maySearch ? [] : [search] },
  ].filter(({ entries }) => entries.length > 0);
  return { groups, isNamed };
}

export function Palette(props: { opens: number; items: readonly MenuItem[] }): ReactNode {
  const t = usePlatformTexts();
  const [query, setQuery] = useState("");
  const maySearch = useHolds("ROLE_FILE_SEARCH");
  const { files, isWaiting, error } = useFoundFiles(query, maySearch);
  const failure = useSearchFailure(isWaiting ? null : error);
  const { opens } = props;
  useEffect(() => {
    if (opens > 0) spotlight.open();
  }, [opens]);
  const typed = query.trim();
  const { groups, isNamed } = useGroups({ typed, files, items: props.items, maySearch });
  const choice = usePaletteChoice({
    query: typed,
    entries: groups.flatMap(({ entries }) => entries),
    isWaiting: isWaiting && !isNamed,
    close: spotlight.close,
  });
  return (
    <Spotlight.Root
      query={query}
      onQueryChange={setQuery}
      scrollable
      maxHeight={420}
      clearQueryOnClose
      shortcut={null}
      overlayProps={{ blur: 0, backgroundOpacity: 0.4 }}
      attributes={{ content: { "aria-label": t("keyPalette") } }}
    >
      <Spotlight.Search
        {...choice.field}
        placeholder={t("palettePlaceholder")}
        aria-label={t("search")}
        leftSection={<IconSearch size={16} aria-hidden />}
      />
      <p className="v-hidden" role="status">
        {isWaiting
          ? t("searching")
          : (failure ?? t("paletteFound", { count: groups.flatMap((one) => one.entries).length }))}
      </p>
      {failure !== undefined && (
        <Alert color="red" variant="light" radius={0} p="xs">
          {failure}
        </Alert>
      )}
      {groups.length > 0 ? (
        <PaletteList groups={groups} query={typed} label={t("keyPalette")} choice={choice} />
      ) : (
        <Spotlight.Empty>{t("paletteNothing")}</Spotlight.Empty>
      )}
    </Spotlight.Root>
  );
}
