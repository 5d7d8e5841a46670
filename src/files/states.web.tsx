/** The states of a file: what lies on it, what did, and what each does to workflow, interest and contact. */
import { Button, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useAct, useCall } from "../platform/web/api.web.ts";
import { openModal } from "../platform/web/dialogs.web.tsx";
import { Guard } from "../platform/web/me.web.tsx";
import { Empty, Loaded, Loading, Section } from "../platform/web/page.web.tsx";
import { part } from "../platform/web/part.web.tsx";
import { DateText, dateText, Status } from "../platform/web/show.web.tsx";
import { useTexts } from "../platform/web/texts.web.ts";
import { liftHoldFromFile } from "./files.contract.ts";
import type { fileTexts } from "./files.texts.ts";
import type { partyTexts } from "./parties.texts.ts";
import { type FileStateRecord, listStates } from "./states.contract.ts";

const StateForm = part(() => import("./party-forms.web.tsx").then((m) => m.StateForm), <Loading />);

export function FileStates({
  fileId,
  onChanged,
}: {
  readonly fileId: number;
  readonly onChanged?: () => void;
}): ReactNode {
  const t = useTexts<typeof partyTexts>("parties");
  const f = useTexts<typeof fileTexts>("files");
  const states = useCall(listStates, { params: { id: fileId } });
  const lift = useAct(liftHoldFromFile, { invalidates: [listStates], onSuccess: () => onChanged?.() });
  return (
    <Section title={t("states")}>
      <Loaded of={states}>
        {({ file, items }) =>
          items.length === 0 ? (
            <Empty title={t("noStates")} />
          ) : (
            items.map((state) => (
              <Group key={state.id} justify="space-between" wrap="nowrap" align="flex-start">
                <State state={state} />
                {state.active && (
                  <Guard who={liftHoldFromFile.who}>
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      aria-label={`${t("edit")}: ${f(`hold_${state.kind}`)}`}
                      onClick={() =>
                        openModal({ title: f(`hold_${state.kind}`), size: "lg" }, (close) => (
                          <StateForm fileId={fileId} state={state} close={close} onDone={() => onChanged?.()} />
                        ))
                      }
                    >
                      {t("edit")}
                    </Button>
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`${t("lift")}: ${f(`hold_${state.kind}`)}`}
                      onClick={() =>
                        void lift.run({ params: { id: fileId, holdId: state.id }, body: { version: file.version } })
                      }
                    >
                      {t("lift")}
                    </Button>
                  </Guard>
                )}
              </Group>
            ))
          )
        }
      </Loaded>
    </Section>
  );
}

function State({ state }: { state: FileStateRecord }): ReactNode {
  const t = useTexts<typeof partyTexts>("parties");
  const f = useTexts<typeof fileTexts>("files");
  const facts = [
    state.stage === null ? null : f(`stage_${state.stage}`),
    t(`effect_${state.effect}`),
    state.interestFrozenFrom === null ? null : t("interestFrozen", { date: dateText(state.interestFrozenFrom) }),
    state.contactOnlyVia === null ? null : t("via", { name: state.contactOnlyVia.name }),
    state.source,
    state.sourceReference,
    state.placedBy,
  ].filter((fact) => fact !== null && fact !== "");
  return (
    <div>
      <Status tone={state.active ? "warn" : "neutral"}>
        {f(`hold_${state.kind}`)}
        {state.active ? "" : ` · ${t("past")}`}
      </Status>{" "}
      <DateText value={state.from} /> {state.until !== null && t("until", { date: dateText(state.until) })}
      <Text size="xs" c="dimmed">
        {facts.join(" · ")}
      </Text>
      {[state.reason, state.liftReason].map((text, at) =>
        text === null ? null : (
          <Text key={at === 0 ? "reason" : "lifted"} size="sm">
            {text}
          </Text>
        ),
      )}
    </div>
  );
}
