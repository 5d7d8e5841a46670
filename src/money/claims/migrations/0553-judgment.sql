-- What a judge awarded takes the place of what was claimed, from the day of the judgment (Rv 230).
alter table claim_event drop constraint claim_event_kind_check;
alter table claim_event add constraint claim_event_kind_check
  check (kind in ('invoice', 'terms', 'notice14', 'bik', 'cost', 'credit_note', 'payment', 'reversal', 'write_off',
    'freeze', 'refund', 'arrangement', 'invoice_terms', 'interruption', 'capacity', 'judgment'));
