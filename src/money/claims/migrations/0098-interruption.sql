-- What interrupted limitation is an event of the claim, with its proof (BW 3:316 to 3:318, 3:324).
alter table claim_event drop constraint claim_event_kind_check;
alter table claim_event add constraint claim_event_kind_check
  check (kind in ('invoice', 'terms', 'notice14', 'bik', 'cost', 'credit_note', 'payment', 'reversal', 'write_off',
    'freeze', 'refund', 'arrangement', 'invoice_terms', 'interruption'));
