-- Only the owner of a table may have it analysed; whoever serves asks for it by this.
create function analyze_import_rows() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze import_row (batch_id, row_number, verdict, client_id, client_ref, invoice_number, leader, file_id);
end $$;
