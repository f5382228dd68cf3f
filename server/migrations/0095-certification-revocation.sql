-- Why staff revoked a certification (CERT-08): for colleagues who are asked about the revocation. Null from the console,
-- where no reason is typed.
alter table certification add column revoke_reason text check (length(revoke_reason) <= 500);
