-- Limits count the SMS to a number before the next one leaves.
create index panic_recipient_phone on panic_recipient (phone) where phone is not null;
