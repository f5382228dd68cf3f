/** The way to the live view on the dashboard. */
export const trackingCardTexts = {
  cardTitle: 'Device Tracking',
  cardText: (device: string) => `Follow ${device} on the map as it moves, with the path of the last 24 hours.`,
  upgrade: 'Upgrade',
  premium: 'Premium',
  premiumMark: 'Premium:',
  tab: 'Live Tracking',
  openLiveView: 'Open Live View',
} as const;
