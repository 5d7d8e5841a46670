-- News of the house: written in rich text, shown within a window of days to everyone or to who holds a role.

create table news_item (
  id bigint generated always as identity primary key,
  title text not null check (length(title) between 1 and 200),
  body jsonb not null,
  draft boolean not null,
  pinned boolean not null,
  -- Readers hold one of these roles; none for everyone, also without a login.
  audience text[] not null,
  shown_from date not null,
  -- The last day; null for no end.
  shown_until date,
  author_id bigint not null references app_user (id),
  created_at timestamptz not null,
  version integer not null default 1,
  deleted_at timestamptz,
  check (shown_until is null or shown_until >= shown_from)
);
create index news_item_author on news_item (author_id);
create index news_item_shown on news_item (pinned desc, shown_from desc, id desc) where deleted_at is null and not draft;

-- Who has read what.
create table news_read (
  user_id bigint not null references app_user (id),
  news_item_id bigint not null references news_item (id),
  read_at timestamptz not null,
  primary key (user_id, news_item_id)
);
create index news_read_item on news_read (news_item_id);
