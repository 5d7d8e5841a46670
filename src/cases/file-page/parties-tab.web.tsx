/** Who is involved in a file, the states of the debtor, and the debtor's other files. */
import type { ReactNode } from "react";
import { FileAddressCheck } from "../../law/surveillance/surveillance.web.tsx";
import { StatePaper } from "../../legal/handover/handover.web.tsx";
import { DebtorFiles } from "../debtors/debtors.web.tsx";
import { FileParties } from "../parties/parties.web.tsx";
import { FileStates } from "../states/states.web.tsx";
import { Capacity } from "./summary/capacity.web.tsx";

interface TabProps {
  readonly fileId: number;
  readonly office: boolean;
  readonly onChanged: () => void;
}

export function PartiesTab({ fileId, office, onChanged }: TabProps): ReactNode {
  return (
    <>
      <FileParties fileId={fileId} onChanged={onChanged} />
      <FileStates
        fileId={fileId}
        onChanged={onChanged}
        paper={(holdId) => <StatePaper {...{ fileId, holdId, office }} />}
      />
      <Capacity {...{ fileId, office, onChanged }} />
      <FileAddressCheck fileId={fileId} onChanged={onChanged} />
      <DebtorFiles fileId={fileId} onChanged={onChanged} />
    </>
  );
}
