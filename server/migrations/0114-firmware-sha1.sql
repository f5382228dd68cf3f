-- The SHA-1 of an image, which clients of the hawkBit interface (DDI) compare. Null until such a client asks. It proves
-- nothing: devices verify the SHA-256 of the signed manifest.
alter table firmware_release add column sha1 text;
