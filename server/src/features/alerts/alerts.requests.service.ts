import { quietUntil } from '@trace/contract/alerts/alerts.rules';
import { alertsTexts as texts } from '@trace/contract/alerts/alerts.texts';
import { deviceName } from '@trace/contract/devices/devices.rules';
import { z } from 'zod';
import type { AccessAnswersPort } from '#features/location-access/location-access.port';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { defineJob, type Jobs } from '#platform/jobs/jobs';
import { addresseesOf, type PeopleDependencies } from './alerts.people.service.ts';
import type { PersonPushPort } from './alerts.port.ts';

const pushRequestJob = defineJob('alerts.pushRequest', z.object({ requestId: z.uuid() }));

export interface RequestDependencies extends PeopleDependencies {
  database: Database;
  clock: Clock;
  jobs: Jobs;
  accessAnswers: AccessAnswersPort;
}

/**
 * LOCREQ-02: pushes a location request to its user, whose page may be closed while the installer waits. The email is
 * sent by location-access, so a push that fails is not repeated.
 */
export function pushRequests(dependencies: RequestDependencies, personPush: Pick<PersonPushPort, 'push'>): void {
  const { database, clock, jobs, accessAnswers } = dependencies;
  jobs.define(pushRequestJob, async ({ requestId }) => {
    const request = await accessAnswers.openRequestOf(requestId);
    if (request === null) return;
    const { userId, serial, deviceName: name } = request;
    const user = (await addresseesOf(database.sql, dependencies, [userId])).get(userId);
    if (user === undefined || quietUntil(clock.now(), user.quietHours, user.timeZone) !== null) return;
    const isNamed = name !== deviceName(serial, null);
    const body = texts.requestPush(isNamed ? name : null);
    await personPush.push(userId, requestId, { title: texts.requestPushTitle, body, url: '/user' });
  });
  accessAnswers.onRequest((tx, requestId) => jobs.enqueue(tx, pushRequestJob, { requestId }, { key: requestId }));
}
