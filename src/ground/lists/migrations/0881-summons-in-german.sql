-- A summons is "Klage" wherever Vorder speaks German; the seeded kind of costs was named otherwise. What somebody has named anew stays.
update cost_type set name = jsonb_set(name, '{de}', '"Klage"') where code = 'summons' and name ->> 'de' = 'Ladung';
