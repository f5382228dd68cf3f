import { historyRules } from '../tracking/tracking.history.rules.ts';

/** The offer of premium on the locked Live Tracking tab. A file of its own keeps these texts out of the first load. */
export const trackingOfferTexts = {
  benefits: [
    'Live position on the map',
    'The path of the last 24 hours',
    `${historyRules.days} days of history with trips and stops`,
    'Playback of each day and export as GPX, GeoJSON or CSV',
  ],
} as const;
