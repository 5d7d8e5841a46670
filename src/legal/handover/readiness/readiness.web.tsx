/** Whether a file is ready for a bailiff: every line that is needed, why it stands as it does, and where it is mended. */

import { Button, Checkbox, Group } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { describeClaim } from "../../../cases/files/files.contract.ts";
import type { FileStatus } from "../../../cases/files/files.ts";
import { updateDebtor } from "../../../cases/parties/parties.contract.ts";
import { openDebtorForm } from "../../../cases/parties/parties.web.tsx";
import type { Debtor } from "../../../cases/persons/persons.contract.ts";
import { labelled, textOf, useLanguage, useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { dateText, Status, type Tone } from "../../../ground/platform/web/content/values.web.tsx";
import { openModal } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { api, showError, useAct, useCall, useInvalidate } from "../../../ground/platform/web/http/api.web.ts";
import { saveAs } from "../../../ground/platform/web/http/call.web.ts";
import { formatNumber } from "../../../ground/platform/web/inputs/format.ts";
import { useMay } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { PlainLink, useAddressQuery } from "../../../ground/platform/web/pages/links.web.tsx";
import { HorizontalScroll, Loaded, Section } from "../../../ground/platform/web/pages/page.web.tsx";
import { ReasonList, Reasons } from "../../../law/rules/rules.web.tsx";
import { interestScreen } from "../../../money/claims/claims.contract.ts";
import { clientScreen } from "../../../people/client-page/client-page.contract.ts";
import type { Court, CourtPlace } from "../../courts/courts.ts";
import {
  chooseHandover,
  type HandoverChoices,
  type HandoverSet,
  type Handover as HandoverState,
  passLine,
  readHandover,
  readHandoverSet,
  takeBackPass,
} from "../handover.contract.ts";
import styles from "../handover.module.css";
import type { handoverTexts } from "../handover.texts.ts";
import { ClaimForm, type DescribedFile } from "./claim-form.web.tsx";
import type { CheckState } from "./facts.ts";
import { ChoicesForm, MandateForm, PassForm } from "./forms.web.tsx";
import type { Mender } from "./readiness.ts";

const useHandoverTexts = () => useTexts<typeof handoverTexts>("handover");

interface HandedFile extends DescribedFile {
  readonly number: string;
  readonly status: FileStatus;
  readonly debtor: Debtor;
}

interface HandoverProps {
  readonly file: HandedFile;
  readonly onChanged: () => void;
}

type Line = HandoverState["checks"][number];

const tones = { met: "good", missing: "bad", passed: "warn" } as const satisfies Record<CheckState, Tone>;

interface CheckProps extends HandoverProps {
  readonly line: Line;
  readonly state: HandoverState;
}

/** What one line needs, whether it is there, and how it is mended. */
function Check({ line, state, file, onChanged }: CheckProps): ReactNode {
  const t = useHandoverTexts();
  const { asOf: today, clientId, choices, courtProposed: proposed, placeProposed } = state;
  return (
    <tr>
      <th scope="row">{t(`need_${line.need}`)}</th>
      <td>
        <Status tone={tones[line.state]}>{t(`state_${line.state}`)}</Status>
      </td>
      <td>
        <Why line={line} />{" "}
        {fixOf(line) !== null && (
          <Mend
            line={line}
            onChoose={() => openChoices(file.id, { choices, proposed, placeProposed, today })}
            onMandate={() => openMandate(file.id, { choices, clientId, today })}
            {...{ file, clientId, onChanged }}
          />
        )}
        <Pass line={line} file={file} />
      </td>
    </tr>
  );
}

/** The lines of the check list, all or those that are not met. */
function Checks({ state, file, onChanged }: HandoverProps & { readonly state: HandoverState }): ReactNode {
  const t = useHandoverTexts();
  const language = useLanguage();
  const [onlyWrong, setOnlyWrong] = useState(false);
  const { ready, checks, reasons } = state;
  const of = (wanted: CheckState): string =>
    formatNumber(checks.filter((check) => check.state === wanted).length, language);
  const shown = onlyWrong ? checks.filter((check) => check.state !== "met") : checks;
  return (
    <>
      <Group gap="md" mb={8}>
        <Status tone={ready ? "good" : "bad"}>{t(ready ? "ready" : "notReady")}</Status>
        <span className={styles.small}>
          {t("counts", { missing: of("missing"), passed: of("passed"), met: of("met") })}
        </span>
        <Checkbox
          size="xs"
          label={t("onlyWrong")}
          checked={onlyWrong}
          onChange={(event) => setOnlyWrong(event.currentTarget.checked)}
        />
      </Group>
      {reasons.length > 0 && <Reasons title={t("refused")} reasons={reasons} />}
      <HorizontalScroll label={t("title")}>
        <table className={styles.checks}>
          <thead>
            <tr>
              <th scope="col">{t("line")}</th>
              <th scope="col">{t("state")}</th>
              <th scope="col">{t("why")}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((line) => (
              <Check key={line.need} line={line} state={state} file={file} onChanged={onChanged} />
            ))}
          </tbody>
        </table>
      </HorizontalScroll>
    </>
  );
}

