/** The status of a file in the colour that the settings give it, and what holds the file up. */
import type { ReactNode } from "react";
import { useTexts } from "../../../ground/platform/web/content/texts.web.ts";
import { Badge, type BadgeColour, Status } from "../../../ground/platform/web/content/values.web.tsx";
import { useCall } from "../../../ground/platform/web/http/api.web.ts";
import type { fileTexts } from "../files.texts.ts";
import type { FileStatus, HoldKind } from "../files.ts";
import { fileStatusColours } from "./colours.contract.ts";

const useFileTexts = () => useTexts<typeof fileTexts>("files");

/** The colour that the settings give a status; grey until they are known. */
function useStatusColour(): (status: FileStatus) => BadgeColour {
  const items = useCall(fileStatusColours, {}, { quiet: true }).data?.items;
  return (status) => items?.find((one) => one.status === status)?.colour ?? "grey";
}

/** Holds that are named at once; how many more there are stands behind them. */
const namedAtOnce = 2;

/** What holds a file up, in words; nothing where nothing does. */
function Holds({ holds }: { readonly holds: readonly HoldKind[] }): ReactNode {
  const t = useFileTexts();
  if (holds.length === 0) return null;
  const names = holds.map((kind) => t(`hold_${kind}`));
  const rest = names.length - namedAtOnce;
  const isGrave = holds.includes("dispute") || holds.includes("complaint");
  return (
    <span title={names.join(" · ")}>
      <Status tone={isGrave ? "bad" : "warn"}>
        {rest > 1 ? `${names.slice(0, namedAtOnce).join(" · ")} +${rest}` : names.join(" · ")}
      </Status>
    </span>
  );
}

function StatusBadge({ status }: { readonly status: FileStatus }): ReactNode {
  const t = useFileTexts();
  const colourOf = useStatusColour();
  return <Badge colour={colourOf(status)}>{t(`status_${status}`)}</Badge>;
}

/** The status of a file in its colour, and what holds the file up; either of them alone where the other is left out. */
export const FileStatusText = (props: {
  readonly status?: FileStatus;
  readonly holds?: readonly HoldKind[];
}): ReactNode => (
  <>
    {props.status && <StatusBadge status={props.status} />} <Holds holds={props.holds ?? []} />
  </>
);
