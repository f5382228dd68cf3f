import { certificationTexts } from '@trace/contract/certification/certification.texts';
import type { HubChoice, SimSettings } from '@trace/contract/device-setup/device-setup.schema';
import type { Verification } from '@trace/contract/devices/registration/devices.registration.schema';
import { registrationTexts as texts } from '@trace/contract/devices/registration/devices.registration.texts';
import { fullName } from '@trace/contract/kernel/full-name';
import type { CertificationPort } from '#features/certification/certification.port';
import type { CompaniesPort } from '#features/companies/companies.port';
import type { PeoplePort } from '#features/people/people.port';
import type { Actor } from '#platform/actor/actor';
import type { Bus } from '#platform/bus/bus';
import type { Database, Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import type { DeviceHooks } from '../devices.hooks.service.ts';
import { deviceRegistered } from '../devices.events.ts';
import { mayRegister } from '../devices.policy.ts';
import type { Registrant, BulkRegistration } from './devices.bulk-registration.service.ts';
import { mayKnowRegistrant, mayVerify } from './devices.registration.policy.ts';
import {
  findOwnRegistration,
  isCompanyGone,
  listEntries,
  listRegistrations,
  type Registration,
} from './devices.registration.store.ts';

export interface DeviceToRegister {
  readonly serial: string;
  readonly nickname: string | null;
  readonly claimCode?: string | null;
  readonly hub?: HubChoice | null;
  readonly sim?: SimSettings | null;
  /** Chosen by the caller. A repeat with the same id returns the first response (PWA-01). */
  readonly registrationId?: string | undefined;
}

export type RegistrationService = ReturnType<typeof createRegistrationService>;

export interface RegistrationDependencies {
  database: Database;
  bus: Bus;
  certification: Pick<CertificationPort, 'blockOf'>;
  companies: Pick<CompaniesPort, 'belongingOf' | 'peopleOf'>;
  people: Pick<PeoplePort, 'accountsOf'>;
  hooks: Pick<DeviceHooks, 'runRegisterHooks'>;
  enrolment(): { rebind(serial: string): Promise<void> };
}

/** How often registering is tried when the company is deleted at the same time. */
const LOOKS_AT_COMPANY = 3;

export function createRegistrationService(dependencies: RegistrationDependencies, registrar: BulkRegistration) {
  const { database, bus, companies, people, hooks, enrolment } = dependencies;

  const detailsOf = async (actor: Actor, device: Registration): Promise<Verification['details']> => {
    const own = { companyId: (await companies.belongingOf(actor.accountId))?.companyId ?? null };
    if (!mayKnowRegistrant(actor, own, device)) return null;
    const account = (await people.accountsOf([device.registeredBy])).get(device.registeredBy);
    return {
      name: account === undefined ? 'Unknown' : fullName(account),
      isYou: device.registeredBy === actor.accountId,
      at: device.registeredAt.toISOString(),
    };
  };

  return {
    async verify(actor: Actor, serial: string): Promise<Verification> {
      if (mayVerify(actor) !== 'allowed') throw new Refusal('forbidden', texts.onlyInstallers);
      const [[device], [entry]] = await Promise.all([
        listRegistrations(database.sql, [serial]),
        listEntries(database.sql, [serial]),
      ]);
      const spelled = device?.serial ?? entry?.serial;
      const nothing = { serialNumber: serial, needsClaimCode: false, retry: false, details: null };
      if (spelled === undefined) return { ...nothing, state: 'not_in_registry', retry: true };
      if (spelled !== serial) return { ...nothing, state: 'other_letter_case' };
      if (device !== undefined) return { ...nothing, state: 'registered', details: await detailsOf(actor, device) };
      return { ...nothing, state: 'free', needsClaimCode: entry!.needsClaimCode };
    },

    async register(
      actor: Actor,
      origin: CallOrigin,
      { serial, nickname, claimCode = null, hub = null, sim = null, registrationId }: DeviceToRegister,
    ): Promise<{ setup: 'none' | 'queued' }> {
      if (mayRegister(actor) !== 'allowed') throw new Refusal('forbidden', texts.onlyInstallers);
      await requireCertification(dependencies, actor);
      const hasSetup = hub !== null || sim !== null;
      const outcome = await asRegistrant(dependencies, actor, origin, (by) =>
        database.transaction(async (tx) => {
          const wanted = { serial, nickname, claimCode, registrationId: registrationId ?? null };
          const [registered] = await registrar.register(tx, by, [wanted]);
          if ('refusal' in registered!) {
            return (await isRepeat(tx, actor, serial, registrationId)) ? ('repeat' as const) : registered;
          }
          const deviceId = registered!.deviceId!;
          const first = { deviceId, serial, accountId: actor.accountId, sessionId: actor.sessionId, hub, sim };
          return { deviceId, setup: hasSetup ? await hooks.runRegisterHooks(tx, first) : ('none' as const) };
        }),
      );
      if (outcome === 'repeat') return { setup: hasSetup ? 'queued' : 'none' };
      if ('refusal' in outcome) throw outcome.refusal;
      // Before the response, so that messages of a connected device are stored from now on.
      await enrolment().rebind(serial);
      bus.announce(deviceRegistered, { serial, deviceId: outcome.deviceId });
      return { setup: outcome.setup };
    },
  };
}

/** Returns whether this person already made this registration and the request was repeated after a lost response. */
async function isRepeat(tx: Executor, actor: Actor, serial: string, registrationId: string | undefined) {
  if (registrationId === undefined) return false;
  return (await findOwnRegistration(tx, actor.accountId, registrationId)) === serial;
}

/** CERT-09, CERT-10: existing devices may still be serviced, but new work is refused. */
export async function requireCertification(
  { certification }: Pick<RegistrationDependencies, 'certification'>,
  actor: Actor,
  executor?: Executor,
): Promise<void> {
  const block = await certification.blockOf(actor.accountId, executor);
  if (block !== null) throw new Refusal('forbidden', certificationTexts.blocked[block]);
}

/** REG-10: uses the current company. A company deleted at the same moment counts as no company. */
export async function asRegistrant<T>(
  { companies }: Pick<RegistrationDependencies, 'companies'>,
  actor: Actor,
  origin: CallOrigin,
  work: (by: Registrant) => Promise<T>,
): Promise<T> {
  for (let look = 1; ; look += 1) {
    const companyId = (await companies.belongingOf(actor.accountId))?.companyId ?? null;
    const colleagues = companyId === null ? undefined : (await companies.peopleOf([companyId])).get(companyId);
    const audience = [...new Set([actor.accountId, ...(colleagues ?? [])])];
    try {
      return await work({ actor, origin, companyId, audience });
    } catch (error) {
      if (look === LOOKS_AT_COMPANY || !isCompanyGone(error)) throw error;
    }
  }
}
