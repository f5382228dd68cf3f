import type { PersonData } from '#platform/actor/person-data';
import { deleteOwnAlerts, listOwnAlerts } from './alerts.person-data.store.ts';
import { listBrowsers, listSettings } from './alerts.settings.store.ts';

/** The most alerts that a data download contains. */
const MOST_ALERTS = 10_000;

/** The alerts sent to a user, the user's alert settings, and the browsers registered for push. */
export const alertsPersonData: PersonData = {
  feature: 'alerts',
  limits: { alerts: MOST_ALERTS },
  async read(executor, personId) {
    const browsers = await listBrowsers(executor, personId);
    return {
      settings: (await listSettings(executor, [personId])).get(personId) ?? null,
      browsers: browsers.map(({ name, addedAt, lastSentAt, isPaused }) => ({ name, addedAt, lastSentAt, isPaused })),
      alerts: await listOwnAlerts(executor, personId, MOST_ALERTS),
    };
  },
  forget: deleteOwnAlerts,
};
