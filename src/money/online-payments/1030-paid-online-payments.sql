-- Paid payments are asked about again for thirteen months, a few each quarter of an hour.
create index online_payment_paid on online_payment (settled_at, id) where state = 'paid';
