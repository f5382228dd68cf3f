-- Browsers that an account signed in from carry a signed cookie with this number. A new password, a reset and ending all
-- (other) sessions raise it, so that older cookies end. Owned by the feature auth.
alter table person add column browser_generation int not null default 0;
