import type { PingLocation } from './ping.schema.ts';

/** LOCREQ-05: a found position on an installer's map. */
export const locatedTexts = {
  title: (device: string) => `Location of ${device}`,
  map: (device: string) => `Map with the location of ${device}`,
  position: 'Position',
  accuracy: 'Accuracy',
  measured: 'Measured',
  accuracyOf: ({ accuracyM }: Pick<PingLocation, 'accuracyM'>) =>
    accuracyM === null ? 'Not reported' : `within ${Math.max(1, Math.round(accuracyM))} m`,
  close: 'Close',
} as const;
