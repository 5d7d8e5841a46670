-- A workflow of a client inherits from one of the house. Each of its versions is kept whole, since files stand on it, with the version of the
-- parent that it was made over: what differs between the two is its own, the rest follows the parent.
alter table workflow add column parent_code text references workflow (code) check (parent_code <> code);
alter table workflow add column client_id bigint references client (id);
alter table workflow add check ((parent_code is null) = (client_id is null));
create unique index workflow_parent_client on workflow (parent_code, client_id) where parent_code is not null;
create index workflow_client on workflow (client_id) where client_id is not null;
alter table workflow_version add column parent_version integer;
