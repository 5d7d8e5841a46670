-- The search of files finds a file by the number of an invoice, whatever its case.
create index claim_event_invoice_number on claim_event (lower(data ->> 'number')) where kind = 'invoice';

-- Which files have an arrangement that has not ended, for the filter of the list.
create index claim_event_arrangement on claim_event (file_id, id) where kind = 'arrangement';
