-- The highest agreed interest a year that the house holds fair for consumers: a dated figure of the house, kept beside those of the law. It begins
-- at the legal rate and 8 points, which is the most that credit may cost a consumer; each house sets its own.
alter table tariff drop constraint tariff_kind_check;
alter table tariff add constraint tariff_kind_check check (kind in ('interest_statutory', 'interest_commercial', 'interest_fair',
  'bik_scale', 'vat', 'court_fee_kanton', 'court_fee_rechtbank', 'salary_kanton', 'btag', 'equated_days'));
insert into tariff (kind, valid_from, data, source, verified) values
  ('interest_fair', '1992-01-01', '{"pct": "12"}', 'Huisregel: wettelijke rente + 8 procentpunten (vgl. Besluit kredietvergoeding)', true);
