-- Where whoever began this session by a provider ends it there too: an address that names the sign-in, sealed.
alter table session add column leave_by text;
