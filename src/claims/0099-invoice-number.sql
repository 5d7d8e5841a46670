-- The search of files finds a file by the number of an invoice, whatever its case.
create index claim_event_invoice_number on claim_event (lower(data ->> 'number')) where kind = 'invoice';
