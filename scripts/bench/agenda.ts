/** An agenda as a large office has it: an item for every fourth open file, a small team, and some files that nobody thinks of. */
import type pg from "pg";

/** Fills the agenda of the copy that is measured; a portfolio in which every tenth file has an item keeps its own. */
export async function fillAgenda(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ is_sparse: boolean }>(
    "select (select count(*) from agenda_item) * 10 < (select count(*) from case_file) as is_sparse",
  );
  if (!rows[0]?.is_sparse) return 0;
  await pool.query(`update case_file set case_manager_id = null where id % 80 = 0 and closed_on is null`);
  await pool.query(`update case_file set next_action_on = null where id % 80 = 1 and closed_on is null`);
  await pool.query(`with team as (insert into team (name) values ('A small team') returning id)
    update case_file set team_id = team.id from team where case_file.id % 200 = 4`);
  const { rowCount } = await pool.query(
    `insert into agenda_item (file_id, subject_id, on_date, owner_id, urgent, created_at)
     select id, (select min(id) from agenda_subject), current_date - 30 + (id % 90)::int, case_manager_id, id % 17 = 0, now()
     from case_file where id % 4 = 0 and closed_on is null`,
  );
  return rowCount ?? 0;
}
