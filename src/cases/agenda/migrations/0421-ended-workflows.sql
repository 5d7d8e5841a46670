-- Files whose workflow ended before anybody was told: each that has nothing planned comes into the agenda of its case manager.
insert into agenda_item (file_id, subject_id, on_date, owner_id, item_key, created_at)
select case_file.id, agenda_subject.id, current_date, case_file.case_manager_id, 'workflow-ended:' || gen_random_uuid(), now()
from case_file join agenda_subject on agenda_subject.code = 'workflow_ended'
where case_file.status = 'no_more_steps'
  and not exists (select from agenda_item as planned where planned.file_id = case_file.id and planned.state = 'open');
