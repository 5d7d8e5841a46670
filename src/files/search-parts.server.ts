/**
 * What rooms above add to the search of files: keys by which a file is found, such as the number of an invoice, and filters on what they
 * alone know, such as the workflow. They say it in SQL over their own tables, with an index of their own below it.
 */
import type { RawBuilder, SqlBool } from "kysely";
import type { Option } from "../kernel/query.ts";
import type { Db } from "../platform/server/room.ts";
import type { FileFlag } from "./files.ts";

/** A select of file ids that bear this text as their key; the text is trimmed and in lower case. */
type KeyFinder = (text: string) => RawBuilder<unknown>;
/** A condition on `case_file`. */
type FileCondition = RawBuilder<SqlBool>;

export interface AddedFilter {
  readonly where: (values: readonly string[]) => FileCondition;
  /** What the filter can be set to. */
  readonly options: (db: Db) => Promise<Option[]>;
}

const keyFinders: KeyFinder[] = [];
const filters = new Map<"workflow", AddedFilter>();
const flags = new Map<FileFlag, FileCondition>();

export const findFilesByKey = (finder: KeyFinder): void => {
  keyFinders.push(finder);
};

export const filterFilesBy = (name: "workflow", filter: AddedFilter): void => {
  filters.set(name, filter);
};

/** Says when a file has a flag that no hold stands for. */
export const flagFilesBy = (flag: FileFlag, where: FileCondition): void => {
  flags.set(flag, where);
};

export const addedKeys = (text: string): RawBuilder<unknown>[] => keyFinders.map((find) => find(text));
export const addedFilter = (name: "workflow"): AddedFilter | undefined => filters.get(name);
export const addedFlag = (flag: FileFlag): FileCondition | undefined => flags.get(flag);
