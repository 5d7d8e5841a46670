/** The command palette (Ctrl or ⌘ K): go to a screen by its name in any language, to a file by number, name, IBAN or postcode, or do something. */
import { useDebouncedValue } from "@mantine/hooks";
import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData, spotlight } from "@mantine/spotlight";
import { IconContrast, IconFolder, IconKeyboard, IconLogout, IconSearch, IconWorld } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { z } from "zod";
import { showError, useCall } from "../../platform/web/api.web.ts";
import { keyActs } from "../../platform/web/keys.web.tsx";
import { useHolds, useMe } from "../../platform/web/me.web.tsx";
import { searchText, useGo } from "../../platform/web/nav.web.tsx";
import { schemes } from "../../platform/web/scheme.ts";
import { useScheme } from "../../platform/web/scheme.web.ts";
import {
  languageNames,
  setLanguage,
  useAnyText,
  useLanguage,
  useOfferedLanguages,
  usePlatformTexts,
} from "../../platform/web/texts.web.ts";
import { sendForJson } from "../../platform/web/transport.web.ts";
import { listScreens, type MenuItem } from "../app.contract.ts";
import { fileSearchAddress } from "./facts.web.ts";
import { MenuIcon } from "./icons.web.tsx";
import { leave } from "./leave.web.ts";
import { isShown } from "./menu.web.tsx";
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
          quiet: true,
          signal,
        }),
      ).items,
  });
  return typed.length > 1 ? (found.data ?? []) : [];
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

type Matches = (...names: readonly string[]) => boolean;

/** Every screen that one may open, those of the menu in its order first; found by its name in any language. */
function useScreens(items: readonly MenuItem[], matches: Matches): SpotlightActionData[] {
  const text = useAnyText();
  const go = useGo();
  const screens = useCall(listScreens, {}, { quiet: true }).data?.items ?? [];
  const places = placesOf(items);
  const words = new Map(screens.map((screen) => [screen.path, screen.words]));
  const others = screens.filter(({ path }) => !places.has(path)).map(({ path, title }) => [path, [title], ""] as const);
  const listed = [...places].map(
    ([path, place]) => [path, place.map(({ name }) => name), place[0]?.icon ?? ""] as const,
  );
  return [...listed, ...others]
    .map(([path, names, icon]) => ({
      id: path,
      label: names.map((name) => text(name)).join(" › "),
      leftSection: <MenuIcon name={icon} />,
      onClick: () => go(path),
    }))
    .filter(({ id, label }) => matches(label, ...(words.get(id) ?? [])));
}

/** What can be done: the keys of this screen, colours, language, and leaving. */
function useActs(matches: Matches): SpotlightActionData[] {
  const t = usePlatformTexts();
  const me = useMe();
  const isActing = useHolds("ROLE_PREVIOUS_ADMIN") && me.previous !== null;
  const { scheme, setScheme } = useScheme();
  const language = useLanguage();
  const offered = useOfferedLanguages();
  const keys = keyActs.get().map((act) => ({
    id: `key ${act.key}`,
    label: act.label,
    rightSection: <kbd>{act.key}</kbd>,
    leftSection: <IconKeyboard size={16} aria-hidden />,
    onClick: act.run,
  }));
  const colours = schemes
    .filter((one) => one !== scheme)
    .map((one) => ({
      id: `scheme ${one}`,
      label: `${t("scheme")}: ${t(`scheme_${one}`)}`,
      leftSection: <IconContrast size={16} aria-hidden />,
      onClick: () => setScheme(one),
    }));
  const tongues = offered
    .filter((one) => one !== language)
    .map((one) => ({
      id: `language ${one}`,
      label: `${t("language")}: ${languageNames[one]}`,
      leftSection: <IconWorld size={16} aria-hidden />,
      onClick: () => void setLanguage(one).catch(showError),
    }));
  const leaving = {
    id: "leave",
    label: t(isActing ? "endActing" : "logout"),
    leftSection: <IconLogout size={16} aria-hidden />,
    onClick: () => void leave(isActing),
  };
  return [...keys, ...colours, ...tongues, leaving].filter(({ label }) => matches(label));
}

export function Palette(props: { opens: number; items: readonly MenuItem[] }): ReactNode {
  const t = usePlatformTexts();
  const go = useGo();
  const [query, setQuery] = useState("");
  const maySearch = useHolds("ROLE_FILE_SEARCH");
  const files = useFoundFiles(query, maySearch);
  const { opens } = props;
  useEffect(() => {
    if (opens > 0) spotlight.open();
  }, [opens]);
  const wanted = query.trim().toLowerCase();
  const matches: Matches = (...names) => wanted === "" || names.some((name) => name.toLowerCase().includes(wanted));
  const screens = useScreens(props.items, matches);
  const acts = useActs(matches);
  const found: SpotlightActionData[] = files.map((file) => ({
    id: `file ${file.id}`,
    label: [file.number, file.debtorName].filter(Boolean).join(" · "),
    ...(file.clientName ? { description: file.clientName } : {}),
    leftSection: <IconFolder size={16} aria-hidden />,
    onClick: () => go(`/file/show-new/${file.id}`),
  }));
  const search: SpotlightActionData[] =
    wanted === "" || !maySearch
      ? []
      : [
          {
            id: "search",
            label: `${t("search")}: ${query.trim()}`,
            leftSection: <IconSearch size={16} aria-hidden />,
            onClick: () => go(fileSearchAddress + searchText({ search: query.trim() })),
          },
        ];
  // What was found stands first, so that Enter goes there; the whole search is what is left.
  const groups: SpotlightActionGroupData[] = [
    { group: t("files"), actions: found },
    { group: t("screens"), actions: screens },
    { group: t("actions"), actions: acts },
    { group: t("search"), actions: search },
  ].filter(({ actions }) => actions.length > 0);
  return (
    <Spotlight
      actions={groups}
      query={query}
      onQueryChange={setQuery}
      // What stands here has been found already, by the server and above.
      filter={(_query, actions) => actions}
      nothingFound={t("paletteNothing")}
      highlightQuery
      scrollable
      maxHeight={420}
      clearQueryOnClose
      searchProps={{
        placeholder: t("palettePlaceholder"),
        "aria-label": t("search"),
        leftSection: <IconSearch size={16} aria-hidden />,
      }}
      shortcut={null}
      overlayProps={{ blur: 0, backgroundOpacity: 0.4 }}
      attributes={{ content: { "aria-label": t("keyPalette") } }}
    />
  );
}
