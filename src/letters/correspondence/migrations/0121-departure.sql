-- A message may leave long after it was made: what the law gate judged it as, so that it can be asked again, and the last event of the
-- claim that it was written on. Both null where nobody asked. `refused`: what stood in the way when its turn had come.
alter table message add column purpose text check (purpose in ('dunning', 'notice14', 'closing', 'information'));
alter table message add column claim_mark bigint;
alter table message add column refused jsonb check (jsonb_typeof(refused) = 'array');

-- The documents of the file that went along with an e-mail.
create table message_document (
  message_id bigint not null references message (id),
  document_id bigint not null references document (id),
  primary key (message_id, document_id)
);
create index message_document_by_document on message_document (document_id);

-- What went along before stands in the outbox alone, by where its bytes lie.
insert into message_document (message_id, document_id)
select distinct message.id, document.id
from outbox
join message on message.effect_key = outbox.key
cross join jsonb_array_elements(outbox.payload -> 'attachments') as attachment
join document on document.file_id = message.file_id and document.storage_key = attachment ->> 'storageKey'
where outbox.kind = 'mail' and outbox.payload ? 'attachments';
