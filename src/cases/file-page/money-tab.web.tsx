/** The money of a file beside its claim: arrangements and promises, costs, and the terms of its interest. */
import type { ReactNode } from "react";
import { Guard } from "../../ground/platform/web/pages/current-user.web.tsx";
import { AddPaperButton } from "../../legal/handover/handover.web.tsx";
import { readInterest } from "../../money/claims/claims.contract.ts";
import { FileArrangements, FileCosts, FileNotices, InterestSettings } from "../../money/claims/claims.web.tsx";

interface TabProps {
  readonly fileId: number;
  readonly office: boolean;
  readonly onChanged: () => void;
}

export function MoneyTab({ fileId, office, onChanged }: TabProps): ReactNode {
  return (
    <>
      <FileArrangements fileId={fileId} onChanged={onChanged} />
      <FileCosts fileId={fileId} onChanged={onChanged} />
      <FileNotices
        fileId={fileId}
        onChanged={onChanged}
        addCopy={office && <AddPaperButton fileId={fileId} kind="notice14" />}
      />
      <Guard who={readInterest.who}>
        <InterestSettings fileId={fileId} onChanged={onChanged} />
      </Guard>
    </>
  );
}
