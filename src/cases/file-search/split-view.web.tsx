/** The list with a preview of one file beside it; which one is in the address, so that it can be shared and revisited. */
import { ActionIcon, Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconLayoutSidebarRight, IconX } from "@tabler/icons-react";
import { type ComponentType, type FocusEvent, type ReactNode, useEffect } from "react";
import { useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { useAddressQuery } from "../../ground/platform/web/pages/links.web.tsx";
import styles from "./file-search.module.css";
import type { ListTexts } from "./file-search.texts.ts";

const useFileTexts = () => useTexts<ListTexts>("files");

/** What shows a file in short; a module above that knows all of a file hands it in. */
export type Peek = ComponentType<{ readonly fileId: number; readonly to: string }>;

export interface Split {
  readonly isOpen: boolean;
  /** The file beside the list; undefined before one was chosen. */
  readonly fileId: number | undefined;
  readonly open: () => void;
  readonly close: () => void;
  readonly choose: (fileId: number) => void;
}

// Stands in the address for a view that is open and shows no file yet.
const noFile = "-";

export function useSplit(): Split {
  const { values, set } = useAddressQuery();
  const text = values.peek;
  const id = Number(text);
  return {
    isOpen: text !== undefined && text !== "",
    fileId: Number.isSafeInteger(id) && id > 0 ? id : undefined,
    open: () => set({ peek: noFile }),
    close: () => set({ peek: null }),
    choose: (fileId) => set({ peek: fileId }),
  };
}

export function SplitButton({ split }: { split: Split }): ReactNode {
  const t = useFileTexts();
  return (
    <Button
      variant={split.isOpen ? "light" : "default"}
      aria-pressed={split.isOpen}
      className={styles.splitButton ?? ""}
      leftSection={<IconLayoutSidebarRight size={16} aria-hidden />}
      onClick={split.isOpen ? split.close : split.open}
    >
      {t("split")}
    </Button>
  );
}

const rowOf = (event: FocusEvent): number | undefined => {
  const row = event.target.closest<HTMLElement>("tr[data-row]")?.dataset.row;
  return row === undefined ? undefined : Number(row);
};

/** The list, and beside it the file whose row has the focus: by a click, by J and K. */
export function SplitView(props: {
  split: Split;
  peek: Peek;
  /** Where each row of the page leads, in the order of the list. */
  rows: readonly { readonly id: number; readonly to: string }[];
  children: ReactNode;
}): ReactNode {
  const { split, rows, peek: Shown } = props;
  const t = useFileTexts();
  const first = rows[0]?.id;
  const isHere = rows.some(({ id }) => id === split.fileId);
  const wanted = isHere ? split.fileId : first;
  // A key that is held goes past many files; the one it stops at is shown.
  const [shown] = useDebouncedValue(wanted, 150);
  const { fileId, choose } = split;
  useEffect(() => {
    if (shown !== undefined && shown !== fileId && !isHere) choose(shown);
  }, [shown, fileId, isHere, choose]);
  const onFocus = (event: FocusEvent): void => {
    const id = rowOf(event);
    if (id !== undefined && id !== fileId) choose(id);
  };
  const to = rows.find(({ id }) => id === shown)?.to;
  return (
    <div className={styles.split}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it is no control; the focus of its rows passes by here. */}
      <div className={styles.list} onFocus={onFocus}>
        {props.children}
      </div>
      <aside className={styles.peek} aria-label={t("peek")}>
        <div className={styles.peekHead}>
          <span>{t("peek")}</span>
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t("closeSplit")} onClick={split.close}>
            <IconX size={16} />
          </ActionIcon>
        </div>
        {shown === undefined || to === undefined ? (
          <p className={styles.hint}>{t("peekHint")}</p>
        ) : (
          <Shown key={shown} fileId={shown} to={to} />
        )}
      </aside>
    </div>
  );
}
