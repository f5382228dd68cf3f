-- The end of which the holder was reminded. A renewal moves the end, so that the next end is announced again.
alter table certification add column reminded_until timestamptz;
