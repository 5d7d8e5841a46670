-- A letter may wait for its day, as mails and SMS do: it is made when its turn comes, and has its document from then on.
alter table message drop constraint message_check;
alter table message add constraint message_made check (document_id is null or channel = 'post');
alter table outbox drop constraint outbox_kind_check;
alter table outbox add constraint outbox_kind_check check (kind in ('mail', 'sms', 'letter', 'webhook'));
