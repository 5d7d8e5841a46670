-- How whoever began a session proved who they are: when they passed a second factor, and when they last showed password or factor.
alter table session add column factor_at timestamptz;
alter table session add column proved_at timestamptz;
