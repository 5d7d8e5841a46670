-- What the house knows of the eleven district courts and of the places where they sit: addresses, roll days and the account for court fees, each with
-- where it was found and the day on which somebody checked it. What has no such day says so wherever it is used.
create table court (
  code text primary key,
  fee_iban text,
  fee_account_name text,
  source text not null default '',
  checked_on date,
  version integer not null default 1,
  check (checked_on is null or source <> '')
);
create table court_place (
  code text primary key,
  court_code text not null references court (code),
  street text,
  postcode text,
  -- Where post goes to: "Postbus 16, 3500 AA Utrecht".
  post_address text,
  phone text,
  -- The days of the week on which the roll of the sub-district court is held, 1 for Monday.
  roll_weekdays smallint[] not null default '{}' check (roll_weekdays <@ '{1,2,3,4,5,6,7}'),
  source text not null default '',
  checked_on date,
  version integer not null default 1,
  check ((street is null) = (postcode is null)),
  check (checked_on is null or source <> '')
);
create index court_place_court on court_place (court_code);
insert into court (code) values
  ('amsterdam'),
  ('den-haag'),
  ('gelderland'),
  ('limburg'),
  ('midden-nederland'),
  ('noord-holland'),
  ('noord-nederland'),
  ('oost-brabant'),
  ('overijssel'),
  ('rotterdam'),
  ('zeeland-west-brabant');
insert into court_place (code, court_code, street, postcode, source) values
  ('amsterdam', 'amsterdam', 'Parnassusweg 280', '1076 AV', 'Algemeen bekend'),
  ('den-haag', 'den-haag', 'Prins Clauslaan 60', '2595 AJ', 'Algemeen bekend'),
  ('gouda', 'den-haag', null, null, ''),
  ('leiden', 'den-haag', 'Witte Singel 1', '2311 BG', 'Algemeen bekend'),
  ('apeldoorn', 'gelderland', null, null, ''),
  ('arnhem', 'gelderland', 'Walburgstraat 2-4', '6811 CD', 'Algemeen bekend'),
  ('nijmegen', 'gelderland', 'Oranjesingel 56', '6511 NW', 'Algemeen bekend'),
  ('zutphen', 'gelderland', 'Martinetsingel 2', '7201 DC', 'Algemeen bekend'),
  ('maastricht', 'limburg', 'Sint Annadal 1', '6214 PA', 'Algemeen bekend'),
  ('roermond', 'limburg', 'Willem II Singel 67', '6041 HV', 'Algemeen bekend'),
  ('almere', 'midden-nederland', null, null, ''),
  ('amersfoort', 'midden-nederland', null, null, ''),
  ('lelystad', 'midden-nederland', 'Stationsplein 15', '8232 VT', 'Algemeen bekend'),
  ('utrecht', 'midden-nederland', 'Vrouwe Justitiaplein 1', '3511 EX', 'Algemeen bekend'),
  ('alkmaar', 'noord-holland', 'Kruseman van Eltenweg 2', '1817 BC', 'Algemeen bekend'),
  ('haarlem', 'noord-holland', 'Jansstraat 81', '2011 RW', 'Algemeen bekend'),
  ('zaandam', 'noord-holland', null, null, ''),
  ('assen', 'noord-nederland', 'Brinkstraat 4', '9401 HZ', 'Algemeen bekend'),
  ('groningen', 'noord-nederland', 'Guyotplein 1', '9712 NX', 'Algemeen bekend'),
  ('leeuwarden', 'noord-nederland', 'Zaailand 102', '8911 BN', 'Algemeen bekend'),
  ('eindhoven', 'oost-brabant', 'Stadhuisplein 4', '5611 EM', 'Algemeen bekend'),
  ('s-hertogenbosch', 'oost-brabant', 'Leeghwaterlaan 8', '5223 BA', 'Algemeen bekend'),
  ('almelo', 'overijssel', 'Egbert Gorterstraat 5', '7607 GB', 'Algemeen bekend'),
  ('enschede', 'overijssel', null, null, ''),
  ('zwolle', 'overijssel', 'Schuurmanstraat 2', '8011 KP', 'Algemeen bekend'),
  ('dordrecht', 'rotterdam', 'Steegoversloot 36', '3311 PP', 'Algemeen bekend'),
  ('rotterdam', 'rotterdam', 'Wilhelminaplein 100-125', '3072 AK', 'Algemeen bekend'),
  ('bergen-op-zoom', 'zeeland-west-brabant', null, null, ''),
  ('breda', 'zeeland-west-brabant', 'Stationslaan 10', '4815 GW', 'Algemeen bekend'),
  ('middelburg', 'zeeland-west-brabant', 'Kousteensedijk 2', '4331 JE', 'Algemeen bekend'),
  ('tilburg', 'zeeland-west-brabant', null, null, '');
