/** Amounts, dates and long texts as they stand on every screen. */
import { ActionIcon, CopyButton, Text, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Cents } from "../../kernel/money.ts";
import { cut, type DateStyle, formatDate, formatDecimal, formatMoney, longTextLimit } from "./format.ts";
import styles from "./show.module.css";
import { currentLanguage, textOf, useLanguage } from "./texts.web.ts";

/** An amount in whole cents, or a decimal text of a call; right-aligned digits that line up. Nothing for a missing amount. */
export function Money(props: {
  cents?: Cents | null;
  decimal?: string | null;
  currency?: string | null;
  strong?: boolean;
}): ReactNode {
  const language = useLanguage();
  const text =
    props.decimal !== undefined
      ? formatDecimal(props.decimal, language, props.currency)
      : formatMoney(props.cents, language, props.currency);
  if (text === "") return null;
  return <span className={props.strong ? styles.strongMoney : styles.money}>{text}</span>;
}

/** The text of a date in the language now spoken; one that is no date is warned about and shown raw (specification, point 8). */
export function dateText(
  value: string | null | undefined,
  style: DateStyle = {},
  language: string = currentLanguage(),
): string {
  const text = formatDate(value, language, style);
  if (text !== undefined) return text;
  // biome-ignore lint/suspicious/noConsole: the specification asks for this warning, in development and tests only.
  if (import.meta.env.MODE !== "production") console.warn(`wrong date format from the server: ${value}`);
  return value ?? "";
}

/** A date (DD-MM-YYYY, the ISO date as title) or an instant with `time`, by the clock of Amsterdam. */
export function DateText(props: { value: string | null | undefined } & DateStyle): ReactNode {
  const language = useLanguage();
  const { value, format, time } = props;
  if (value === null || value === undefined || value === "") return null;
  const style = { ...(format ? { format } : {}), ...(time ? { time } : {}) };
  return (
    <time dateTime={value} title={value} className={styles.date}>
      {dateText(value, style, language)}
    </time>
  );
}

const steps = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** "3 days ago", only ever beside the date itself. `now` in milliseconds. */
export function RelativeTime(props: { value: string; now?: number }): ReactNode {
  const language = useLanguage();
  const seconds = (new Date(props.value).getTime() - (props.now ?? Date.now())) / 1000;
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const step = steps.find(([, size]) => Math.abs(seconds) >= size);
  const text = step ? format.format(Math.round(seconds / step[1]), step[0]) : format.format(0, "minute");
  return (
    <Text span size="xs" c="dimmed">
      {text}
    </Text>
  );
}

/** Long text cut at 50 characters, the whole as title. */
export function LongText(props: { children: string; limit?: number }): ReactNode {
  const limit = props.limit ?? longTextLimit;
  const short = cut(props.children, limit);
  return short === props.children ? props.children : <span title={props.children}>{short}</span>;
}

/** A value with a button that copies it: a file number, an IBAN, a payment reference. */
export function Copyable(props: { value: string; children?: ReactNode }): ReactNode {
  return (
    <span className={styles.copyable}>
      {props.children ?? props.value}
      <CopyButton value={props.value}>
        {({ copied, copy }) => (
          <Tooltip label={textOf(copied ? "platform.copied" : "platform.copy")}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="xs"
              onClick={copy}
              aria-label={textOf("platform.copyValue", { value: props.value })}
            >
              {copied ? <IconCheck size={12} /> : <IconCopy size={12} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </span>
  );
}

export type Tone = "neutral" | "good" | "warn" | "bad" | "accent";

/** A status in words, coloured by its meaning; the colour is never the only signal. */
export const Status = (props: { tone?: Tone; children: ReactNode }): ReactNode => (
  <span className={styles.status} data-tone={props.tone ?? "neutral"}>
    {props.children}
  </span>
);
