/** The texts of the live view about starting, motion and ends (LIVE-12). */
export const liveTexts = {
  panelTitle: 'Live Device Tracking',
  endedTitle: 'Live tracking ended',
  placeFailed: 'The last known place could not be loaded.',
  tryAgain: 'Try again',
  standing: 'Not moving',
  heading: (compass: string, degrees: number) => `heading ${compass} (${degrees}°)`,
  /** Clockwise from north, in steps of 45°. */
  compass: ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'],
} as const;
