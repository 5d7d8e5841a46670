-- A batch that is ready is dropped at the print house by SFTP; each time that it is asked for is an effect of its own.
alter table print_batch
  add column sendings integer not null default 0,
  add column delivery text check (delivery in ('pending', 'sent', 'kept', 'uncertain', 'dead', 'cancelled')),
  add column delivery_error text;

-- Why what was told of a letter could not be carried to its file, as a text key; it is tried again until it can.
alter table print_piece add column apply_problem text;
