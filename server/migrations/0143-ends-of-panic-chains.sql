-- The lines of a timeline that decide whether the chain has ended. A stuck button writes thousands of other lines.
create index panic_step_chain on panic_step (incident_id, id) where kind in ('nobody_took', 'nobody_there', 'released');
