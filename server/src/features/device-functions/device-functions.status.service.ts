import type { deviceStatusFunction } from '@trace/contract/device-status/device-status.function.api';
import type { Verification } from '@trace/contract/devices/registration/devices.registration.schema';
import type { AnswerOf, BodyOf } from '@trace/contract/kernel/endpoint';
import type { DeviceSetupPort } from '#features/device-setup/device-setup.port';
import type { Actor } from '#platform/actor/actor';
import type { Clock } from '#platform/clock/clock';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import type { DeviceStatusPort } from '#features/device-status/device-status.port';

type Answer = AnswerOf<typeof deviceStatusFunction>;

export interface StatusFunctionDependencies {
  deviceStatus: Pick<DeviceStatusPort, 'get'>;
  clock: Clock;
  devices: { verify(actor: Actor, serial: string): Promise<Verification> };
  deviceSetup: Pick<DeviceSetupPort, 'configure'>;
  /** Counts a look at the registry against the caller's limit. */
  countVerify(accountId: string): void;
}

/** The function device-status. */
export type StatusFunction = ReturnType<typeof createStatusFunction>;

export function createStatusFunction({
  deviceStatus,
  clock,
  devices,
  deviceSetup,
  countVerify,
}: StatusFunctionDependencies) {
  const status = async (actor: Actor, serial: string): Promise<Answer> => {
    const {
      serialNumber: _,
      network: _label,
      batteryPct: _battery,
      signalPct: _signal,
      expectedAt: _expected,
      clockWrongSince: _clock,
      clockOffSec: _clockOff,
      ...view
    } = await deviceStatus.get(actor, serial);
    const heardMs = view.lastSeen === null ? null : clock.now().getTime() - Date.parse(view.lastSeen);
    const timeSinceLastHeartbeat = heardMs === null ? null : Math.max(0, Math.round(heardMs / 1_000));
    return { success: true, ...view, timeSinceLastHeartbeat };
  };

  return {
    async answer(actor: Actor, origin: CallOrigin, body: BodyOf<typeof deviceStatusFunction>): Promise<Answer> {
      switch (body.action) {
        case 'getStatus':
          return status(actor, body.serialNumber);
        case 'verifyExists': {
          countVerify(actor.accountId);
          const { state } = await devices.verify(actor, body.serialNumber);
          return { success: true, exists: state === 'free' || state === 'registered' };
        }
        case 'reconfigure':
          return { success: true, message: await deviceSetup.configure(actor, origin, body.serialNumber, body.config) };
        case 'heartbeat':
          throw new Refusal('forbidden', "Heartbeats come over the device's own connection only.", {
            field: 'body.action',
          });
      }
    },
  };
}
