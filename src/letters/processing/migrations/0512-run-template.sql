-- All templates as they stood when a run was planned: it is made with these, whatever is changed meanwhile.
alter table run add column template_mark bigint;
