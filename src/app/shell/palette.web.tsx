/** The command palette (Ctrl or ⌘ K): go to a screen, or to a file by number, name, IBAN or postcode. */
import { useDebouncedValue } from "@mantine/hooks";
import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData, spotlight } from "@mantine/spotlight";
import { IconFolder, IconKeyboard, IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { z } from "zod";
import { keyActs } from "../../platform/web/keys.web.tsx";
import { searchText, useGo } from "../../platform/web/nav.web.tsx";
import { useAnyText, usePlatformTexts } from "../../platform/web/texts.web.ts";
import { sendForJson } from "../../platform/web/transport.web.ts";
import type { MenuItem } from "../app.contract.ts";
import { fileSearchAddress } from "./facts.web.ts";
import { MenuIcon } from "./icons.web.tsx";
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

function useFoundFiles(query: string) {
  const [typed] = useDebouncedValue(query.trim(), searchMillis);
  const found = useQuery({
    queryKey: ["palette", typed],
    enabled: typed.length > 1,
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

const flat = (
  items: readonly MenuItem[],
  parents: readonly MenuItem[] = [],
): { item: MenuItem; parents: readonly MenuItem[] }[] =>
  items.filter(isShown).flatMap((item) => [{ item, parents }, ...flat(item.children, [...parents, item])]);

export function Palette(props: { opens: number; items: readonly MenuItem[] }): ReactNode {
  const t = usePlatformTexts();
  const text = useAnyText();
  const go = useGo();
  const [query, setQuery] = useState("");
  const files = useFoundFiles(query);
  const { opens } = props;
  useEffect(() => {
    if (opens > 0) spotlight.open();
  }, [opens]);
  const wanted = query.trim().toLowerCase();
  const matches = (label: string): boolean => wanted === "" || label.toLowerCase().includes(wanted);
  const screens: SpotlightActionData[] = flat(props.items)
    .filter(({ item }) => item.link.startsWith("/"))
    .map(({ item, parents }) => ({
      id: item.link,
      label: [...parents, item].map(({ name }) => text(name)).join(" › "),
      leftSection: <MenuIcon name={parents[0]?.icon ?? item.icon} />,
      onClick: () => go(item.link),
    }))
    .filter(({ label }) => matches(label));
  const acts: SpotlightActionData[] = keyActs.get().map((act) => ({
    id: `key ${act.key}`,
    label: act.label,
    rightSection: <kbd>{act.key}</kbd>,
    leftSection: <IconKeyboard size={16} aria-hidden />,
    onClick: act.run,
  }));
  const found: SpotlightActionData[] = files.map((file) => ({
    id: `file ${file.id}`,
    label: [file.number, file.debtorName].filter(Boolean).join(" · "),
    ...(file.clientName ? { description: file.clientName } : {}),
    leftSection: <IconFolder size={16} aria-hidden />,
    onClick: () => go(`/file/show-new/${file.id}`),
  }));
  const search: SpotlightActionData[] =
    wanted === ""
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
    { group: t("actions"), actions: acts.filter(({ label = "" }) => matches(label)) },
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
    />
  );
}
