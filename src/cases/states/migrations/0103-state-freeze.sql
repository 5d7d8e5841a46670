-- The day from which interest rests under a state that stops it by itself: its own day, where nobody typed one (claims: 0097).
update file_hold set interest_frozen_from = from_date, version = version + 1
where lifted_at is null and interest_frozen_from is null and kind in ('shv', 'wsnp', 'bankruptcy', 'moratorium', 'broad_moratorium');
