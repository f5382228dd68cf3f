-- Owned by the feature recent-updates: what is new in the portal.

create table recent_updates (
  id uuid primary key,
  title text not null,
  description text not null,
  update_type text not null check (update_type in ('feature', 'improvement', 'bugfix', 'announcement')),
  is_new boolean not null,
  is_active boolean not null,
  published_at timestamptz not null
);
-- The feed: the newest active ones; the id decides between those of one instant.
create index recent_updates_feed on recent_updates (published_at desc, id desc) where is_active;
-- The banner of the landing page: the newest active announcement.
create index recent_updates_banner on recent_updates (published_at desc, id desc)
  where is_active and update_type = 'announcement';
