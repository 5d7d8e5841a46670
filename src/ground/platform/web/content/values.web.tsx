/** Amounts, dates and long texts as they stand on every screen. */
import { ActionIcon, CopyButton, Text, Tooltip } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconCopy } from "@tabler/icons-react";
import { Fragment, type ReactNode } from "react";
import type { Cents } from "../../../kernel/money.ts";
import { cut, type DateStyle, formatDate, formatDecimal, formatMoney, longTextLimit } from "../inputs/format.ts";
import { currentLanguage, textOf, useLanguage } from "./texts.web.ts";
import styles from "./values.module.css";

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
  if (short === props.children) return props.children;
  return (
    <span title={props.children} className={styles.long}>
      {short}
    </span>
  );
}

/** Letters at the end of a file's name that stay in sight: its ending, and what tells "(2)" from "(3)". */
const endOfName = 12;

/** The name of a file: where there is no room for all of it, it loses its middle. */
export function FileName({ children: name }: { children: string }): ReactNode {
  if (name.length <= 2 * endOfName) return name;
  return (
    <span className={styles.fileName} title={name}>
      <span>{name.slice(0, -endOfName)}</span>
      <span>{name.slice(-endOfName)}</span>
    </span>
  );
}

/** A day on which something is due. One that has passed is told by a sign and a word, and not by its colour alone. */
export function DueDate(props: { value: string; overdue: boolean; children?: ReactNode }): ReactNode {
  const shown = props.children ?? <DateText value={props.value} />;
  if (!props.overdue) return shown;
  return (
    <span className={styles.due}>
      <span className={styles.dueDay}>
        <IconAlertTriangle size={13} aria-hidden />
        {shown}
      </span>
      <span>{textOf("platform.overdue")}</span>
    </span>
  );
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

/** Letters of an address, before or after its @, that have room in one line of the narrowest column. */
const lineOfAddress = 24;

/** An e-mail address: where it does not fit in one line, it goes on after its @ or a dot of a long half, not in the midst of a word. */
export function MailAddress({ children: address }: { children: string }): ReactNode {
  const halves = address.split(/(?<=@)/);
  const pieces = halves.flatMap((half) => (half.length > lineOfAddress ? half.split(/(?<=[._])/) : [half]));
  return (
    <span>
      {pieces.map((piece, at) => (
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {piece}
        </Fragment>
      ))}
    </span>
  );
}

/** A phone number that is called by a click. */
export const PhoneLink = ({ value }: { value: string }): ReactNode => (
  <a className="v-link" href={`tel:${value.replace(/[^\d+]/g, "")}`}>
    {value}
  </a>
);

export type Tone = "neutral" | "good" | "warn" | "bad" | "accent";

/** A status in words, coloured by its meaning; the colour is never the only signal. */
export const Status = (props: { tone?: Tone; children: ReactNode }): ReactNode => (
  <span className={styles.status} data-tone={props.tone ?? "neutral"}>
    {props.children}
  </span>
);

/** The colours that a list of settings gives its entries. */
export type BadgeColour = "grey" | "teal" | "blue" | "green" | "amber" | "red";

/** A word in the colour that the settings give it; the colour is a dot beside the word, so that it never makes the word hard to read. */
export const Badge = (props: { colour: BadgeColour; children: ReactNode }): ReactNode => (
  <span className={styles.badge} data-colour={props.colour}>
    {props.children}
  </span>
);
