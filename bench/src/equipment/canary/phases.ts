// The relations of a device in turn. Each phase changes a relation and lists the people who may see the positions that
// the device reports until the next phase.
import { randomUUID } from 'node:crypto';
import { listDevices } from '@trace/contract/devices/devices.api';
import { assignDevice } from '@trace/contract/devices/assignment/devices.assignment.api';
import { endAssignment } from '@trace/contract/devices/assignment/devices.taken.api';
import { answerRequest, endAccess, requestAccess } from '@trace/contract/location-access/location-access.api';
import { startLive } from '@trace/contract/tracking/tracking.api';
import { emailOf, nameOf, type Kind, type Person } from './people.ts';

export interface Tenant {
  readonly number: number;
  readonly serial: string;
  /** The tenant whose user gets the device for a phase. */
  readonly other: number;
  /** The latest grant of the tenant's user. */
  grantId: string;
}

export interface Phase {
  readonly name: string;
  /** The device belongs to a person of the other tenant, so serials of this tenant mean both. */
  readonly isCrossed?: true;
  change(tenant: Tenant, person: (name: string) => Person): Promise<void>;
  /** The people who may see the positions of this phase. */
  allowed(tenant: Tenant): string[];
}

const assignTo =
  (whose: 'own' | 'other', kind: Kind) =>
  async ({ number, other, serial }: Tenant, person: (name: string) => Person): Promise<void> => {
    const { api } = person(nameOf(number, 'installer'));
    const tenant = whose === 'own' ? number : other;
    await api.call(assignDevice, { params: { serial }, body: { email: emailOf(tenant, kind) } });
    await look(person(nameOf(tenant, kind)), serial);
  };

/** Lists the user's devices, after which the installer may learn the user's name, and opens a live view. */
async function look(user: Person, serial: string): Promise<void> {
  await user.api.call(listDevices, { query: { limit: 50 } });
  follow(user, serial);
}

/** Opens a live view. The device does not answer, so the call ends later. */
function follow({ api }: Person, serial: string): void {
  api.call(startLive, { params: { serial }, body: { viewerId: randomUUID() } }).catch(() => {});
}

/** The user gives the device back. Until then the installer cannot assign the device to another user. */
const giveBack =
  (whose: 'own' | 'other', kind: Kind) =>
  async ({ number, other, serial }: Tenant, person: (name: string) => Person): Promise<void> => {
    await person(nameOf(whose === 'own' ? number : other, kind)).api.call(endAssignment, { params: { serial } });
    follow(person(nameOf(number, 'installer')), serial);
  };

export const phases: readonly Phase[] = [
  {
    name: 'assigned to its user',
    change: ({ number, serial }, person) => look(person(nameOf(number, 'premium')), serial),
    allowed: ({ number }) => [nameOf(number, 'premium')],
  },
  {
    name: 'with a grant for its installer',
    change: async (tenant, person) => {
      const { number, serial } = tenant;
      const installer = person(nameOf(number, 'installer'));
      const { id } = await installer.api.call(requestAccess, { params: { serial }, body: { minutes: 5 } });
      await person(nameOf(number, 'premium')).api.call(answerRequest, { params: { id }, body: { answer: 'approved' } });
      tenant.grantId = id;
      follow(installer, serial);
    },
    allowed: ({ number }) => [nameOf(number, 'premium'), nameOf(number, 'installer')],
  },
  {
    name: 'after the end of the grant',
    change: async ({ number, grantId }, person) => {
      await person(nameOf(number, 'premium')).api.call(endAccess, { params: { id: grantId } });
    },
    allowed: ({ number }) => [nameOf(number, 'premium')],
  },
  {
    name: 'without a user',
    change: giveBack('own', 'premium'),
    allowed: ({ number }) => [nameOf(number, 'installer')],
  },
  {
    name: 'assigned to another user',
    change: assignTo('own', 'free'),
    allowed: ({ number }) => [nameOf(number, 'free')],
  },
  {
    name: 'without a user again',
    change: giveBack('own', 'free'),
    allowed: ({ number }) => [nameOf(number, 'installer')],
  },
  {
    name: 'assigned to a user of the other tenant',
    isCrossed: true,
    change: assignTo('other', 'premium'),
    allowed: ({ other }) => [nameOf(other, 'premium')],
  },
  {
    name: 'back from the other tenant',
    isCrossed: true,
    change: giveBack('other', 'premium'),
    allowed: ({ number }) => [nameOf(number, 'installer')],
  },
  {
    name: 'assigned to its first user again',
    change: assignTo('own', 'premium'),
    allowed: ({ number }) => [nameOf(number, 'premium')],
  },
];
