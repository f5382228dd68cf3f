/** The map of all devices on the dashboard (UDASH-11). */
export const placesTexts = {
  mapLabel: 'Map of your devices',
  none: 'No positions yet. Each device appears here as soon as it reports its position.',
  loadFailed: 'The positions of your devices could not be loaded.',
  position: 'Position',
  lastPing: 'Last ping',
  missing: (names: string) => `No position yet: ${names}.`,
  directions: 'Directions',
  directionsTo: (device: string) => `Directions to ${device}`,
  live: 'Live',
  liveOf: (device: string) => `Follow ${device} live`,
  close: (device: string) => `Close ${device}`,
} as const;