export function Handover({ file, onChanged }: HandoverProps): ReactNode {
  const t = useHandoverTexts();
  const handover = useCall(readHandover, { params: { id: file.id } });
  return (
    <>
      <Section title={t("title")}>
        <Loaded of={handover}>{(state) => <Checks state={state} file={file} onChanged={onChanged} />}</Loaded>
      </Section>
      <DataSet file={file} />
    </>
  );
}

interface Chosen {
  readonly choices: HandoverChoices;
  readonly proposed: Court | null;
  readonly placeProposed: CourtPlace | null;
  readonly today: string;
}

const openChoices = (fileId: number, chosen: Chosen): void => {
  openModal({ title: textOf("handover.choices") }, (close) => <ChoicesForm {...{ fileId, close }} {...chosen} />);
};

const openMandate = (
  fileId: number,
  of: { readonly choices: HandoverChoices; readonly clientId: number; readonly today: string },
): void => {
  openModal({ title: textOf("handover.mandateTitle") }, (close) => <MandateForm {...{ fileId, close }} {...of} />);
};

/** A line that is lacking may be let pass with a reason; who did so stands there, and it can be taken back. */
function Pass({ line: { need, passable, passed }, file }: { line: Line; file: HandedFile }): ReactNode {
  const t = useHandoverTexts();
  const mayPass = useMay(passLine);
  const back = useAct(takeBackPass, { invalidates: [readHandover] });
  if (file.status === "closed") return null;
  if (passable && mayPass)
    return (
      <>
        {" · "}
        <button
          type="button"
          className="v-link"
          aria-label={t("passTitle", { line: t(`need_${need}`) })}
          onClick={() =>
            void openModal({ title: t("passTitle", { line: t(`need_${need}`) }) }, (close) => (
              <PassForm fileId={file.id} need={need} close={close} />
            ))
          }
        >
          {t("pass")}
        </button>
      </>
    );
  if (passed === null) return null;
  return (
    <div className={styles.small}>
      {t("passedBy", { name: passed.by, date: dateText(passed.on), reason: passed.reason })}{" "}
      {mayPass && (
        <button
          type="button"
          className="v-link"
          aria-label={labelled(t("passBack"), t(`need_${need}`))}
          disabled={back.isPending}
          onClick={() => void back.run({ params: { id: file.id, need } })}
        >
          {t("passBack")}
        </button>
      )}
    </div>
  );
}

/** What the law gate says goes before our own words: it has the article and the day. */
function Why({ line }: { line: Line }): ReactNode {
  if (line.reasons.length > 0) return <ReasonList reasons={line.reasons} />;
  return line.why;
}

interface MendProps extends HandoverProps {
  readonly line: Line;
  readonly clientId: number;
  /** Court and advance are told in a form. */
  readonly onChoose: () => void;
  readonly onMandate: () => void;
}

