-- Of the feature alerts: the user of a device is told when support can see its location (SUPL-07).
alter table alert
  drop constraint alert_kind_check,
  add constraint alert_kind_check check (kind in
    ('low_battery', 'silent', 'power_cut', 'tamper', 'hub_broken', 'test', 'access_approved', 'access_denied',
     'support_access'));
