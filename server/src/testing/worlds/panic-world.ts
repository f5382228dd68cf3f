// A portal with an installer and support staff, whose users have a device and panic contacts by SMS.
import type { IncidentDetails } from '@trace/contract/panic/panic.schema';
import { assignedDevice } from '#testing/followed-device';
import { passSeconds, press } from '#testing/panic-incidents';
import type { SignedIn } from '#testing/portal';
import type { HandDevice } from '#testing/stand-ins/hand-device';
import { startPanicContactsWorld, type PanicContactsWorld } from './panic-contacts-world.ts';

interface ProtectedUser {
  user: SignedIn;
  device: HandDevice;
  numbers: string[];
}

export interface PanicWorld extends PanicContactsWorld {
  installer: SignedIn;
  staff: SignedIn;
  /** A number that no other contact of this portal uses. */
  newPhone(): string;
  /** A premium user with a device, and contacts by SMS with consent. */
  protectedUser(contacts?: number): Promise<ProtectedUser>;
  press(device: HandDevice, fields?: object): Promise<void>;
  /** Moves the clock by so many seconds, and runs the due jobs. */
  pass(sec: number): Promise<void>;
  emergencySmsTo(phone: string): string[];
  mailsAboutPressTo(person: SignedIn): number;
}

export const tokenIn = (text: string): string => /emergency#([\w.-]+)/.exec(text)![1]!;
export const kindsOf = ({ steps }: IncidentDetails): string[] => steps.map(({ kind }) => kind);

export async function startPanicWorld(settings: Readonly<Record<string, string>> = {}): Promise<PanicWorld> {
  const world = await startPanicContactsWorld(() => {}, settings);
  const { portal, sms, mails } = world;
  const [installer, staff] = [await portal.person({ role: 'installer' }), await portal.person({ role: 'staff' })];

  let phones = 0;
  const newPhone = (): string => `+6149157${String((phones += 1)).padStart(4, '0')}`;

  return {
    ...{ ...world, installer, staff, newPhone },
    async protectedUser(contacts = 1) {
      const user = await portal.person({ premium: true });
      const numbers = Array.from({ length: contacts }, newPhone);
      for (const [index, phone] of numbers.entries())
        await world.agreed(user, { name: ['Jonas', 'Ana'][index]!, phone, channels: ['sms'] });
      const device = await assignedDevice(portal, installer, user);
      return { user, device, numbers };
    },
    press: (device, fields) => press(portal, device, fields),
    pass: (sec) => passSeconds(portal, sec),
    emergencySmsTo: (phone) =>
      sms.list().flatMap(({ to, text }) => (to === phone && text.includes('/emergency#') ? [text] : [])),
    mailsAboutPressTo: ({ email }) =>
      mails.to(email).filter(({ subject }) => subject.includes('pressed the panic button')).length,
  };
}
