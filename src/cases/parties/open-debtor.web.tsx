/** Opens the details of a debtor or a party for editing. */
import { textOf } from "../../ground/platform/web/content/texts.web.ts";
import { openModal } from "../../ground/platform/web/feedback/dialogs.web.tsx";
import { lazyComponent } from "../../ground/platform/web/pages/lazy.web.tsx";
import { Loading } from "../../ground/platform/web/pages/page.web.tsx";
import type { Debtor } from "../persons/persons.contract.ts";
import type { DebtorFormProps } from "./person-forms.web.tsx";

const DebtorForm = lazyComponent(
  () => import("./person-forms.web.tsx").then((m) => m.DebtorForm),
  <Loading shape="form" />,
);

/** Opens the debtor's details; a change by somebody else meanwhile is shown beside what was typed. */
export const openDebtorForm = (
  fileId: number,
  debtor: Debtor,
  onDone: () => void,
  party?: DebtorFormProps["party"],
): void => {
  const title = party === undefined ? textOf("files.editDebtor") : debtor.displayName;
  openModal({ title, size: "lg" }, (close) => (
    <DebtorForm fileId={fileId} debtor={debtor} onDone={onDone} close={close} {...(party && { party })} />
  ));
};
