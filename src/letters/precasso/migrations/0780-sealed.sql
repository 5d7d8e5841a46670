-- What was claimed, paid, said and done in a client's name is sealed with the audit trail, as in files; those that stand, as they are found today.
-- Retention takes words away: those changes are sealed as changes.
select seal_table('precasso_record', 'id, client_id, client_ref, created_at, created_on, created_by, import_id');
select seal_table('precasso_invoice', 'id, record_id, client_id, number, number_key, invoice_date, due_date, cents');
-- A payment that came by an upload goes back with it; the same row may then come again.
alter table precasso_payment add column import_id bigint references import_batch (id);
create index precasso_payment_import on precasso_payment (import_id);
alter table precasso_payment add column undone boolean not null default false;
drop index precasso_payment_once;
create unique index precasso_payment_once on precasso_payment (record_id, payment_key) where payment_key is not null and not undone;
select seal_table('precasso_payment', 'id, record_id, paid_on, cents, reference, told_by, payment_key, noted_at, noted_by, import_id');
create trigger precasso_payment_lot_changed after update on precasso_payment referencing new table as fresh for each statement
  execute function note_lot('id, record_id, paid_on, cents, reference, told_by, payment_key, noted_at, noted_by, import_id');
select seal_table('precasso_line', 'id, record_id, at, user_id, key, "values", note');
create trigger precasso_line_lot_changed after update on precasso_line referencing new table as fresh for each statement
  execute function note_lot('id, record_id, at, user_id, key, "values", note');
-- The client's own text, where it was said by one; null where it was the house's.
alter table precasso_message add column text_code text;
select seal_table('precasso_message',
  'id, record_id, run_id, step, channel, template_code, text_code, language, to_address, subject, body_text, effect_key, name, size_bytes, sha256, open_cents, created_at, created_by');
create trigger precasso_message_lot_changed after update on precasso_message referencing new table as fresh for each statement
  execute function note_lot('id, record_id, run_id, step, channel, template_code, text_code, language, to_address, subject, body_text, effect_key, name, size_bytes, sha256, open_cents, created_at, created_by');

-- The texts of a client's own for what goes out in its name: each is a template like any other, with its own languages and versions.
create table precasso_text (
  client_id bigint not null references client (id),
  -- The house's template in whose place it stands.
  code text not null,
  own_code text not null unique,
  -- Null where the house's text goes out again; the client's own stays to be taken up.
  used_since timestamptz,
  version integer not null default 1,
  changed_by bigint references app_user (id),
  primary key (client_id, code)
);
create index precasso_text_changed_by on precasso_text (changed_by);
