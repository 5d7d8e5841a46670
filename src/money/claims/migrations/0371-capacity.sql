-- What makes a contract bind a minor, or somebody under guardianship, is an event of the claim, with its document (BW 1:234, 1:381, 3:32).
alter table claim_event drop constraint claim_event_kind_check;
alter table claim_event add constraint claim_event_kind_check
  check (kind in ('invoice', 'terms', 'notice14', 'bik', 'cost', 'credit_note', 'payment', 'reversal', 'write_off',
    'freeze', 'refund', 'arrangement', 'invoice_terms', 'interruption', 'capacity'));
