-- PWA-01: a registration that was made without signal is sent again until it is answered; its id makes the repeat harmless.

alter table device
  -- Chosen by the browser of the person who registers; null where nobody needs to ask twice.
  add column registration_id uuid;

-- Serves the look for a repeat, and decides when two serials come with one id.
create unique index device_registration_once on device (registered_by, registration_id)
  where registration_id is not null;
