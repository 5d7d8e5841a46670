-- A letter whose address was corrected before it was told to be posted is recalled: its step is done again, to the right address.
alter table precasso_message
  drop constraint precasso_message_posting_check,
  add constraint precasso_message_posting_check check (posting in ('assumed', 'awaited', 'posted', 'recalled'));
