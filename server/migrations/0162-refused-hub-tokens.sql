-- When the hub service refused the token of a link for the first time since its last renewal.
alter table hub_link add column refused_since timestamptz;
