/** The limit beside the lists: node:http and pg with nothing between them. No rights, no counts, no shapes: the rows, as JSON. */
import { createServer } from "node:http";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

const columns = `f.id, f.number, f.client_ref, f.client_id, c.company, d.display_name, d.city, f.phase, f.status, u.name as manager,
  f.placed_on, f.next_step, f.next_action_on, f.principal_cents, f.open_cents`;
const tables = `case_file f join debtor d on d.id = f.debtor_id join client c on c.id = f.client_id
  left join app_user u on u.id = f.case_manager_id`;

const queries: Readonly<Record<string, string>> = {
  list: `select ${columns} from ${tables} where f.client_id = $1 order by f.placed_on desc, f.id desc limit 50`,
  number: `select ${columns} from ${tables} where f.number = $1`,
  name: `select ${columns} from ${tables} where f.debtor_id in (select id from debtor where search_name like '%' || $1 || '%')
    order by f.id desc limit 50`,
  count: `select count(*) from (select 1 from case_file f where f.debtor_id in
    (select id from debtor where search_name like '%' || $1 || '%') limit 10001) n`,
  file: `select f.*, d.*, c.company, (select jsonb_agg(e order by e.id) from claim_event e where e.file_id = f.id) as events,
    (select jsonb_agg(h order by h.id) from file_hold h where h.file_id = f.id and h.lifted_at is null) as holds
    from ${tables} where f.id = $1`,
};

async function answer(path: string): Promise<unknown> {
  const { pathname, searchParams } = new URL(path, "http://bare");
  const name = pathname.slice(1);
  if (name === "health") return {};
  const value = [searchParams.get("q")];
  const { rows } = await pool.query(queries[name] ?? "", value);
  if (name !== "name") return { items: rows };
  const counted = await pool.query(queries.count ?? "", value);
  return { items: rows, total: counted.rows[0] };
}

const server = createServer((request, reply) => {
  answer(request.url ?? "/").then(
    (body) => {
      const text = JSON.stringify(body);
      reply.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) }).end(text);
    },
    (error: unknown) => reply.writeHead(500).end(String(error)),
  );
});
server.listen(Number(process.env.PORT), "127.0.0.1");
process.once("SIGTERM", () => {
  server.closeAllConnections();
  server.close();
  void pool.end();
});
