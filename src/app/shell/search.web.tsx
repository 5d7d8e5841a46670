/** The header's search: a form that posts `search` to /file/search; on a small screen a panel that comes down from the top. */
import { ActionIcon, Kbd, TextInput, UnstyledButton } from "@mantine/core";
import { IconSearch, IconX } from "@tabler/icons-react";
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { usePlatformTexts } from "../../ground/platform/web/content/texts.web.ts";
import { searchText, useGo } from "../../ground/platform/web/pages/links.web.tsx";
import styles from "./header.module.css";
import { fileSearchAddress } from "./shell-data.web.ts";
import { panelHeight } from "./swipe.ts";
import { useReturnOfFocus, useSwipe } from "./swipe.web.ts";

/** With the application running, a search goes to its screen without leaving the application. */
export function SearchForm(props: {
  className: string | undefined;
  onPalette?: () => void;
  onDone?: () => void;
  autoFocus?: boolean;
}): ReactNode {
  const t = usePlatformTexts();
  const go = useGo();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (props.autoFocus) input.current?.focus();
  }, [props.autoFocus]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const search = input.current?.value.trim() ?? "";
    go(fileSearchAddress + searchText({ search }));
    props.onDone?.();
  };
  return (
    <search className={props.className}>
      <form method="post" action={fileSearchAddress} onSubmit={submit}>
        <TextInput
          ref={input}
          name="search"
          type="search"
          aria-label={t("search")}
          placeholder={t("searchPlaceholder")}
          autoComplete="off"
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSectionWidth={64}
          rightSection={
            props.onPalette && (
              <UnstyledButton
                onClick={props.onPalette}
                aria-label={`${t("keyPalette")}, Ctrl K`}
                className={styles.hint ?? ""}
              >
                <Kbd size="xs">Ctrl K</Kbd>
              </UnstyledButton>
            )
          }
        />
      </form>
    </search>
  );
}

/** The header's own height, from which a finger draws the panel down. */
const headerHeight = 52;

/** Search on a small screen: 20 % of it high, at most 120 pixels; opened by its button or by drawing the header down. */
export function SearchPanel(props: { isOpen: boolean; setOpen: (open: boolean) => void }): ReactNode {
  const t = usePlatformTexts();
  const { isOpen, setOpen } = props;
  const length = (): number => panelHeight(window.innerHeight);
  const drawn = useSwipe({
    isOpen,
    setOpen,
    way: "down",
    wideFrom: 768,
    length,
    startsAt: (touch) => touch.clientY <= (isOpen ? length() : headerHeight),
  });
  useReturnOfFocus(isOpen);
  if (!isOpen && !drawn) return null;
  return (
    <div
      className={styles.panel}
      role="dialog"
      aria-label={t("search")}
      data-drawn={drawn !== undefined}
      style={drawn === undefined ? undefined : { transform: `translateY(calc(-100% + ${drawn}px))` }}
      onKeyDown={(event) => event.key === "Escape" && setOpen(false)}
    >
      <SearchForm className={styles.panelForm} onDone={() => setOpen(false)} autoFocus={isOpen} />
      <ActionIcon variant="subtle" color="gray" aria-label={t("close")} onClick={() => setOpen(false)}>
        <IconX size={18} />
      </ActionIcon>
    </div>
  );
}
