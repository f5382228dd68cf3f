import type { Actor } from '#platform/actor/actor';

/** Staff have no plan of their own. */
export const mayBuy = (actor: Actor): boolean => actor.role !== 'staff';

/** FN-01: an identity in a body is the caller's own or left out. Their name at sign-in is their address. */
export const isOwnEmail = (actor: Actor, given: string | undefined): boolean =>
  given === undefined || normalise(given) === normalise(actor.email);

export const isOwnId = (actor: Actor, given: string | undefined): boolean =>
  given === undefined || given === actor.accountId || normalise(given) === normalise(actor.email);

const normalise = (text: string): string => text.trim().normalize('NFC').toLowerCase();
