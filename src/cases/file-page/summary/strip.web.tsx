/** The sticky summary above every tab of a file: balance with its date, status, next step, and holds. */
import { type ReactNode, useState } from "react";
import { centsFromDecimal } from "../../../ground/kernel/money.ts";
import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { useHouseDay } from "../../../ground/platform/web/content/today.web.ts";
import { DateText, DueDate, dateText, Status } from "../../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import { useMay } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { Strip } from "../../../ground/platform/web/pages/page.web.tsx";
import { readAgreements } from "../../../money/claims/claims.contract.ts";
import { OpenPromise, WhyAmount } from "../../../money/claims/claims.web.tsx";
import { useNearDate } from "../../file-search/file-search.web.tsx";
import type { fileTexts } from "../../files/files.texts.ts";
import type { ActTarget } from "../../files/files.web.tsx";
import { changeStatus } from "../../states/states.contract.ts";
import { useStateActs } from "../../states/states.web.tsx";
import type { ShownFile } from "../file-page.contract.ts";
import styles from "../file-page.module.css";
import type { filePageTexts } from "../file-page.texts.ts";

const usePageTexts = () => useTexts<typeof filePageTexts>("file-page");
const useFileTexts = () => useTexts<typeof fileTexts>("files");

interface StripProps {
  readonly file: ShownFile;
  readonly target: ActTarget;
}

export function FileStrip({ file, target }: StripProps): ReactNode {
  const t = usePageTexts();
  const near = useNearDate();
  const today = useHouseDay();
  const { balance, next } = file;
  // The day that a step was planned for says nothing while nothing may go on, or there is nobody to whom it could go.
  const stands =
    next !== null && (file.status === "paused" || file.status === "suspend" || file.nobodyToWriteTo !== null);
  return (
    <div className={styles.strip}>
      <Strip
        items={[
          {
            name: t("openOn", { date: dateText(balance.date) }),
            value: <WhyAmount fileId={file.id} part="open" cents={centsFromDecimal(balance.open) ?? 0} strong />,
            big: true,
          },
          { name: t("phaseStatus"), value: <PhaseStatus file={file} /> },
          { name: t("nextStep"), value: next?.step ?? t("noStep") },
          {
            name: t("from"),
            value: stands ? (
              <a href="#next-step" className={styles.why}>
                {t("standsStill")}
              </a>
            ) : next?.on ? (
              <a href="#next-step" className={styles.why} title={dateText(next.on)}>
                <DueDate value={next.on} overdue={next.on < today && file.status !== "closed"}>
                  {near(next.on)}
                </DueDate>
              </a>
            ) : (
              "–"
            ),
          },
          { name: t("holds"), value: <Holds file={file} target={target} /> },
          { name: t("promise"), value: <Promised fileId={file.id} /> },
          { name: t("lastContact"), value: <LastContact file={file} /> },
        ]}
      />
    </div>
  );
}

function PhaseStatus({ file: { closure, phase, status } }: Pick<StripProps, "file">): ReactNode {
  const t = usePageTexts();
  const f = useFileTexts();
  if (closure === null) return `${f(`phase_${phase}`)} · ${f(`status_${status}`)}`;
  const by = [closure.by, closure.note].filter((text) => text !== null && text !== "").join(": ");
  return (
    <>
      {t("closedFor", { date: dateText(closure.on), reason: closure.ownReason ?? f(`reason_${closure.reason}`) })}
      {by !== "" && <div className={styles.small}>{by}</div>}
    </>
  );
}

function Promised({ fileId }: { fileId: number }): ReactNode {
  const t = usePageTexts();
  const may = useMay(readAgreements);
  const agreements = useCall(readAgreements, { params: { id: fileId } }, { enabled: may });
  const open = agreements.data?.promises.some(({ state }) => state === "open") === true;
  return open ? <OpenPromise fileId={fileId} /> : t("noPromise");
}

function LastContact({ file: { lastContact } }: Pick<StripProps, "file">): ReactNode {
  const t = usePageTexts();
  const f = useFileTexts();
  if (lastContact === null) return t("noContact");
  return (
    <>
      <DateText value={lastContact.at} /> {lastContact.channel !== null && f(`channel_${lastContact.channel}`)}
    </>
  );
}

/** That there is nobody to write to for a reason that is no hold of this file: noted in another one, or the debtor's age. */
function useNobodyToWriteTo({ holds, nobodyToWriteTo }: ShownFile): string | null {
  const t = usePageTexts();
  const f = useFileTexts();
  if (nobodyToWriteTo === null) return null;
  const { kind } = nobodyToWriteTo;
  if (kind === null) return t("heldElsewhere");
  return holds.some((hold) => hold.kind === kind) ? null : f(`hold_${kind}`);
}

/** So many holds are named at once; the strip stays in sight and must stay low. */
const heldAtFirst = 2;

function Holds({ file, target }: StripProps): ReactNode {
  const t = usePageTexts();
  const f = useFileTexts();
  const acts = useStateActs(target);
  const may = useMay(changeStatus);
  const nobody = useNobodyToWriteTo(file);
  const [all, setAll] = useState(false);
  if (file.holds.length === 0 && nobody === null) return t("noHolds");
  const shown = all || file.holds.length <= heldAtFirst + 1 ? file.holds : file.holds.slice(0, heldAtFirst);
  const rest = file.holds.slice(shown.length);
  return (
    <>
      {nobody !== null && (
        <span className={styles.hold}>
          <Status tone="warn">{nobody}</Status>
        </span>
      )}
      {shown.map((hold) => (
        <span key={hold.id} className={styles.hold} title={hold.reason ?? undefined}>
          <Status tone={hold.kind === "dispute" || hold.kind === "complaint" ? "bad" : "warn"}>
            {f(`hold_${hold.kind}`)}
          </Status>
          {hold.until !== null && (
            <>
              {" "}
              <span className={styles.whole}>{t("until", { date: dateText(hold.until) })}</span>
            </>
          )}
          {may && (
            <>
              {" "}
              <button type="button" className="v-link" onClick={() => void acts.lift(hold)}>
                {t("lift")}
              </button>
            </>
          )}
        </span>
      ))}
      {rest.length > 0 && (
        <span className={styles.onPaper}>{rest.map(({ kind }) => f(`hold_${kind}`)).join(", ")}</span>
      )}
      {rest.length > 0 && (
        <button
          type="button"
          className={`v-link ${styles.moreHolds}`}
          title={rest.map(({ kind }) => f(`hold_${kind}`)).join(", ")}
          onClick={() => setAll(true)}
        >
          {t("moreHolds", { count: rest.length })}
        </button>
      )}
    </>
  );
}
