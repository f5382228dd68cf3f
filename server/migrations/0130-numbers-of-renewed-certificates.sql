-- Renewals stored no serial number, so a renewed certificate was missing in the broker's list of revoked certificates.
-- The number has 16 bytes and follows 15 bytes of headers and version in the certificate (RFC 5280, 4.1).
update device_certificate set number = encode(substring(
  decode(regexp_replace(renewal_pem, '-----[A-Z ]+-----|\s', '', 'g'), 'base64') from 16 for 16), 'hex')
where number is null and renewal_pem is not null;
