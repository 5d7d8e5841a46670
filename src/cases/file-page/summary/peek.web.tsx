/** A preview of a file beside the list of files: the facts needed before opening it. */
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { houseLine } from "../../../ground/kernel/identifiers.ts";
import { centsFromDecimal } from "../../../ground/kernel/money.ts";
import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import {
  DateText,
  dateText,
  LongText,
  MailAddress,
  Money,
  PhoneLink,
} from "../../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { useMay } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { Link, PlainLink } from "../../../ground/platform/web/pages/links.web.tsx";
import { Facts, Loaded, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import type { ListTexts } from "../../file-search/file-search.texts.ts";
import { useNearDate } from "../../file-search/file-search.web.tsx";
import { FileStatusText } from "../../files/files.web.tsx";
import { listLogs } from "../../logs/logs.contract.ts";
import { type ShownFile, showFile } from "../file-page.contract.ts";
import styles from "../file-page.module.css";
import type { filePageTexts } from "../file-page.texts.ts";

const usePageTexts = () => useTexts<typeof filePageTexts>("file-page");
const useFileTexts = () => useTexts<ListTexts>("files");

/** So many lines of the timeline are shown. */
const lines = 6;

/** A file in short; `to` is where it opens. */
export function FilePeek({ fileId, to }: { fileId: number; to: string }): ReactNode {
  const f = useFileTexts();
  const file = useCall(showFile, { params: { id: fileId } }, { keep: false });
  return (
    <Loaded of={file}>
      {(data) => (
        <div className={styles.peek}>
          <h2 className={styles.peekTitle}>
            <Link to={to}>
              {data.number} · {data.debtor.displayName}
            </Link>
          </h2>
          <Glance file={data} />
          <LastLines fileId={fileId} />
          <Button component={PlainLink} to={to} variant="light" size="sm">
            {f("openFile")}
          </Button>
        </div>
      )}
    </Loaded>
  );
}

function Glance({ file }: { file: ShownFile }): ReactNode {
  const t = usePageTexts();
  const f = useFileTexts();
  const { debtor, next, balance } = file;
  const near = useNearDate();
  const place = [`${debtor.street} ${houseLine(debtor)}`, `${debtor.postcode} ${debtor.city}`].join(", ");
  const phones = [debtor.mobile, debtor.phone].flatMap((phone) => phone || []);
  const email = debtor.email ?? "";
  return (
    <Facts
      items={[
        [
          // A narrow label breaks before the day, not within it.
          t("openOn", { date: dateText(balance.date).replaceAll("-", "\u2011") }),
          <b key="open">
            <Money cents={centsFromDecimal(balance.open) ?? 0} />
          </b>,
        ],
        [f("status"), <FileStatusText key="status" status={file.status} holds={file.holds.map(({ kind }) => kind)} />],
        [f("phase"), f(`phase_${file.phase}`)],
        [f("nextAction"), next && `${next.on === null ? "" : `${near(next.on)} · `}${next.step}`],
        [t("lastContact"), file.lastContact && <DateText key="contact" value={file.lastContact.at} />],
        [f("client"), <LongText key="client">{file.client.company}</LongText>],
        [f("clientRef"), file.clientRef],
        [f("caseManager"), file.caseManager?.name],
        [f("debtor"), place],
        [
          "",
          (phones.length > 0 || email !== "") && [
            ...phones.map((phone) => (
              <div key={phone}>
                <PhoneLink value={phone} />
              </div>
            )),
            <div key="email">
              <MailAddress>{email}</MailAddress>
            </div>,
          ],
        ],
      ]}
    />
  );
}

function LastLines({ fileId }: { fileId: number }): ReactNode {
  const f = useFileTexts();
  const may = useMay(listLogs);
  const logs = useCall(listLogs, { params: { id: fileId }, query: { limit: lines } }, { enabled: may, keep: false });
  if (!may) return null;
  return (
    <Section title={f("lastLines")}>
      <Loaded of={logs}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={styles.peekNone}>{f("noLines")}</p>
          ) : (
            <ul className={styles.peekLines}>
              {items.map((line) => (
                <li key={line.id}>
                  <DateText value={line.at} /> <LongText limit={90}>{line.subject}</LongText>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}
