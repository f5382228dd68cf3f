-- The installer whose tool requested a certificate. A renewal keeps the requester of the certificate that it renews. Null
-- for a factory certificate, its renewals, and certificates from before this column. Stays after that account is gone:
-- a former installer may still hold the key.
alter table device_certificate add column requested_by uuid;
