/** The list of files with a file at a glance beside it, which the room of the file page knows how to show. */
import type { ReactNode } from "react";
import { FileSearch, type Peek } from "../files/files.web.tsx";
import { Loading } from "../platform/web/page.web.tsx";
import { part } from "../platform/web/part.web.tsx";

const FilePeek: Peek = part(() => import("../file-page/file-page.web.tsx").then((m) => m.FilePeek), <Loading />);

export const FileSearchScreen = (): ReactNode => <FileSearch peek={FilePeek} />;
