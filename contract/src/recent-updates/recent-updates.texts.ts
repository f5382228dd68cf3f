/** Words of the feed and of the banner (portal.md §1, §8, §9). */
export const recentUpdatesTexts = {
  title: 'Recent Updates',
  order: 'Newest first',
  new: 'New',
  types: { feature: 'Feature', improvement: 'Improvement', bugfix: 'Bug fix', announcement: 'Announcement' },
  empty: 'Nothing new yet. What changes in the portal will be told here.',
  loadFailed: 'The updates could not be loaded.',
  bannerTitle: 'System Updates',
  /** LAND-04: in place of an announcement that could not be loaded. */
  bannerDefault:
    'Continuous updates may cause temporary unavailability. GPS module compatibility is ensured throughout.',
  bannerClose: 'Close announcement',
  bannerAll: 'Show all',
} as const;
