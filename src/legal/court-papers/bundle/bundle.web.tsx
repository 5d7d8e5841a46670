/** The bundles of a file for a court: asked for, watched while they are made, fetched. */
import { Button } from "@mantine/core";
import { IconFileZip } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import { useLanguage } from "../../../ground/platform/web/content/texts.web.ts";
import { Copyable, dateText, Status } from "../../../ground/platform/web/content/values.web.tsx";
import { addressOf, useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { formatBytes } from "../../../ground/platform/web/inputs/format.ts";
import { Loaded, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { WorkNotice } from "../../../ground/platform/web/work.web.tsx";
import styles from "../court-papers.module.css";
import { useCourtPaperTexts } from "../texts.web.ts";
import { type CourtBundleRow, downloadCourtBundle, listCourtBundles, makeCourtBundle } from "./bundle.contract.ts";

const lookEveryMillis = 2000;

export function CourtBundles({ fileId }: { fileId: number }): ReactNode {
  const t = useCourtPaperTexts();
  const [isMaking, setMaking] = useState(false);
  const list = useCall(
    listCourtBundles,
    { params: { id: fileId } },
    { every: isMaking && lookEveryMillis, quiet: isMaking },
  );
  const making = list.data?.items.some(({ state }) => state === "making") ?? false;
  useEffect(() => setMaking(making), [making]);
  const make = useAct(makeCourtBundle, { invalidates: [listCourtBundles] });
  return (
    <Section title={t("bundles")}>
      <p className={styles.quiet}>{t("bundleHint")}</p>
      <Loaded of={list}>
        {({ items }) => (
          <ul className={styles.list}>
            {items.map((bundle) => (
              <li key={bundle.id} className={styles.version}>
                <Bundle fileId={fileId} bundle={bundle} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconFileZip size={14} aria-hidden />}
        loading={make.isPending}
        onClick={() => void make.run({ params: { id: fileId } })}
      >
        {t("makeBundle")}
      </Button>
    </Section>
  );
}

const tones = { making: "neutral", ready: "good", failed: "bad" } as const;

function Bundle({ fileId, bundle }: { fileId: number; bundle: CourtBundleRow }): ReactNode {
  const t = useCourtPaperTexts();
  const language = useLanguage();
  const { id, state, work, asOf, askedBy, sha256, bytes, files, leftOut } = bundle;
  return (
    <>
      <Status tone={tones[state]}>{t(`bundle_${state}`)}</Status>
      <span>{dateText(asOf)}</span>
      {sha256 !== null && (
        <>
          <a
            className="v-link"
            href={addressOf(downloadCourtBundle, { params: { id: fileId, bundleId: id } })}
            download
          >
            {t("downloadBundle")}
          </a>
          <span className={styles.quiet}>
            {t("bundleFiles", { count: files ?? 0 })} · {formatBytes(bytes ?? 0, language)} · {askedBy} · SHA-256{" "}
            <Copyable value={sha256}>{sha256.slice(0, 12)}…</Copyable>
          </span>
        </>
      )}
      <WorkNotice work={work} invalidates={[listCourtBundles]} />
      {leftOut.length > 0 && <span className={styles.quiet}>{t("bundleLeftOut", { names: leftOut.join(", ") })}</span>}
    </>
  );
}
