/**
 * What modules above add to the search of files: keys by which a file is found, such as the number of an invoice, and filters on what they
 * alone know, such as the workflow. They say it in SQL over their own tables, with an index of their own below it.
 */
import type { RawBuilder, SqlBool } from "kysely";
import type { Option } from "../../ground/kernel/query.ts";
import type { Db } from "../../ground/platform/server/http/module.ts";
import type { FileFlag } from "./file-search.ts";

/** Holds where an expression is one of the texts that are looked for, which are trimmed and in lower case. */
export type IsKey = (expression: RawBuilder<unknown>) => RawBuilder<SqlBool>;
/** A select of the ids of files of which something is such a key. */
type KeyFinder = (isKey: IsKey) => RawBuilder<unknown>;
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

export const addedKeys = (isKey: IsKey): RawBuilder<unknown>[] => keyFinders.map((find) => find(isKey));
export const addedFilter = (name: "workflow"): AddedFilter | undefined => filters.get(name);
export const addedFlag = (flag: FileFlag): FileCondition | undefined => flags.get(flag);
