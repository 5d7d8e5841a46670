-- A batch that was taken back after it had left, or may have, is taken back at the office as well: whether it heard so. Null where nothing had
-- gone. 'byHand': it has no channel, a person tells it. 'refused': it had accepted the batch before it heard.
alter table handover_batch add column recall text check (recall in ('pending', 'told', 'uncertain', 'failed', 'byHand', 'refused'));
alter table handover_batch add column recall_reason text;
alter table handover_batch add column recall_error text;
