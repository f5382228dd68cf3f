-- Of the feature alerts: somebody signed out in this browser, or somebody else signed in. Nothing is pushed to it until
-- its person is back and subscribes anew.
alter table alert_browser add column rests_since timestamptz;
