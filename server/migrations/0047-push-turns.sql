-- Of the feature alerts: e-mails and pushed messages have jobs of their own, so that a push service that hangs holds up no
-- e-mail.
update job set name = case d.channel when 'email' then 'alerts.mail' else 'alerts.push' end
from alert_delivery d
where job.name = 'alerts.deliver' and d.id = (job.payload->>'deliveryId')::uuid;

-- Pushed messages that are under way, in whichever server process: of one person and to one push service so many at most.
create table alert_push_turn (
  -- A person, or the host of a push service.
  place text not null,
  nr smallint not null,
  holder uuid not null,
  -- After this its holder is thought dead.
  until timestamptz not null,
  primary key (place, nr)
);

-- Browsers that are left alone for a while: their push service did not take the last messages, so many in a row.
create table alert_browser_trouble (
  browser_id uuid primary key references alert_browser (id) on delete cascade,
  failures integer not null,
  until timestamptz not null,
  last_error text not null
);

-- The sweep reads what is open by its id.
create index alert_open_id on alert (id) where ended_at is null;
-- What a person was told, for their download and when they leave; by whichever channel.
create index alert_delivery_person on alert_delivery (account_id, number desc);
