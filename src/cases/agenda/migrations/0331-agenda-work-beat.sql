-- Whether somebody has a work in hand is known by the queue.
alter table agenda_work drop column beat_at;
