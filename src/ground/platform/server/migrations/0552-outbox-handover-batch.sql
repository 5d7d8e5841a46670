-- Batches that go to an office of bailiffs are effects as well.
alter table outbox drop constraint outbox_kind_check;
alter table outbox add constraint outbox_kind_check check (kind in ('mail', 'sms', 'letter', 'webhook', 'handover'));
