/** The money of a file beside its claim: arrangements and promises, costs, and the terms of its interest. */
import type { ReactNode } from "react";
import { readInterest } from "../claims/claims.contract.ts";
import { FileArrangements, FileCosts, InterestSettings } from "../claims/claims.web.tsx";
import { Guard } from "../platform/web/me.web.tsx";

interface TabProps {
  readonly fileId: number;
  readonly onChanged: () => void;
}

export function MoneyTab({ fileId, onChanged }: TabProps): ReactNode {
  return (
    <>
      <FileArrangements fileId={fileId} onChanged={onChanged} />
      <FileCosts fileId={fileId} onChanged={onChanged} />
      <Guard who={readInterest.who}>
        <InterestSettings fileId={fileId} onChanged={onChanged} />
      </Guard>
    </>
  );
}
