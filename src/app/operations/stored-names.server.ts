/** What objects in the storage are to people: a document of a file, of a client, of an employee; and where that is found. */
import { sql } from "kysely";
import type { Db } from "../../ground/platform/server/http/module.ts";
import { asSystem } from "../../ground/platform/server/postgres/guarded.ts";

export interface StoredName {
  readonly kind: StoredKind;
  /** The file's number, the client or the person that it belongs to; null for what belongs to nobody. */
  readonly of: string | null;
  /** As whoever uploaded it called it. */
  readonly name: string;
  readonly url: string | null;
}

export const storedKinds = [
  "document",
  "attachment",
  "client",
  "training",
  "shared",
  "import",
  "export",
  "address",
  "bank",
] as const;
export type StoredKind = (typeof storedKinds)[number];

/** The names of objects by their keys; none for those that nothing speaks of any more. */
export async function storedNames(db: Db, keys: readonly string[]): Promise<ReadonlyMap<string, StoredName>> {
  if (keys.length === 0) return new Map();
  const wanted = sql`any(${[...keys]}::text[])`;
  const { rows } = await sql<StoredName & { key: string }>`
    select d.storage_key as key, 'document' as kind, f.number as of, d.name, '/file/show-new/' || f.id as url
      from document d join case_file f on f.id = d.file_id where d.storage_key = ${wanted}
    union all select a.storage_key, 'attachment', f.number, a.name, '/file/show-new/' || f.id
      from log_attachment a join file_log l on l.id = a.log_id join case_file f on f.id = l.file_id
      where a.storage_key = ${wanted}
    union all select d.storage_key, 'client', c.company, d.name, '/customer/' || c.id
      from client_document d join client c on c.id = d.client_id where d.storage_key = ${wanted}
    union all select t.storage_key, 'training', u.name, t.file_name, null
      from employee_training t join app_user u on u.id = t.user_id where t.storage_key = ${wanted}
    union all select s.storage_key, 'shared', i.title, s.name, null
      from shared_info_file s join shared_info i on i.id = s.shared_info_id where s.storage_key = ${wanted}
    union all select coalesce(b.archive_key, b.storage_key), 'import', c.company, b.file_name, null
      from import_batch b left join client c on c.id = b.client_id
      where b.storage_key = ${wanted} or b.archive_key = ${wanted}
    union all select e.storage_key, 'export', u.name, e.file_name, null
      from file_export e join app_user u on u.id = e.user_id where e.storage_key = ${wanted}
    union all select storage_key, 'address', null, file_name, null from address_upload where storage_key = ${wanted}
    union all select storage_key, 'bank', null, file_name, null from bank_import where storage_key = ${wanted}
    union all select mail_storage_key, 'export', null, key::text, null from handover_batch where mail_storage_key = ${wanted}
    union all select h.storage_key, 'export', f.number, f.number, '/file/show-new/' || f.id
      from handover_batch_file h join case_file f on f.id = h.file_id where h.storage_key = ${wanted}
    union all select b.storage_key, 'export', f.number, f.number, '/file/show-new/' || f.id
      from court_bundle b join case_file f on f.id = b.file_id where b.storage_key = ${wanted}
    union all select h.logo_storage_key, 'client', c.company, c.company, null
      from precasso_house h join client c on c.id = h.client_id where h.logo_storage_key = ${wanted}
    union all select storage_key, 'document', null, name, '/precasso/show/' || record_id
      from precasso_message where storage_key = ${wanted}
    union all select list_storage_key, 'export', null, id::text, null from print_batch where list_storage_key = ${wanted}
    union all select storage_key, 'export', batch_id::text, part::text, null from print_part
      where storage_key = ${wanted}`.execute(
    asSystem(db, "a command of the administrator tells what a stored object belongs to"),
  );
  return new Map(rows.map(({ key, ...name }) => [key, name]));
}
