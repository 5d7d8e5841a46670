-- Which wordings a message was made with. A letter of a later day learns it when it is made, which is sealed as a change.
select seal_columns('message', 'message_template', 'id, template_mark');
create trigger message_template_lot_changed after update on message referencing new table as fresh for each statement
  execute function note_lot('id, template_mark', 'message_template');
