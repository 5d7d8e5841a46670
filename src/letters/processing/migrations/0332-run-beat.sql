-- Whether somebody has a run in hand is known by the queue; what went wrong stands on its work.
alter table run drop column beat_at;
