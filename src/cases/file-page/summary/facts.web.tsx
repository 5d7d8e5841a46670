/** The facts of a file: the debtor, the file itself, its documents. */

import type { ReactNode } from "react";
import { formatIban, formatPaymentReference, houseLine } from "../../../ground/kernel/identifiers.ts";
import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import {
  Copyable,
  DateText,
  dateText,
  MailAddress,
  PhoneLink,
  Status,
} from "../../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { Guard } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { Link } from "../../../ground/platform/web/pages/links.web.tsx";
import { Facts, Loaded, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { listFileDocuments } from "../../../letters/correspondence/correspondence.contract.ts";
import { DocumentLink } from "../../../letters/correspondence/correspondence.web.tsx";
import type { fileTexts } from "../../files/files.texts.ts";
import type { LogLine } from "../../logs/logs.contract.ts";
import { updateDebtor } from "../../parties/parties.contract.ts";
import type { ShownFile } from "../file-page.contract.ts";
import styles from "../file-page.module.css";
import type { filePageTexts } from "../file-page.texts.ts";

const usePageTexts = () => useTexts<typeof filePageTexts>("file-page");
const useFileTexts = () => useTexts<typeof fileTexts>("files");

type Fact = readonly [name: ReactNode, value: ReactNode];

/** Facts that are there; what is not known takes no line. */
const present = (facts: readonly (Fact | false)[]): Fact[] => facts.filter((fact) => fact !== false);

export function DebtorFacts({ file, onChange }: { file: ShownFile; onChange: () => void }): ReactNode {
  const t = usePageTexts();
  const f = useFileTexts();
  const { debtor, otherFiles } = file;
  const title = debtor.gender === "unknown" || debtor.fileType === "company" ? "" : `${f(`gender_${debtor.gender}`)} `;
  const house = houseLine(debtor);
  const country = debtor.country === "NL" ? "" : `, ${debtor.country}`;
  const facts = present([
    [t("name"), `${title}${debtor.displayName}`],
    // Empty once the file was erased.
    debtor.city !== "" && [
      t("address"),
      <>
        {debtor.street} {house}, {debtor.postcode} {debtor.city}
        {country}
        {debtor.addressVerifiedOn !== null && (
          <div className={styles.small}>
            <Status tone="good">{t("verified", { date: dateText(debtor.addressVerifiedOn) })}</Status>
          </div>
        )}
      </>,
    ],
    debtor.birthDate !== null && [t("birthDate"), <DateText key="birth" value={debtor.birthDate} />],
    debtor.legalForm !== null && [t("legalForm"), f(`form_${debtor.legalForm}`)],
    debtor.kvk !== null && [t("kvk"), <Copyable key="kvk" value={debtor.kvk} />],
    (debtor.mobile !== null || debtor.phone !== null) && [t("phone"), phones(debtor)],
    debtor.email !== null && [
      t("email"),
      <Copyable key="email" value={debtor.email}>
        <MailAddress>{debtor.email}</MailAddress>
      </Copyable>,
    ],
    debtor.iban !== null && [
      t("iban"),
      <Copyable key="iban" value={debtor.iban}>
        {formatIban(debtor.iban)}
      </Copyable>,
    ],
    [t("language"), f(`language_${debtor.language}`)],
    otherFiles.total > 0 && [
      t("otherFiles"),
      <Link key="others" to="/file/search" search={{ search: `${debtor.postcode} ${debtor.houseNumber}` }}>
        {t("othersOpen", otherFiles)}
      </Link>,
    ],
  ]);
  const aside = (
    <Guard who={updateDebtor.who}>
      <button type="button" className="v-link" onClick={onChange}>
        {t("change")}
      </button>
    </Guard>
  );
  return (
    <Section title={t("debtor")} aside={aside}>
      <Facts items={facts} />
    </Section>
  );
}

const phones = ({ mobile, phone }: ShownFile["debtor"]): ReactNode =>
  [mobile, phone]
    .filter((number) => number !== null)
    .map((number) => (
      <div key={number} className={styles.reach}>
        <Copyable value={number}>
          <PhoneLink value={number} />
        </Copyable>
      </div>
    ));

export function FileFacts({ file }: { file: ShownFile }): ReactNode {
  const t = usePageTexts();
  const facts = present([
    [
      t("client"),
      <Link key="client" to="/file/search" search={{ client: file.client.id }}>
        {file.client.company}
      </Link>,
    ],
    file.merchant !== null && [t("merchant"), file.merchant.name],
    [t("clientRef"), <Copyable key="ref" value={file.clientRef} />],
    [
      t("paymentReference"),
      <Copyable key="reference" value={file.paymentReference}>
        {formatPaymentReference(file.paymentReference)}
      </Copyable>,
    ],
    file.claim.legalType !== null && [t("legalType"), file.claim.legalType],
    file.claim.title !== null && [t("claimTitle"), file.claim.title],
    file.claim.description !== null && [t("claimDescription"), file.claim.description],
    [t("placedOn"), <DateText key="placed" value={file.placedOn} />],
    file.caseManager !== null && [t("caseManager"), file.caseManager.name],
    file.team !== null && [t("team"), file.team],
  ]);
  return (
    <Section title={t("file")}>
      <Facts items={facts} />
    </Section>
  );
}

/** So many documents stand beside the timeline, newest first; the others on the tab of the documents. */
const documentsAtFirst = 8;

/** @param onAll leads to all documents. */
export function Documents({ fileId, onAll }: { fileId: number; onAll: () => void }): ReactNode {
  const t = usePageTexts();
  const documents = useCall(listFileDocuments, { params: { id: fileId } });
  return (
    <Section title={t("documents")} aside={documents.data?.items.length || undefined}>
      <Loaded of={documents}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={styles.note}>{t("noDocuments")}</p>
          ) : (
            <>
              <Facts
                items={items
                  .slice(0, documentsAtFirst)
                  .map((document) => [
                    <DateText key="date" value={document.createdAt} />,
                    <DocumentLink
                      key="link"
                      fileId={fileId}
                      id={document.id}
                      name={document.name}
                      recalled={document.recalled}
                    />,
                  ])}
              />
              {items.length > documentsAtFirst && (
                <button type="button" className="v-link" onClick={onAll}>
                  {t("allDocuments", { count: items.length })}
                </button>
              )}
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

/** The document that a line of the timeline is about. */
export function LineDocument({ line }: { line: LogLine }): ReactNode {
  const t = usePageTexts();
  if (line.ref?.kind !== "document") return null;
  return <DocumentLink fileId={line.fileId} id={line.ref.id} name={t("document")} />;
}
