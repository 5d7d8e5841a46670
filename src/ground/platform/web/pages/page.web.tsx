/** The frame of every screen: a title row, a filter row, the content. Hairlines, no wall of cards. */
import { Alert, Button, Group, Pill, Skeleton, Text, Title } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import { type CSSProperties, type ReactNode, useEffect, useState } from "react";
import { BalancesDay } from "../content/balances.web.tsx";
import { useLanguage, usePlatformTexts } from "../content/texts.web.ts";
import { ApiError } from "../http/transport.web.ts";
import { formatNumber } from "../inputs/format.ts";
import styles from "./page.module.css";
import { useTabTitle } from "./title.web.ts";

export interface PageProps {
  readonly title: ReactNode;
  /** The name in the browser's tab; the title itself where that is a text. */
  readonly tab?: string | undefined;
  /** Beside the title: "2.384 found", a client and a reference. */
  readonly count?: ReactNode;
  /** Whether the screen shows balances of files: of which day they are is said beside the title. */
  readonly balances?: boolean;
  /** Buttons on the right; at most one of them is primary. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A screen: title, count and actions in a row, and below it the content. */
export function Page(props: PageProps): ReactNode {
  const tab = props.tab ?? (typeof props.title === "string" ? props.title : undefined);
  const language = useLanguage();
  useTabTitle(tab);
  return (
    <div className={styles.page} data-page>
      <div className={styles.titleRow}>
        <Title order={1} className={styles.title ?? ""}>
          {props.title}
        </Title>
        {props.count !== undefined && (
          <span className={styles.count}>
            {typeof props.count === "number" ? formatNumber(props.count, language) : props.count}
          </span>
        )}
        {props.balances && (
          <span className={styles.count}>
            <BalancesDay />
          </span>
        )}
        <span className={styles.gap} />
        {props.actions !== undefined && (
          <div className={styles.actions} data-actions>
            {props.actions}
          </div>
        )}
      </div>
      {props.children}
    </div>
  );
}

/** A row of filters below the title. */
export const FilterRow = (props: { children: ReactNode; end?: ReactNode }): ReactNode => (
  <div className={styles.filters}>
    {props.children}
    {props.end !== undefined && (
      <>
        <span className={styles.gap} />
        {props.end}
      </>
    )}
  </div>
);

/** A filter that is set, with a cross that takes it away. */
export function FilterChip(props: { label: string; value: string; onRemove: () => void }): ReactNode {
  const t = usePlatformTexts();
  return (
    <Pill
      withRemoveButton
      size="md"
      className={styles.chip ?? ""}
      onRemove={props.onRemove}
      removeButtonProps={{ "aria-label": t("removeFilter", { name: props.label }), tabIndex: 0, "aria-hidden": false }}
    >
      {props.label} <b>{props.value}</b>
    </Pill>
  );
}

/** A part of a page with a small heading, and beside that a note or a link. */
export const Section = (props: {
  title: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
  id?: string;
}): ReactNode => (
  <section className={styles.section} id={props.id}>
    <div className={styles.sectionHead}>
      <Title order={2} className={styles.sectionTitle ?? ""}>
        {props.title}
      </Title>
      {props.aside !== undefined && <span className={styles.sectionAside}>{props.aside}</span>}
    </div>
    {props.children}
  </section>
);

/** A box whose content may be wider than the screen: it scrolls by itself, by keyboard too. */
export const HorizontalScroll = (props: {
  label: string;
  children: ReactNode;
  className?: string | undefined;
  style?: CSSProperties;
}): ReactNode => (
  <section
    className={props.className}
    style={{ overflowX: "auto", ...props.style }}
    aria-label={props.label}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
    tabIndex={0}
  >
    {props.children}
  </section>
);

/** Names and values, one under the other: the facts of a debtor, a client, a run. */
export const Facts = (props: { items: readonly (readonly [name: ReactNode, value: ReactNode])[] }): ReactNode => (
  <dl className={styles.facts}>
    {props.items.map(([name, value], index) => (
      <div key={index}>
        <dt>{name}</dt>
        <dd>{value ?? "–"}</dd>
      </div>
    ))}
  </dl>
);

/** The strip of figures on top of a page: each with a small name above it. */
export const Strip = (props: {
  items: readonly { readonly name: ReactNode; readonly value: ReactNode; readonly big?: boolean }[];
}): ReactNode => (
  <dl className={styles.strip}>
    {props.items.map((item, index) => (
      <div key={index} data-big={item.big ?? false}>
        <dt>{item.name}</dt>
        <dd>{item.value}</dd>
      </div>
    ))}
  </dl>
);

/** For the tab that is open: on a narrow screen the row of tabs scrolls by itself, and this one stands in sight. */
export const scrollTabIntoView = (tab: HTMLElement | null): void =>
  tab?.scrollIntoView({ block: "nearest", inline: "nearest" });

/** Nothing here: why, and what next. */
export const Empty = (props: { title: string; text?: string | undefined; action?: ReactNode }): ReactNode => (
  <div className={styles.empty}>
    <Text fw={550}>{props.title}</Text>
    {props.text !== undefined && (
      <Text size="sm" c="dimmed">
        {props.text}
      </Text>
    )}
    {props.action}
  </div>
);

/** True only after a while, so that what is quick never flickers. */
export function useLate(active: boolean, millis = 150): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!active) {
      setLate(false);
      return;
    }
    const timer = setTimeout(() => setLate(true), millis);
    return () => clearTimeout(timer);
  }, [active, millis]);
  return active && late;
}

