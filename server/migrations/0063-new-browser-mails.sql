-- Whether some browser has ever been known to the account. The first sign-in of a new account is from a new browser and
-- worth no mail. Existing accounts have been used. Owned by the feature auth.
alter table person add column has_known_browser boolean not null default false;
update person set has_known_browser = true;
