-- A batch of which a letter came back while others are not told to be posted is what it was before: those are judged before they are printed.
-- Batches of which that was noted earlier stood as returned; one whose copies have gone cannot be fetched any more and stays as it is.
update print_batch set state = case when delivered_at is null then 'ready' else 'delivered' end, version = version + 1
  where state = 'returned' and cleared_at is null
    and exists (select from print_piece where batch_id = print_batch.id and withdrawn is null and posted_on is null);
