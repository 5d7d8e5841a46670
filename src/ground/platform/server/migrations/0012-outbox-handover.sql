-- Who speaks for a row, and since when it may have gone.

-- Counts the workers that took the row, and is never set back: what one of them finds out is noted only while it is still the last.
alter table outbox add column claim bigint not null default 0;
-- When its worker began to hand it over. What was left before that never went; what was left after it may have gone.
alter table outbox add column handed_at timestamptz;
-- Nobody knows of those that are being sent now.
update outbox set handed_at = next_attempt_at where state = 'sending' and kind <> 'letter';
