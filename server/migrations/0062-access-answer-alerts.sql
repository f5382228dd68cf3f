-- Of the feature alerts: the user's answer to a location request is an alert of the requester (LOCREQ-05).
alter table alert
  drop constraint alert_kind_check,
  add constraint alert_kind_check check (kind in
    ('low_battery', 'silent', 'power_cut', 'tamper', 'hub_broken', 'test', 'access_approved', 'access_denied'));
