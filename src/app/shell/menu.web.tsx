/** The menu that the server gives this user. An item is hidden only when `granted` is false. */
import { IconChevronRight } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useAnyText, usePlatformTexts } from "../../ground/platform/web/content/texts.web.ts";
import { useCall } from "../../ground/platform/web/http/api.web.ts";
import { PlainLink, usePathname } from "../../ground/platform/web/pages/links.web.tsx";
import { getUserMenu, type MenuItem } from "../app.contract.ts";
import { MenuIcon } from "./icons.web.tsx";
import styles from "./menu.module.css";

export const isShown = (item: MenuItem): boolean => item.granted !== false;

/** The menu of the user; empty while it is being read. A failure goes to the general error handler of the frame. */
export const useMenu = (): readonly MenuItem[] => useCall(getUserMenu, {}).data?.items.filter(isShown) ?? [];

const isHere = (item: MenuItem, path: string): boolean =>
  item.link !== "" && (path === item.link || path.startsWith(`${item.link}/`));

const holdsPath = (item: MenuItem, path: string): boolean =>
  isHere(item, path) || item.children.some((child) => isShown(child) && holdsPath(child, path));

/** `closing`: all items close when the route changes, as on a small screen. */
export function Menu(props: { items: readonly MenuItem[]; closing?: boolean; onGo?: () => void }): ReactNode {
  const t = usePlatformTexts();
  const pathname = usePathname();
  const [opened, setOpened] = useState<Readonly<Record<string, boolean>>>({});
  const { closing = false } = props;
  const [arrivedAt, setArrivedAt] = useState(pathname);
  if (closing && arrivedAt !== pathname) {
    setArrivedAt(pathname);
    setOpened(Object.fromEntries(props.items.map(({ name }) => [name, false])));
  }
  return (
    <nav className={styles.menu} aria-label={t("menu")}>
      <ul>
        {props.items.map((item) => (
          <Item
            key={item.name}
            item={item}
            path={pathname}
            isOpen={opened[item.name] ?? (item.opened || (!closing && holdsPath(item, pathname)))}
            onToggle={(isOpen) => setOpened({ ...opened, [item.name]: isOpen })}
            onGo={props.onGo}
          />
        ))}
      </ul>
    </nav>
  );
}

function Item(props: {
  item: MenuItem;
  path: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  onGo: (() => void) | undefined;
}): ReactNode {
  const text = useAnyText();
  const { item, path, isOpen } = props;
  const children = item.children.filter(isShown);
  if (children.length === 0) return <Leaf item={item} path={path} onGo={props.onGo} withIcon />;
  return (
    <li>
      <button
        type="button"
        className={styles.item}
        aria-expanded={isOpen}
        data-holds={holdsPath(item, path)}
        onClick={() => props.onToggle(!isOpen)}
      >
        <MenuIcon name={item.icon} />
        <span className={styles.name}>{text(item.name)}</span>
        <IconChevronRight size={14} className={styles.chevron} aria-hidden />
      </button>
      {isOpen && (
        <ul>
          {children.map((child) => (
            <Leaf key={child.name + child.link} item={child} path={path} onGo={props.onGo} />
          ))}
        </ul>
      )}
    </li>
  );
}

function Leaf(props: { item: MenuItem; path: string; onGo: (() => void) | undefined; withIcon?: boolean }): ReactNode {
  const text = useAnyText();
  const { item, path, withIcon = false } = props;
  const content = (
    <>
      {withIcon && <MenuIcon name={item.icon} />}
      <span className={styles.name}>{text(item.name)}</span>
    </>
  );
  const className = withIcon ? styles.item : styles.sub;
  // The link may be a path of ours or an address elsewhere.
  return (
    <li>
      {item.link.startsWith("/") ? (
        <PlainLink
          to={item.link}
          className={className}
          onClick={props.onGo}
          aria-current={path === item.link ? "page" : undefined}
        >
          {content}
        </PlainLink>
      ) : (
        <a href={item.link} className={className} rel="noreferrer" target="_blank">
          {content}
        </a>
      )}
    </li>
  );
}
