// Admits connections, many with one query: after an outage thousands of devices reconnect at once.
import type { Log } from '#platform/log/log';

import { connackCode } from './endpoint/control-packets.ts';
import type { Admission } from './endpoint/connection-host.ts';
import type { AdmissionVerdict, Applicant, Registry } from './registry.ts';

export type DeviceIdsOf = (serials: string[]) => Promise<Map<string, number>>;

interface Waiting {
  readonly applicant: Applicant;
  readonly answer: (admission: Admission) => void;
}

const MAX_BATCH = 500;

export interface ConnectionAdmission {
  admit(applicant: Applicant): Promise<Admission>;
}

export function createConnectionAdmission(options: {
  registry: Registry;
  deviceIdsOf: DeviceIdsOf;
  log: Log;
}): ConnectionAdmission {
  const { registry, deviceIdsOf, log } = options;
  let queue: Waiting[] = [];
  let isWorking = false;

  const admit = (applicant: Applicant): Promise<Admission> =>
    new Promise((resolve) => {
      queue.push({ applicant, answer: resolve });
      if (!isWorking) void work();
    });

  /** Asks for all that wait, then for all that came meanwhile. */
  const work = async (): Promise<void> => {
    isWorking = true;
    while (queue.length > 0) {
      const batch = queue.slice(0, MAX_BATCH);
      queue = queue.slice(MAX_BATCH);
      const admissions = await decide(batch.map((waiting) => waiting.applicant));
      batch.forEach(({ answer }, index) => answer(admissions[index] ?? UNAVAILABLE));
    }
    isWorking = false;
  };

  const decide = async (applicants: Applicant[]): Promise<Admission[]> => {
    try {
      const verdicts = await registry.admit(applicants);
      const ids = await deviceIdsOf(applicants.map((applicant) => applicant.serial));
      return verdicts.map((verdict, index) => answerTo(verdict, ids.get(applicants[index]?.serial ?? '')));
    } catch (error) {
      // Devices reconnect by themselves, so they are disconnected rather than kept waiting.
      log.error(
        { err: error, waiting: applicants.length },
        'Device admission failed, connections refused as unavailable, devices will reconnect',
      );
      return applicants.map(() => UNAVAILABLE);
    }
  };

  return { admit };
}

const UNAVAILABLE: Admission = {
  admitted: false,
  code: connackCode.unavailable,
  reason: 'the registry cannot be asked',
};

function answerTo(verdict: AdmissionVerdict, deviceId: number | undefined): Admission {
  if (verdict === 'admitted' || verdict === 'admitted_to_renew')
    return { admitted: true, deviceId: deviceId ?? null, isForRenewal: verdict === 'admitted_to_renew' };
  return { admitted: false, code: connackCode.notAuthorized, reason: verdict };
}
