-- Of a letter that was made, whether it is known to be with the post: `assumed` on its own day, where the house prints by itself and said
-- nothing else; `awaited` from a print house; `posted` on the day that is told. Null for letters from before, and for what is no letter.
alter table message add column posting text check (posting in ('assumed', 'awaited', 'posted'));
alter table message add column posted_on date;
alter table message add constraint message_posted check ((posting is not distinct from 'posted') = (posted_on is not null));
alter table message add constraint message_posting_of_letter check (posting is null or channel = 'post');
-- What a mail house sorts by: ISO country, and the postcode as it stands in the address.
alter table message add column to_country text;
alter table message add column to_postcode text;
create index message_awaited on message (file_id) where posting = 'awaited';
create index message_unposted on message (created_at, id) where posting in ('assumed', 'awaited');
