/** Words of the feed and of the banner. */
export const recentUpdatesTexts = {
  title: 'Recent Updates',
  order: 'Newest first',
  new: 'New',
  types: { feature: 'Feature', improvement: 'Improvement', bugfix: 'Bug fix', announcement: 'Announcement' },
  empty: 'Nothing new yet. Changes to the portal will be announced here.',
  loadFailed: 'The updates could not be loaded.',
  bannerTitle: 'System Updates',
  /** LAND-04: in place of an announcement that could not be loaded. */
  bannerDefault:
    'We are rolling out continuous updates to keep GPS modules compatible. The portal may be temporarily unavailable.',
  bannerClose: 'Close announcement',
  bannerAll: 'Show all',
} as const;
