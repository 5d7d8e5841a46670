-- With which partners, bailiffs among them, the files of a client may be handled.
create table client_partner (
  client_id bigint not null references client (id),
  partner_id bigint not null references partner (id),
  -- How the partner knows this client.
  reference text check (length(reference) between 1 and 60),
  primary key (client_id, partner_id)
);
create index client_partner_partner on client_partner (partner_id);
