/** The first screen: what waits for whoever is logged in, what is new, and what was looked at last; for a guest the way in. */
import { Button, Table } from "@mantine/core";
import type { ReactNode } from "react";
import { lastFiles, searchScreen } from "../../cases/file-search/file-search.contract.ts";
import { importScreen } from "../../exchange/intake/intake.contract.ts";
import { useLanguage, useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { useCall } from "../../ground/platform/web/http/api.web.ts";
import { formatNumber } from "../../ground/platform/web/inputs/format.ts";
import { Guard, useMay, useMe } from "../../ground/platform/web/pages/current-user.web.tsx";
import { Link } from "../../ground/platform/web/pages/links.web.tsx";
import { Empty, Page, Section } from "../../ground/platform/web/pages/page.web.tsx";
import { dashboardScreen } from "../../insight/dashboard/dashboard.contract.ts";
import { listArrangementAnswers } from "../../money/claims/claims.contract.ts";
import { getSetup, getWork } from "../app.contract.ts";
import type { appTexts } from "../app.texts.ts";
import { ArrangementAnswers } from "./arrangement-answers.web.tsx";
import styles from "./home.module.css";
import { DueFiles } from "./home-files.web.tsx";
import { Headlines } from "./home-news.web.tsx";
import { Setup } from "./home-setup.web.tsx";

const useAppTexts = () => useTexts<typeof appTexts>("app");

export function Home(): ReactNode {
  const t = useAppTexts();
  const me = useMe();
  if (!me.loggedIn) {
    return (
      <Page title={t("homeWelcome")}>
        <Empty
          title={t("homeIntro")}
          action={
            <Button component="a" href="/login">
              {t("homeLogin")}
            </Button>
          }
        />
        <Headlines />
      </Page>
    );
  }
  return (
    <Page title={t("homeGreeting", { name: me.name || me.username })} tab={t("home")}>
      <Guard who={getSetup.who}>
        <Setup />
      </Guard>
      <div className={styles.columns}>
        <div>
          <Own />
          <Guard who={listArrangementAnswers.who}>
            <ArrangementAnswers />
          </Guard>
          <Work />
          <DueFiles />
        </div>
        <div>
          <Headlines unread />
          <Guard who={lastFiles.who}>
            <LastVisited />
          </Guard>
        </div>
      </div>
    </Page>
  );
}

const ofClients = ["ROLE_CUSTOMER", "ROLE_CONTACT_PERSON"];

/** The people of clients go by what is theirs. Whoever holds "*" is none of them. */
function Own(): ReactNode {
  const t = useAppTexts();
  const { acl } = useMe();
  const own = [
    ...(acl.includes("ROLE_CONTACT_PERSON_DASHBOARD") ? [[dashboardScreen, t("homeDashboard")] as const] : []),
    ...(ofClients.some((role) => acl.includes(role)) && acl.includes("ROLE_FILE_SEARCH")
      ? [[searchScreen, t("homeFilesAll")] as const]
      : []),
  ];
  if (own.length === 0) return null;
  return (
    <Section title={t("homeFiles")}>
      <ul className={styles.headlines}>
        {own.map(([screen, name]) => (
          <li key={screen.path}>
            <Link to={screen}>{name}</Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Work(): ReactNode {
  const t = useAppTexts();
  const language = useLanguage();
  const work = useCall(getWork, {}, { every: 60_000, quiet: true });
  const maySearch = useMay(searchScreen);
  const mayImport = useMay(importScreen);
  // Nobody is sent to what would be refused.
  const hint = mayImport ? t("homeNothingHint") : maySearch ? t("homeNothingSearch") : undefined;
  const answers = useCall(listArrangementAnswers, {}, { quiet: true, enabled: useMay(listArrangementAnswers) });
  // Where an answer still stands above, something does wait.
  if (work.data?.items.length === 0)
    return answers.data?.items.length ? null : <Empty title={t("homeNothing")} text={hint} />;
  return (
    <Section title={t("homeWork")}>
      <Table>
        <Table.Tbody>
          {work.data?.items.map(({ kind, count, capped, link }) => (
            <Table.Tr key={kind}>
              <Table.Td>
                <Link to={link}>{t(kind)}</Link>
              </Table.Td>
              <Table.Td ta="right">{capped ? t("more", { count: count }) : formatNumber(count, language)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}

function LastVisited(): ReactNode {
  const t = useAppTexts();
  const visited = useCall(lastFiles, {});
  const mayShow = useMay(searchScreen);
  const items = visited.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Section title={t("homeRecent")}>
      <Table>
        <Table.Tbody>
          {items.slice(0, 10).map((file) => (
            <Table.Tr key={file.id}>
              <Table.Td style={{ whiteSpace: "nowrap" }}>
                {mayShow ? <Link to={`/file/show-new/${file.id}`}>{file.number}</Link> : file.number}
              </Table.Td>
              <Table.Td className={styles.name}>
                {file.debtorName}
                <small>{file.clientName}</small>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}
