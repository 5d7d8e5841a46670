/** When a message is sent: as soon as allowed, or at a chosen time. */
import { Input, SegmentedControl, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { date } from "../../../ground/kernel/dates.ts";
import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { DatePicker, useDateTyping } from "../../../ground/platform/web/inputs/dates.web.tsx";
import { joinDateTime, parseTypedTime } from "../../../ground/platform/web/inputs/format.ts";
import styles from "./composer.module.css";
import type { messageTexts } from "./composer.texts.ts";

interface WhenProps {
  /** Undefined as soon as possible; null while a part of the moment is missing. */
  readonly value: string | null | undefined;
  readonly onChange: (value: string | null | undefined) => void;
  /** What is to be known of a moment of one's own. */
  readonly hint?: string | undefined;
  readonly today: string;
  readonly lastDay: string;
  readonly error?: string | undefined;
}

export function When({ value, onChange, hint, today, lastDay, error }: WhenProps): ReactNode {
  const m = useTexts<typeof messageTexts>("file-message");
  const [day, setDay] = useState<string | null>(null);
  const [time, setTime] = useState("");
  const moment = { day, setDay, time, setTime };
  return (
    <Input.Wrapper
      size="xs"
      label={m("when")}
      labelElement="div"
      description={value !== undefined && hint}
      error={error}
    >
      <div className={styles.when}>
        <SegmentedControl
          size="xs"
          aria-label={m("when")}
          data={(["now", "later"] as const).map((way) => ({ value: way, label: m(`when_${way}`) }))}
          value={value === undefined ? "now" : "later"}
          onChange={(way) => onChange(way === "now" ? undefined : joinDateTime(day, parseTypedTime(time)))}
        />
        {value !== undefined && <Moment {...moment} onChange={onChange} today={today} lastDay={lastDay} />}
      </div>
    </Input.Wrapper>
  );
}

interface MomentProps extends Pick<WhenProps, "onChange" | "today" | "lastDay"> {
  readonly day: string | null;
  readonly setDay: (day: string | null) => void;
  readonly time: string;
  readonly setTime: (time: string) => void;
}

/** The chosen day and time; there is no moment while either is missing or wrong. */
function Moment({ day, setDay, time, setTime, onChange, today, lastDay }: MomentProps): ReactNode {
  const m = useTexts<typeof messageTexts>("file-message");
  const typing = useDateTyping(day);
  const judge = (isMistyped: boolean): void => {
    typing.judge(isMistyped);
    onChange(isMistyped ? null : joinDateTime(day, parseTypedTime(time)));
  };
  const type = (typed: string): void => {
    setTime(typed);
    onChange(typing.isMistyped ? null : joinDateTime(day, parseTypedTime(typed)));
  };
  return (
    <>
      <DatePicker
        size="xs"
        name={m("day")}
        value={day}
        typing={{ ...typing, judge }}
        min={date(today)}
        max={date(lastDay)}
        onChange={(next) => {
          setDay(next);
          onChange(joinDateTime(next, parseTypedTime(time)));
        }}
      />
      <TextInput
        size="xs"
        w={84}
        inputMode="numeric"
        autoComplete="off"
        aria-label={m("time")}
        placeholder="09:30"
        value={time}
        // A message may be sent from this very field, which it then never leaves.
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => type(parseTypedTime(time))}
      />
    </>
  );
}
