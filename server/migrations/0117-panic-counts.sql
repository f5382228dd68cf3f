-- Owned by the feature panic: the counts of analytics (ANA-06).
create index panic_event_received on panic_event (received_at);
