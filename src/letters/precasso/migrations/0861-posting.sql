-- Whether a letter in a client's name is known to be posted, as that of a file: assumed on the day on which it was made, or awaited from a print
-- house. Letters of before say nothing: somebody has printed them.
alter table precasso_message
  add column posting text check (posting in ('assumed', 'awaited', 'posted')),
  add column posted_on date,
  add column to_country text,
  add column to_postcode text,
  add check ((posting = 'posted') = (posted_on is not null)),
  add check (posting is null or channel = 'post');
create index precasso_message_unposted on precasso_message (created_at) where posting in ('assumed', 'awaited');
create index precasso_message_awaited on precasso_message (record_id) where posting = 'awaited';
