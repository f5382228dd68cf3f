-- Of the feature alerts: a browser that becomes somebody else's has another id, and keeps the trouble with its push service.
alter table alert_browser_trouble
  drop constraint alert_browser_trouble_browser_id_fkey,
  add constraint alert_browser_trouble_browser_id_fkey
    foreign key (browser_id) references alert_browser (id) on delete cascade on update cascade;
