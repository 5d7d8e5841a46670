-- Why a letter that was judged again before it was printed may not go: the refusals of the law gate. It waits for another batch.
alter table print_piece
  add column refused jsonb,
  add check (refused is null or withdrawn is not null);
