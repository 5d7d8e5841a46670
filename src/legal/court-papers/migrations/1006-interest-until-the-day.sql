-- The interest in a paper is that up to the day of its amounts, which bears none itself (domain facts 2.3): a summons that said "tot en met" and
-- claimed it on from the day after left out the interest of that day. Words that people changed keep their change.
update court_template set
  sections = regexp_replace(
    regexp_replace(sections::text, '([Tt])ot en met (", "type": "text"\}, \{"type": "variable", "attrs": \{"name": "asOf"\}\})', '\1ot \2', 'g'),
    'vanaf de dag na (", "type": "text"\}, \{"type": "variable", "attrs": \{"name": "asOf"\}\})', 'vanaf \1', 'g')::jsonb,
  version = version + 1,
  changed_at = case when changed_at is null then null else now() end,
  changed_by = null
where sections::text ~ '([Tt]ot en met|vanaf de dag na) ", "type": "text"\}, \{"type": "variable", "attrs": \{"name": "asOf"\}\}';
