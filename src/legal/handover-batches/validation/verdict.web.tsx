/** Why a file goes or stays: each line that lacks, where it is mended, and letting one pass for this office. */
import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { labelled, useLanguage } from "../../../ground/platform/web/content/texts.web.ts";
import { Money } from "../../../ground/platform/web/content/values.web.tsx";
import { promptText } from "../../../ground/platform/web/feedback/dialogs.web.tsx";
import { notify } from "../../../ground/platform/web/feedback/notify.web.tsx";
import { useAct, useCall } from "../../../ground/platform/web/http/api.web.ts";
import { formatMoney } from "../../../ground/platform/web/inputs/format.ts";
import { Loaded } from "../../../ground/platform/web/pages/page.web.tsx";
import { ReasonList, Reasons } from "../../../law/rules/rules.web.tsx";
import type { HandoverBatch } from "../batches/batches.contract.ts";
import { useBatchTexts, useScreenTexts } from "../texts.web.ts";
import { overrideLine, type VerdictLine, type Verdict as VerdictShape, validateFiles } from "./validation.contract.ts";

export function Verdict({ batch, fileId }: { batch: HandoverBatch; fileId: number }): ReactNode {
  const body = { type: batch.type, destination: Number(batch.destination.id), files: [fileId] };
  const verdict = useCall(validateFiles, { body });
  return (
    <Loaded of={verdict}>
      {({ items: [shown] }) => (shown ? <Lines verdict={shown} destination={body.destination} /> : null)}
    </Loaded>
  );
}

function Lines({ verdict, destination }: { verdict: VerdictShape; destination: number }): ReactNode {
  const t = useScreenTexts();
  const names = useBatchTexts();
  const language = useLanguage();
  const lacking = verdict.lines.filter(({ state }) => state !== "met");
  return (
    <div style={{ padding: "4px 0", maxWidth: 900 }}>
      {verdict.reasons.length > 0 && <Reasons title={names("need_law")} reasons={verdict.reasons} />}
      {lacking.length === 0 && verdict.reasons.length === 0 && <Text size="sm">{t("nothingLacks")}</Text>}
      <ul style={{ margin: 0, paddingLeft: 16 }}>
        {lacking.map((line) => (
          <li key={line.need}>
            <Line line={line} fileId={verdict.fileId} destination={destination} />
          </li>
        ))}
      </ul>
      {verdict.costs?.cliff && (
        <Text size="sm" c="dimmed" mt={4}>
          {t("costs")}: <Money cents={verdict.costs.totalCents} />.{" "}
          {t("cliff", {
            over: formatMoney(verdict.costs.cliff.overCents, language),
            saves: formatMoney(verdict.costs.cliff.savesCents, language),
          })}
        </Text>
      )}
    </div>
  );
}

function Line(props: { line: VerdictLine; fileId: number; destination: number }): ReactNode {
  const { line, fileId, destination } = props;
  const t = useScreenTexts();
  const pass = useAct(overrideLine, { invalidates: [validateFiles] });
  const ask = async (): Promise<void> => {
    const reason = await promptText(t("passQuestion", { line: line.name }), {
      title: t("pass"),
      yes: t("pass"),
      required: true,
    });
    if (!reason) return;
    if (await pass.run({ body: { destination, file: fileId, need: line.need, reason } }))
      notify({ message: t("passed"), variant: "success" });
  };
  return (
    <>
      <strong>{line.name}</strong>
      {line.level === "warn" && ` (${t("warns")})`}:{" "}
      {line.reasons.length > 0 ? <ReasonList reasons={line.reasons} /> : line.why}{" "}
      {line.passed !== null && (
        <Text span size="sm" c="dimmed">
          {t("passedBy", { by: line.passed.by, reason: line.passed.reason })}
        </Text>
      )}
      {line.screen !== null && line.state === "missing" && (
        <a href={line.screen} className="v-link" aria-label={labelled(t("mend"), line.name)}>
          {t("mend")}
        </a>
      )}
      {line.passable && (
        <>
          {" · "}
          <button
            type="button"
            className="v-link"
            aria-label={labelled(t("pass"), line.name)}
            onClick={() => void ask()}
          >
            {t("pass")}
          </button>
        </>
      )}
    </>
  );
}
