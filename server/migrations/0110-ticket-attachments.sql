-- SUPL-07: support's access to a location ends when its ticket is resolved or closed.

alter table location_break_glass
  drop constraint location_break_glass_ended_as_check,
  add constraint location_break_glass_ended_as_check
    check (ended_as in ('expired', 'ended', 'ground_lost', 'ticket_finished'));
