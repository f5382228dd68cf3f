-- Since when the hub service lists the account of a link without its hub. A link that broke for this reason keeps the
-- time. The time is null when the service refused the token.
alter table hub_link add column absent_since timestamptz;
