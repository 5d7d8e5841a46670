/** Links to a file from lists of other modules, which are also read by people who may not open files. */
import type { ReactNode } from "react";
import { useHolds } from "../../../ground/platform/web/pages/current-user.web.tsx";
import { Link } from "../../../ground/platform/web/pages/links.web.tsx";
import { fileAddress } from "../files.ts";

/** Whether this person may open files; the screen lies in a module above. */
export const useOpensFiles = (): boolean => useHolds("ROLE_FILE_SEARCH");

/** For a list whose rows lead to their file: nothing for whoever may not open files. */
export const useRowsToFiles = <Row,>(idOf: (row: Row) => number): { readonly linkTo?: (row: Row) => string } =>
  useOpensFiles() ? { linkTo: (row) => fileAddress(idOf(row)) } : {};

/** A link to a file, or its words alone for whoever may not open it. */
export function FileLink(props: {
  readonly id: number;
  readonly tab?: string;
  readonly className?: string;
  readonly children: ReactNode;
}): ReactNode {
  const { id, tab, children, className } = props;
  if (!useOpensFiles()) return children;
  return (
    <Link to={fileAddress(id) + (tab === undefined ? "" : `?tab=${tab}`)} className={className}>
      {children}
    </Link>
  );
}
