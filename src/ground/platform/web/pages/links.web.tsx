/** Going about: links to screens by their declaration, path parameters, and the address's query as plain texts. */
import { Anchor } from "@mantine/core";
import {
  type CSSProperties,
  createContext,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useSyncExternalStore,
} from "react";
import type { Screen } from "../../../kernel/contract.ts";
import { fillPath } from "../http/dialect.ts";
import { createStore } from "../http/observable.ts";

export type Search = Readonly<Record<string, string | number | null | undefined>>;
export type PathValues = Readonly<Record<string, string | number>>;

/** A query string of plain texts; empty values are left out. */
export function searchText(search: Search): string {
  const pairs = Object.entries(search).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const text = new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString();
  return text === "" ? "" : `?${text}`;
}

/** The address of a screen: `addressOfScreen(fileScreen, { id: 12 })` is "/file/show-new/12". */
export const addressOfScreen = (screen: Screen, params: PathValues = {}, search: Search = {}): string =>
  fillPath(screen.path, params) + searchText(search);

/** Where the browser stands: path and query. The router keeps it in step; without one (the login) every step loads a page. */
const place = createStore(window.location.pathname + window.location.search);
export const setPlace = (href: string): void => place.set(href.split("#")[0] ?? href);

type Step = (href: string, replace: boolean) => void;
let step: Step = (href, replace) => (replace ? window.location.replace(href) : window.location.assign(href));

/** The router takes over going about. */
export const stepWith = (take: Step): void => {
  step = take;
};

/** Goes to an address of ours. */
export const navigate = (href: string, options: { readonly replace?: boolean } = {}): void =>
  step(href, options.replace ?? false);

/** The path of the address, without its query. */
export const usePathname = (): string => useSyncExternalStore(place.subscribe, place.get).split("?")[0] ?? "/";

const goTo = (to: Screen | string, params?: PathValues, search?: Search): void =>
  navigate(typeof to === "string" ? to : addressOfScreen(to, params, search));

/** Goes to a screen or a path of ours: `const go = useGo(); go(fileScreen, { id })`. */
export const useGo = (): typeof goTo => goTo;

export interface LinkProps {
  readonly to: Screen | string;
  readonly params?: PathValues | undefined;
  readonly search?: Search | undefined;
  readonly children: ReactNode;
  readonly className?: string | undefined;
  readonly title?: string | undefined;
  readonly style?: CSSProperties | undefined;
  readonly onClick?: (() => void) | undefined;
  readonly "aria-current"?: "page" | undefined;
  readonly "aria-label"?: string | undefined;
  readonly "data-open"?: boolean | undefined;
}

/** Whether a click on a link is ours to handle: plain, with the first button; others belong to the browser. */
const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented;

/** A link without a look of its own: menu items, the logo, whole rows. */
export function PlainLink(props: LinkProps): ReactNode {
  const { to, params, search, onClick, children, ...rest } = props;
  const href = typeof to === "string" ? to : addressOfScreen(to, params, search);
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onClick?.();
        navigate(href);
      }}
    >
      {children}
    </a>
  );
}

/** A link to a screen, by its declaration, or to a path of ours. */
export function Link(props: LinkProps): ReactNode {
  return <Anchor component={PlainLink} inherit {...props} />;
}

type PathParams = Readonly<Record<string, string | undefined>>;

/** The router puts the parameters of the address here. */
export const PathParamsContext = createContext<PathParams>({});

/** The `{name}` parameters of this screen's address, as texts. */
export const usePathParams = (): PathParams => useContext(PathParamsContext);

/** A path parameter that is an id; 0, which no record has, where the address holds something else. */
export function useIdParam(name = "id"): number {
  const id = Number(usePathParams()[name]);
  return Number.isSafeInteger(id) && id > 0 ? id : 0;
}

export interface AddressQuery {
  readonly values: Readonly<Record<string, string>>;
  /** Sets some values and leaves the others; null takes one away. `push` makes a step that "back" undoes. */
  readonly set: (changes: Search, options?: { readonly push?: boolean }) => void;
}

/** The query of the address, so that what is filtered, sorted and paged can be linked to and gone back to. */
export function useAddressQuery(): AddressQuery {
  const address = useSyncExternalStore(place.subscribe, place.get);
  const values = useMemo(() => Object.fromEntries(new URLSearchParams(address.split("?")[1] ?? "")), [address]);
  const set = useCallback<AddressQuery["set"]>((changes, options = {}) => {
    // The newest address counts, not the one of the last drawing: two changes may come in one act.
    const [path = "/", query = ""] = place.get().split("?");
    const now = Object.fromEntries(new URLSearchParams(query));
    navigate(path + searchText({ ...now, ...changes }), { replace: options.push !== true });
  }, []);
  return { values, set };
}
