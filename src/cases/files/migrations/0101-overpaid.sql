-- What was received beyond the claim and not paid back, as the money engine last reckoned it; somebody has to look at each.
alter table case_file add column overpaid_cents bigint not null default 0;
create index case_file_overpaid on case_file (overpaid_cents, id) where overpaid_cents > 0;
-- The next nightly refresh reckons the paid files once more.
update case_file set balance_on = null where open_cents = 0 and paid_cents > 0;
