-- What the owner saw files by when the result was made: whoever has lost a client or team since does not fetch it any more.
alter table file_export add column sight jsonb;
