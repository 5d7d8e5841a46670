-- What goes on a day is counted by channel, for the daily limits.
create index precasso_message_day on precasso_message (channel, send_after);
