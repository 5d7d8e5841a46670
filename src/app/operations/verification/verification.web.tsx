/** What the nightly verification found: each part with how much was looked at, and what is wrong with it. */
import { Alert, List, Table, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { ReplyOf } from "../../../ground/kernel/contract.ts";
import { useLanguage, useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { DateText, Status } from "../../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { formatNumber } from "../../../ground/platform/web/inputs/format.ts";
import { Empty, HorizontalScroll, Loaded, Page, Strip } from "../../../ground/platform/web/pages/page.web.tsx";
import { lastVerification } from "./verification.contract.ts";
import type { verificationTexts } from "./verification.texts.ts";

type Last = NonNullable<ReplyOf<typeof lastVerification>["last"]>;

const useVerificationTexts = () => useTexts<typeof verificationTexts>("verification");

export function Verification(): ReactNode {
  const t = useVerificationTexts();
  const state = useCall(lastVerification, {});
  return (
    <Page title={t("title")}>
      <Text mb="md">{t("intro")}</Text>
      <Loaded of={state}>
        {({ last }) => (last ? <Found last={last} /> : <Empty title={t("none")} text={t("noneHint")} />)}
      </Loaded>
    </Page>
  );
}

function Found({ last }: { last: Last }): ReactNode {
  const t = useVerificationTexts();
  const language = useLanguage();
  const isWhole = last.problems === 0;
  return (
    <>
      <Alert variant="light" color={isWhole ? "green" : "red"} mb="md">
        {t(isWhole ? "whole" : "broken")}
      </Alert>
      <Strip
        items={[
          { name: t("at"), value: <DateText value={last.finishedAt} time="HH:mm" /> },
          { name: t("problems"), value: formatNumber(last.problems, language), big: true },
        ]}
      />
      <HorizontalScroll label={t("title")}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("asked")}</Table.Th>
              <Table.Th>{t("looked")}</Table.Th>
              <Table.Th>{t("found")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {last.findings.map((finding) => (
              <Table.Tr key={finding.asked}>
                <Table.Td lang="en">{finding.asked}</Table.Td>
                <Table.Td>{formatNumber(finding.looked, language)}</Table.Td>
                <Table.Td>
                  <Problems of={finding} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </HorizontalScroll>
    </>
  );
}

function Problems({ of }: { of: Last["findings"][number] }): ReactNode {
  const t = useVerificationTexts();
  if (of.count === 0) return <Status tone="good">0</Status>;
  const left = of.count - of.problems.length;
  return (
    <List size="sm" lang="en">
      {of.problems.map((problem) => (
        <List.Item key={problem}>{problem}</List.Item>
      ))}
      {left > 0 && <List.Item>{t("more", { count: left })}</List.Item>}
    </List>
  );
}
