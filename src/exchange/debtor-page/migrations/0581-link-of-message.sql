-- The letter, e-mail or SMS that a way in stands in; null for one that staff gave by hand.
alter table debtor_link add column message_id bigint references message (id) on delete set null;
create index debtor_link_message on debtor_link (message_id);