/** In which part of the page a line is mended. */
const tabOf: Partial<Record<Mender, string>> = {
  addressCheck: "parties",
  states: "parties",
  documents: "documents",
  workflow: "workflow",
};

/** What was chosen can be chosen otherwise, also where nothing is lacking. */
const chosenBy: Partial<Record<Line["need"], Mender>> = { court: "court", advance: "advance", mandate: "mandate" };
const fixOf = ({ mend, need }: Line): Mender | null => mend ?? chosenBy[need] ?? null;

function Mend({ line, file, clientId, onChoose, onMandate, onChanged }: MendProps): ReactNode {
  const t = useHandoverTexts();
  const { set } = useAddressQuery();
  const invalidate = useInvalidate();
  const mayClient = useMay(clientScreen);
  const mayInterest = useMay(interestScreen);
  const mayDebtor = useMay(updateDebtor);
  const mayDescribe = useMay(describeClaim);
  const mayChoose = useMay(chooseHandover);
  const onFixed = (): void => {
    void invalidate(readHandover);
    onChanged();
  };
  const fix = fixOf(line);
  if (fix === null) return null;
  const change = line.mend === null;
  const label = t(change ? "changeChoice" : `mend_${fix}`);
  const act = (run: () => void): ReactNode => (
    <button
      type="button"
      className="v-link"
      onClick={run}
      {...(change && { "aria-label": labelled(label, t(`need_${line.need}`)) })}
    >
      {label}
    </button>
  );
  if (fix === "client")
    return mayClient ? (
      <PlainLink to={clientScreen} params={{ id: clientId }} className="v-link">
        {label}
      </PlainLink>
    ) : null;
  if (fix === "interest")
    return mayInterest ? (
      <PlainLink to={interestScreen} params={{ file: file.id }} className="v-link">
        {label}
      </PlainLink>
    ) : null;
  if (fix === "debtor") return mayDebtor ? act(() => openDebtorForm(file.id, file.debtor, onFixed)) : null;
  if (fix === "claim") return mayDescribe ? act(() => openClaimForm(file, onFixed)) : null;
  if (fix === "court" || fix === "advance") return mayChoose && file.status !== "closed" ? act(onChoose) : null;
  if (fix === "mandate") return mayChoose && file.status !== "closed" ? act(onMandate) : null;
  if (fix === "message") return act(() => set({ tab: null, write: "email" }, { push: true }));
  return act(() => set({ tab: tabOf[fix] ?? null }, { push: true }));
}

const openClaimForm = (file: DescribedFile, onDone: () => void): void => {
  openModal({ title: textOf("handover.describe") }, (close) => <ClaimForm file={file} onDone={onDone} close={close} />);
};

/** The data set as it would be handed over: fetched only when it is asked for, for that is noted. */
function DataSet({ file }: { file: HandedFile }): ReactNode {
  const t = useHandoverTexts();
  const [data, setData] = useState<HandoverSet | null>(null);
  const [busy, setBusy] = useState(false);
  const ask = async (): Promise<void> => {
    setBusy(true);
    await api(readHandoverSet, { params: { id: file.id } })
      .then(setData, showError)
      .finally(() => setBusy(false));
  };
  const json = data === null ? "" : JSON.stringify(data, null, 2);
  const save = (): void => saveAs(new Blob([json], { type: "application/json" }), `${file.number}.json`);
  return (
    <Section title={t("dataTitle")}>
      <p className={styles.note}>{t("dataNote")}</p>
      {data === null ? (
        <Button size="compact-sm" variant="default" loading={busy} onClick={() => void ask()}>
          {t("showData")}
        </Button>
      ) : (
        <>
          <Button size="compact-sm" variant="default" mb={8} onClick={save}>
            {t("downloadData")}
          </Button>
          <HorizontalScroll label={t("dataTitle")} className={styles.json}>
            <pre>{json}</pre>
          </HorizontalScroll>
        </>
      )}
    </Section>
  );
}
