/** The work that comes round by the clock: last time, result, next time, and a button where it failed. */
import { Button, Table, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { usePlatformTexts, useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { DateText, Status, type Tone } from "../../../ground/platform/web/content/values.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { HorizontalScroll, Loaded, Page } from "../../../ground/platform/web/pages/page.web.tsx";
import { listRecurring, type RecurringWork as Row, runRecurring } from "./recurring.contract.ts";
import type { recurringTexts } from "./recurring.texts.ts";

const watchMillis = 5000;

const tones: Readonly<Record<Row["state"], Tone>> = {
  known: "neutral",
  waiting: "neutral",
  running: "accent",
  paused: "warn",
  done: "good",
  failed: "bad",
};

export function RecurringWork(): ReactNode {
  const t = useTexts<typeof recurringTexts>("recurring");
  const list = useCall(listRecurring, {}, { every: watchMillis, quiet: true });
  return (
    <Page title={t("title")}>
      <Text mb="md" maw="var(--v-form)">
        {t("intro")}
      </Text>
      <Loaded of={list}>
        {({ items }) => (
          <HorizontalScroll label={t("title")}>
            <Table verticalSpacing="xs">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t("work")}</Table.Th>
                  <Table.Th>{t("last")}</Table.Th>
                  <Table.Th>{t("result")}</Table.Th>
                  <Table.Th>{t("next")}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {items.map((row) => (
                  <Table.Tr key={row.job}>
                    <Table.Td miw={220}>{row.name}</Table.Td>
                    <Table.Td style={{ whiteSpace: "nowrap" }}>
                      {row.startedAt === null ? t("never") : <DateText value={row.startedAt} time="HH:mm" />}
                    </Table.Td>
                    <Table.Td miw={180}>
                      <Result row={row} />
                    </Table.Td>
                    <Table.Td style={{ whiteSpace: "nowrap" }}>
                      <ClockText value={row.next} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </HorizontalScroll>
        )}
      </Loaded>
    </Page>
  );
}

/** An hour on the clock in Amsterdam, whatever zone the browser is in. */
export const ClockText = ({ value }: { value: string }): ReactNode => (
  <>
    <DateText value={value.slice(0, 10)} /> {value.slice(11)}
  </>
);

function Result({ row }: { row: Row }): ReactNode {
  const t = useTexts<typeof recurringTexts>("recurring");
  const p = usePlatformTexts();
  const again = useAct(runRecurring, { invalidates: [listRecurring] });
  return (
    <>
      <Status tone={tones[row.state]}>{t(`state_${row.state}`)}</Status>
      {row.missed && ` (${t("missed")})`}
      {row.error !== null && (
        <Text size="xs" c={row.state === "failed" ? "red" : "dimmed"}>
          {row.error}
        </Text>
      )}
      {row.state === "failed" && (
        <Button
          size="compact-xs"
          variant="default"
          mt={4}
          loading={again.isPending}
          aria-label={`${p("tryAgain")}: ${row.name}`}
          onClick={() => void again.run({ params: { job: row.job } })}
        >
          {p("tryAgain")}
        </Button>
      )}
    </>
  );
}
