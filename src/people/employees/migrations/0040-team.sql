-- Teams of staff. Membership is a fact about the user and is kept there.

create table team (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  active boolean not null default true,
  version integer not null default 1
);
create unique index team_name on team (lower(name));

alter table user_team add constraint user_team_team_id_fkey foreign key (team_id) references team (id);
