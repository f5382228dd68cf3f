-- Of the feature alerts: how many are unread is counted from the newest, as far as is needed.
drop index alert_delivery_unread;
create index alert_delivery_unread on alert_delivery (account_id, number desc) where channel = 'portal' and read_at is null;
