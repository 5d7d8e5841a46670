-- All templates as they stood when a message was written (`template_mark`); null for what was written before they were kept.
alter table message add column template_mark bigint;
