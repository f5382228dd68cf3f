/** Texts of the map and the list of pings, which load after the dashboard. */
export const pingHistoryTexts = {
  mapTitle: 'Ping Locations Map',
  historyTitle: 'Ping History',
  empty: 'No ping locations recorded yet. Ping your devices to see their locations on the map.',
  emptyHistory: 'Every ping is listed here with its time and position.',
  latest: 'Latest',
  records: (count: number) => (count === 1 ? '1 record' : `${count} records`),
  lastPing: 'last ping',
  mapLabel: 'Ping locations',
  filter: 'Show pings of',
  allDevices: 'All devices',
  fixTime: 'GPS fix',
  pinged: 'Pinged',
  noneSelected: 'Select a record to see it on the map.',
  copy: 'Copy coordinates',
  copied: 'Copied',
  loadFailed: 'The ping history could not be loaded.',
} as const;
