-- Which numbers were called since a day: a line that several debtors share is not called more often for it.
create index call_attempt_number on call_attempt (number, dialled_at);
