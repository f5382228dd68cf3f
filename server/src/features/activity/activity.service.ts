import type { AssignmentActivity, RegistrationActivity, SignInActivity } from '@trace/contract/activity/activity.api';
import { activityRules } from '@trace/contract/activity/activity.rules';
import { activityActionTexts } from '@trace/contract/activity/activity.texts';
import { deviceName } from '@trace/contract/devices/devices.rules';
import { DAY_MS } from '@trace/contract/kernel/time';
import type { DeviceActivityPort } from '#features/devices/devices.port';
import type { PeoplePort } from '#features/people/people.port';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import { listSignIns } from './activity.store.ts';

/** Accounts that a search looks for at most. */
const MOST_ACCOUNTS = 100;

export interface ActivityDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly people: PeoplePort;
  readonly devices: DeviceActivityPort;
}

export interface Activity {
  signIns: SignInActivity[];
  registrations: RegistrationActivity[];
  assignments: AssignmentActivity[];
}

export type ActivityService = ReturnType<typeof createActivityService>;

export function createActivityService({ database, clock, people, devices }: ActivityDependencies) {
  const searchOf = async (text: string) => ({
    text,
    actions: Object.entries(activityActionTexts)
      .filter((words) => words.some((word) => word.toLowerCase().includes(text.toLowerCase())))
      .map(([action]) => action),
    accountIds: await people.findIds(text, { limit: MOST_ACCOUNTS }),
  });

  return {
    async list(text: string | undefined): Promise<Activity> {
      const search = text === undefined || text === '' ? null : await searchOf(text);
      const since = new Date(clock.now().getTime() - activityRules.days * DAY_MS);
      const filter = { since, limit: activityRules.most, search };
      const [signIns, registrations, assignments] = await Promise.all([
        listSignIns(database.sql, filter),
        devices.newestRegistrations(filter),
        devices.newestAssignments(filter),
      ]);
      const accounts = await people.accountsOf([
        ...new Set([
          ...registrations.map(({ byId }) => byId),
          ...assignments.flatMap(({ byId, userId }) => [byId, ...(userId === null ? [] : [userId])]),
        ]),
      ]);
      const emailOf = (id: string | null): string | null => (id === null ? null : (accounts.get(id)?.email ?? null));
      const present = ({ serial, nickname, byId, at }: (typeof registrations)[number]): RegistrationActivity => ({
        serialNumber: serial,
        deviceName: deviceName(serial, nickname),
        byEmail: emailOf(byId),
        createdAt: at.toISOString(),
      });
      return {
        signIns: signIns.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() })),
        registrations: registrations.map(present),
        assignments: assignments.map((row) => ({
          ...present(row),
          userEmail: row.waitingEmail ?? emailOf(row.userId),
          isWaiting: row.userId === null,
        })),
      };
    },
  };
}
