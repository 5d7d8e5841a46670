-- The group of companies that a client belongs to.
alter table client add column client_group_id bigint references client_group (id);
create index client_client_group on client (client_group_id);
