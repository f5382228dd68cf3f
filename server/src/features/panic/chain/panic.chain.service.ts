import { randomUUID } from 'node:crypto';
import { fullName } from '@trace/contract/kernel/full-name';
import { isDiscreetKind, type PanicKind } from '@trace/contract/panic/panic.rules';
import type { DevicesPort } from '#features/devices/devices.port';
import type { PanicContactsPort } from '#features/panic-contacts/panic-contacts.port';
import type { PeoplePort } from '#features/people/people.port';
import type { SubscriptionPort } from '#features/subscription/subscription.port';
import type { SupportStaffPort } from '#features/support-staff/support-staff.port';
import type { Executor } from '#platform/db/database';
import { isInEmergency } from '../drills/panic.drills.store.ts';
import type { IncidentDeviceRow } from '../events/panic.events.store.ts';
import type { PanicLinks } from '../panic.links.service.ts';
import { planChain, planTest, type ChainPerson, type ChainSettings, type WearerChain } from './panic.chain.rules.ts';
import { insertRecipients } from './panic.recipients.store.ts';

export interface ChainDependencies {
  people: Pick<PeoplePort, 'accountsOf'>;
  devices: Pick<DevicesPort, 'everyoneOf'>;
  subscription: Pick<SubscriptionPort, 'premiumAccounts'>;
  contacts: PanicContactsPort;
  staff: SupportStaffPort;
  links: PanicLinks;
  settings: ChainSettings;
}

/** The people of some devices: the wearers, installers and companies. */
export interface IncidentPeople {
  readonly devices: readonly IncidentDeviceRow[];
  /** By device: the installer and the members of the company. */
  readonly servicing: ReadonlyMap<number, readonly string[]>;
}

export interface PlannedIncident {
  readonly id: string;
  readonly isTest: boolean;
  readonly isSupportTest: boolean;
  readonly kind: PanicKind;
}

export const personOf = (
  role: ChainPerson['role'],
  accountId: string,
  account: { firstName: string; lastName: string; email: string },
): ChainPerson => ({
  role,
  accountId,
  contactId: null,
  wearerId: null,
  name: fullName(account),
  email: account.email,
  phone: null,
  channels: ['portal', 'push', 'email'],
});

export function createChain({ people, devices, subscription, contacts, staff, links, settings }: ChainDependencies) {
  const accountsAs = async (role: ChainPerson['role'], ids: readonly string[]): Promise<ChainPerson[]> => {
    const accounts = await people.accountsOf(ids);
    return ids.flatMap((id) => {
      const account = accounts.get(id);
      return account === undefined ? [] : [personOf(role, id, account)];
    });
  };

  const contactsOf = async (tx: Executor, wearerId: string, isTest: boolean): Promise<ChainPerson[]> => {
    const agreed = await contacts.agreedOf(tx, wearerId, isTest);
    return agreed.map(({ contactId, accountId, name, email, phone, channels }) => ({
      role: 'contact',
      ...{ contactId, accountId, name, email, phone },
      wearerId,
      channels: accountId === null ? channels : ['portal', ...channels],
    }));
  };

  /** The chain of each wearer, and a chain without a wearer when a device has no user. */
  const chainsOf = async (tx: Executor, { devices: all, servicing }: IncidentPeople, incident: PlannedIncident) => {
    const wearerIds = [...new Set(all.map(({ userId }) => userId))];
    const known = wearerIds.filter((id) => id !== null);
    const premium = await subscription.premiumAccounts(known);
    const chains: WearerChain[] = [];
    for (const wearerId of wearerIds) {
      const own = all.filter(({ userId }) => userId === wearerId);
      const helpers = [...new Set(own.flatMap(({ deviceId }) => servicing.get(deviceId) ?? []))];
      const company = await accountsAs('company', helpers);
      if (wearerId === null) {
        chains.push({ wearer: null, isPremium: false, contacts: [], company });
        continue;
      }
      const { wantsDrills, channels: chosen, phone } = await contacts.settingsOf(tx, wearerId);
      // A message on the lock screen would betray the wearer.
      const channels = isDiscreetKind(incident.kind) ? [] : chosen;
      // Support's test reaches a wearer, and the wearer's contacts, only with the wearer's consent to tests, and not while
      // the contacts are needed.
      if (incident.isSupportTest && (!wantsDrills || (await isInEmergency(tx, wearerId)))) continue;
      const [account = null] = await accountsAs('wearer', [wearerId]);
      const wearer: ChainPerson | null = account && { ...account, phone, channels: ['portal', ...channels] };
      const agreed = await contactsOf(tx, wearerId, incident.isTest);
      chains.push({ wearer, isPremium: premium.has(wearerId), contacts: agreed, company });
    }
    return chains;
  };

  return {
    /** The current devices with their people. Unknown devices are missing. */
    async peopleOf(tx: Executor, deviceIds: readonly number[]): Promise<IncidentPeople> {
      const known = deviceIds.length === 0 ? [] : await devices.everyoneOf(tx, deviceIds);
      const servicing = new Map<number, string[]>();
      const rows = known.map(({ deviceId, serial, name, registeredAt, people: related }) => {
        const user = related.find(({ relation }) => relation === 'assigned_user');
        const others = related.filter(({ relation }) => relation !== 'assigned_user');
        servicing.set(
          deviceId,
          others.map(({ accountId }) => accountId),
        );
        return { deviceId, serial, name, userId: user?.accountId ?? null, visibleSince: user?.since ?? registeredAt };
      });
      return { devices: rows, servicing };
    },

    /**
     * Stores the recipients of an incident with their turns, counted from `from`. Of a test, support is notified when
     * support began the test.
     */
    async plan(tx: Executor, incident: PlannedIncident, involved: IncidentPeople, from: Date): Promise<void> {
      const chains = await chainsOf(tx, involved, incident);
      const isSupportNotified = !incident.isTest || incident.isSupportTest;
      const support = isSupportNotified ? await accountsAs('support', await staff.activeIds()) : [];
      const planned = incident.isTest ? planTest(chains, support) : planChain(chains, support, settings);
      await insertRecipients(
        tx,
        planned.map(({ dueMs, ...recipient }) => {
          const id = randomUUID();
          const linkHash = recipient.role === 'contact' ? links.linkHashOf(id) : null;
          return { ...recipient, id, incidentId: incident.id, dueAt: new Date(from.getTime() + dueMs), linkHash };
        }),
      );
    },
  };
}

export type Chain = ReturnType<typeof createChain>;
