import type { DeviceSetup } from '@trace/contract/device-setup/device-setup.schema';
import { deviceSetupTexts as texts } from '@trace/contract/device-setup/device-setup.texts';
import { devicesTexts } from '@trace/contract/devices/devices.texts';
import { isPhone } from '@trace/contract/kernel/serial';
import { phonesTexts } from '@trace/contract/phones/phones.texts';
import type { DeviceCommandsPort } from '#features/device-commands/device-commands.port';
import type { DevicesPort, KnownDevice } from '#features/devices/devices.port';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import type { Changed } from './device-setup.changes.service.ts';
import { mayReconfigure } from './device-setup.policy.ts';
import type { SetupPublisher } from './device-setup.publish.service.ts';
import type { SetupStates } from './device-setup.state.service.ts';
import { lockSetup, type SetupRow } from './device-setup.store.ts';

/** A kind of change: the effect on the row, and the audit action. Returns the replaced command. */
interface Step {
  action: string;
  run(tx: Executor, row: SetupRow, device: KnownDevice): Promise<{ changed: Changed | null; replaced: string | null }>;
}

export interface StepDependencies {
  database: Database;
  clock: Clock;
  devices: Pick<DevicesPort, 'lockFor' | 'lock'>;
  commands: Pick<DeviceCommandsPort, 'cancel'>;
  publisher: SetupPublisher;
  states: SetupStates;
}

/** Runs a step on a device in a single transaction: lock, check permission, run, audit, notify. */
export function createRunStep({ database, clock, devices, commands, publisher, states }: StepDependencies) {
  return async (actor: Actor, origin: CallOrigin, serial: string, step: Step): Promise<DeviceSetup> => {
    const { device, replaced } = await database.transaction(async (tx) => {
      const held = requireMayReconfigure(
        actor,
        actor.role === 'staff' ? null : await devices.lockFor(tx, actor.accountId, serial),
      );
      await devices.lock(tx, [held.id]);
      const row = await lockSetup(tx, held, clock.now());
      const { changed, replaced: old } = await step.run(tx, row, held);
      const target = { deviceId: held.id, serial };
      await recordAudit(tx, {
        actorId: actor.accountId,
        action: step.action,
        subject: { type: 'device', id: serial },
        details: changed?.details ?? {},
        requestId: origin.requestId,
        address: origin.address,
      });
      if (changed !== null) await publisher.changed(tx, target, { by: actor.accountId, what: changed.what });
      await publisher.onPages(tx, target);
      return { device: held, replaced: old };
    });
    if (replaced !== null) await commands.cancel(replaced);
    return states.stateOf(device);
  };
}

/** Returns the device if this person may change its setup. */
export function requireMayReconfigure(actor: Actor, device: KnownDevice | null): KnownDevice {
  const verdict = mayReconfigure(actor.role, device?.relation ?? null);
  if (verdict === 'not_found' || (verdict === 'allowed' && device === null))
    throw new Refusal('not_found', devicesTexts.notFound);
  if (verdict === 'forbidden') throw new Refusal('forbidden', texts.notAllowed);
  if (isPhone(device!.serial)) throw new Refusal('conflict', phonesTexts.noSetup);
  return device!;
}
