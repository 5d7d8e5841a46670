/** When a message is sent: as soon as allowed, or at a chosen time. */
import { Input, SegmentedControl, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { date } from "../../../ground/kernel/dates.ts";
import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { DatePicker } from "../../../ground/platform/web/inputs/dates.web.tsx";
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
        {value !== undefined && (
          <>
            <DatePicker
              size="xs"
              name={m("day")}
              value={day}
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
              onChange={(event) => {
                const typed = event.currentTarget.value;
                setTime(typed);
                // A message may be sent from this very field, which it then never leaves.
                onChange(joinDateTime(day, parseTypedTime(typed)));
              }}
              onBlur={() => {
                const meant = parseTypedTime(time);
                setTime(meant);
                onChange(joinDateTime(day, meant));
              }}
            />
          </>
        )}
      </div>
    </Input.Wrapper>
  );
}
