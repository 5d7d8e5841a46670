/** The list of files with a file at a glance beside it, which the module of the file page knows how to show. */
import type { ReactNode } from "react";
import { FileSearch, type Peek } from "../cases/file-search/file-search.web.tsx";
import { lazyComponent } from "../ground/platform/web/pages/lazy.web.tsx";
import { Loading } from "../ground/platform/web/pages/page.web.tsx";

const FilePeek: Peek = lazyComponent(
  () => import("../cases/file-page/file-page.web.tsx").then((m) => m.FilePeek),
  <Loading shape="page" />,
);

export const FileSearchScreen = (): ReactNode => <FileSearch peek={FilePeek} />;
