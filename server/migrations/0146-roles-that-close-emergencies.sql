-- The part of the person who closed an incident. Null: closed by the portal, or before this column existed.
alter table panic_incident add column closed_role text;
