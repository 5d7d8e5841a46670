/** The states of a file: current and past ones, and the effect of each on workflow, interest and contact. */
import { Alert, Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import type { ReplyOf } from "../../ground/kernel/contract.ts";
import { labelled, useTexts } from "../../ground/platform/web/content/texts.web.ts";
import { dateText, Status } from "../../ground/platform/web/content/values.web.tsx";
import { openModal } from "../../ground/platform/web/feedback/dialogs.web.tsx";
import { useCall } from "../../ground/platform/web/http/api.web.ts";
import { Guard } from "../../ground/platform/web/pages/current-user.web.tsx";
import { lazyComponent } from "../../ground/platform/web/pages/lazy.web.tsx";
import { Empty, Facts, Loaded, Loading, Section } from "../../ground/platform/web/pages/page.web.tsx";
import type { fileTexts } from "../files/files.texts.ts";
import type { partyTexts } from "../parties/parties.texts.ts";
import { openLiftForm } from "./actions.web.tsx";
import { type FileStateRecord, liftHoldFromFile, listStates } from "./states.contract.ts";
import styles from "./states.module.css";

const StateForm = lazyComponent(
  () => import("./state-forms.web.tsx").then((m) => m.StateForm),
  <Loading shape="form" />,
);
const useFileTexts = () => useTexts<typeof fileTexts>("files");
const usePartyTexts = () => useTexts<typeof partyTexts>("parties");

export function FileStates({
  fileId,
  onChanged = () => {},
  paper,
}: {
  readonly fileId: number;
  readonly onChanged?: () => void;
  /** The paper on which a state rests, of a module above that knows the papers of a file. */
  readonly paper?: (holdId: number) => ReactNode;
}): ReactNode {
  const t = usePartyTexts();
  const states = useCall(listStates, { params: { id: fileId } });
  return (
    <Section title={t("states")}>
      <Loaded of={states}>
        {({ file, speaker, items }) => (
          <>
            <Speaker speaker={speaker} />
            {items.length === 0 ? (
              <Empty title={t("noStates")} />
            ) : (
              items.map((state) => (
                <State key={state.id} {...{ fileId, state, onChanged, paper }} version={file.version} />
              ))
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** To whom everything goes while a state says that somebody speaks for the debtor. */
function Speaker({ speaker }: { speaker: ReplyOf<typeof listStates>["speaker"] }): ReactNode {
  const t = usePartyTexts();
  const f = useFileTexts();
  if (speaker === null) return null;
  if (speaker.kind === null)
    return (
      <Alert color="yellow" variant="light" py={6} mb={8}>
        {t("spokenForElsewhere")}
      </Alert>
    );
  const state = f(`hold_${speaker.kind}`);
  return (
    <Alert color={speaker.name === null ? "yellow" : "teal"} variant="light" py={6} mb={8}>
      {speaker.name === null
        ? t("nobodySpeaks", { state })
        : t("speaksFor", { state, name: speaker.name, role: speaker.role === null ? "" : t(`role_${speaker.role}`) })}
    </Alert>
  );
}

interface StateProps {
  readonly fileId: number;
  readonly state: FileStateRecord;
  /** Of the file. */
  readonly version: number;
  readonly onChanged: () => void;
  readonly paper: ((holdId: number) => ReactNode) | undefined;
}

function State(props: StateProps): ReactNode {
  const { state, paper } = props;
  const t = usePartyTexts();
  const f = useFileTexts();
  const by = (name: string | null, at: string): string =>
    [dateText(at, { time: "HH:mm" }), name].filter((fact) => fact !== null).join(", ");
  const facts: (readonly [string, ReactNode])[] = [
    [t("period"), period(state, (from) => t("openEnd", { from }))],
    [t("stage"), state.stage === null ? null : f(`stage_${state.stage}`)],
    [t("reason"), state.reason],
    [t("workflow"), t(`effect_${state.effect}`)],
    [
      t("interest"),
      state.interestFrozenFrom === null
        ? t("interestRuns")
        : t("interestFrozen", { date: dateText(state.interestFrozenFrom) }),
    ],
    [t("contact"), state.contactOnlyVia === null ? null : t("via", { name: state.contactOnlyVia.name })],
    [t("source"), [state.source, state.sourceReference].filter((fact) => fact !== null).join(", ") || null],
    [t("paper"), paper?.(state.id) ?? null],
    [t("placed"), by(state.placedBy, state.placedAt)],
    [t("lifted"), state.liftedAt === null ? null : by(state.liftedBy, state.liftedAt)],
    [t("liftReason"), state.liftReason],
  ];
  return (
    <div className={styles.record}>
      <div className={styles.recordHead}>
        <div>
          <Status tone={state.active ? "warn" : "neutral"}>
            {f(`hold_${state.kind}`)}
            {state.active ? "" : ` · ${t("past")}`}
          </Status>
        </div>
        {state.active && <StateActs {...props} />}
      </div>
      <div className={[styles.state, state.active ? "" : styles.past].join(" ")}>
        <Facts items={facts.filter(([, value]) => value !== null)} />
      </div>
    </div>
  );
}

/** From when until when: an end that was made counts before the one that was meant. */
function period({ from, until, liftedAt }: FileStateRecord, openEnd: (from: string) => string): string {
  const end = liftedAt ?? until;
  return end === null ? openEnd(dateText(from)) : `${dateText(from)} – ${dateText(end)}`;
}

function StateActs({ fileId, state, version, onChanged }: StateProps): ReactNode {
  const t = usePartyTexts();
  const f = useFileTexts();
  const name = f(`hold_${state.kind}`);
  const edit = (): void =>
    void openModal({ title: name, size: "lg" }, (close) => (
      <StateForm {...{ fileId, state, close }} onDone={onChanged} />
    ));
  const lift = (): void => openLiftForm({ fileId, version, holdId: state.id, kind: state.kind, onDone: onChanged });
  return (
    <Guard who={liftHoldFromFile.who}>
      <Group gap={4} wrap="nowrap" className={styles.recordActs ?? ""}>
        <Button size="compact-sm" variant="subtle" aria-label={labelled(t("edit"), name)} onClick={edit}>
          {t("edit")}
        </Button>
        <Button size="compact-sm" variant="default" aria-label={labelled(t("lift"), name)} onClick={lift}>
          {t("lift")}
        </Button>
      </Group>
    </Guard>
  );
}
