-- A letter that is made and not posted can be recalled: it is never printed, and its file waits for it no longer.
alter table message
  drop constraint message_posting_check,
  add constraint message_posting_check check (posting in ('assumed', 'awaited', 'posted', 'recalled'));
create index message_recalled on message (id) where posting = 'recalled';
