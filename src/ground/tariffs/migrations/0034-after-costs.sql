-- After-costs (nakosten, Rv 237(4)): what the losing party owes after the judgment. The sub-district court allows half a point of the salary of the
-- agent, up to a highest amount; the civil court a fixed amount, and more where the judgment is served.
alter table tariff drop constraint tariff_kind_check;
alter table tariff add constraint tariff_kind_check check (kind in ('interest_statutory', 'interest_commercial', 'interest_fair',
  'bik_scale', 'vat', 'court_fee_kanton', 'court_fee_rechtbank', 'salary_kanton', 'after_costs', 'btag', 'equated_days'));
insert into tariff (kind, valid_from, data, source, verified) values
  ('after_costs', '2023-02-01', '{"kantonMaximum": 13200, "civil": 17300, "service": 9000}', 'Liquidatietarief 2023 (nog te controleren)', false),
  ('after_costs', '2024-02-01', '{"kantonMaximum": 13500, "civil": 17800, "service": 9200}', 'Liquidatietarief 2024 (nog te controleren)', false),
  ('after_costs', '2026-02-01', '{"kantonMaximum": 14400, "civil": 18900, "service": 9800}', 'Liquidatietarief 2026 (één bron)', false);
