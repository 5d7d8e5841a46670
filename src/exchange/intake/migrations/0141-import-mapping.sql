-- A client may send files of several layouts: each is remembered, under a name.
alter table import_mapping drop constraint import_mapping_pkey;
alter table import_mapping add column id bigint generated always as identity primary key;
alter table import_mapping add column name text not null default 'import' check (length(name) between 1 and 120);
-- The one that is tried where no other fits better.
alter table import_mapping add column is_default boolean not null default true;
alter table import_mapping alter column name drop default;
alter table import_mapping alter column is_default drop default;
create unique index import_mapping_default on import_mapping (client_id) where is_default;
create index import_mapping_client on import_mapping (client_id);
