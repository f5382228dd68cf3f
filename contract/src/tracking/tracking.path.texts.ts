/** The legend of a path on the map (PATH-04). */
export const pathTexts = {
  legend: 'Map legend',
  scale: (from: string, to: string) => `The line changes colour from ${from} to ${to}.`,
  /** Moves along the path and says the time at each point. */
  along: 'Point on the path',
  kinds: { start: 'Start', end: 'End', stop: 'Stop', point: 'Position', ping: 'Ping' },
  live: 'Live position',
  playback: 'Playback position',
  direction: 'Direction of travel',
  gap: 'No position for over 30 minutes',
} as const;