/** What comes: a whole screen, a part of one, or the form in a dialog. */
export type LoadingShape = "page" | "panel" | "form";

/** Waiting for something: after 150 ms grey bars in the shape of what comes. */
export function Loading(props: { label?: string; shape?: LoadingShape }): ReactNode {
  const t = usePlatformTexts();
  const late = useLate(true);
  const { shape = "panel" } = props;
  return (
    <div role="status" aria-label={props.label ?? t("loading")} className={styles.loading} data-shape={shape}>
      {late && bones[shape]}
    </div>
  );
}

const lines = (widths: readonly number[]): ReactNode =>
  widths.map((width) => <Skeleton key={width} height={12} width={`${width}%`} radius="sm" />);

/** A label and its field. */
const field = (key: number): ReactNode => (
  <div key={key} className={styles.bone}>
    <Skeleton height={10} width={90 + key * 14} radius="sm" />
    <Skeleton height={36} radius="sm" />
  </div>
);

const bones: Readonly<Record<LoadingShape, ReactNode>> = {
  page: (
    <>
      <Skeleton height={24} width={260} radius="sm" />
      <Skeleton height={32} width="60%" radius="sm" />
      {lines([97, 88, 94, 79, 91, 84, 96, 72])}
    </>
  ),
  panel: lines([62, 91, 78]),
  form: (
    <>
      {[0, 1, 2].map(field)}
      <Skeleton height={36} width={110} radius="sm" className={styles.boneEnd ?? ""} />
    </>
  ),
};

/** A reading that failed: what went wrong, and a button that tries again. */
export function ErrorState(props: { error: unknown; onRetry?: (() => void) | undefined }): ReactNode {
  const t = usePlatformTexts();
  const { error } = props;
  const outdated = error instanceof ApiError && error.code === "reply";
  // What is not there, or not for this reader, is not there a second later either.
  const isGone = error instanceof ApiError && error.code === "notFound";
  const message = outdated ? t("error.reply") : error instanceof Error ? error.message : t("error.generic");
  return (
    <Alert color="red" variant="light" role="alert" icon={<IconAlertCircle size={18} aria-hidden />} my="sm">
      <Group justify="space-between" gap="sm">
        <span>{message}</span>
        {outdated ? (
          <Button size="compact-sm" variant="default" onClick={() => window.location.reload()}>
            {t("reload")}
          </Button>
        ) : (
          props.onRetry &&
          !isGone && (
            <Button size="compact-sm" variant="default" onClick={props.onRetry}>
              {t("tryAgain")}
            </Button>
          )
        )}
      </Group>
    </Alert>
  );
}

interface Reading<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** Shows what a `useCall` read, or that it is still being read, or that it failed: `<Loaded of={file}>{(file) => …}</Loaded>`. */
export function Loaded<Data>(props: {
  of: Reading<Data>;
  /** Of what comes; a part of a screen where left out. */
  shape?: LoadingShape;
  children: (data: Data) => ReactNode;
}): ReactNode {
  const { data, error, refetch } = props.of;
  if (data !== undefined) return props.children(data);
  return error ? (
    <ErrorState error={error} onRetry={() => void refetch()} />
  ) : (
    <Loading shape={props.shape ?? "panel"} />
  );
}
