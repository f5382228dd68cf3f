import { normaliseEmail } from '@trace/contract/kernel/email-address';
import { fullName } from '@trace/contract/kernel/full-name';
import type { Actor } from '#platform/actor/actor';
import { nameKeyOf } from './certification.rules.ts';

/** FN-01: an address in a body is the caller's own or left out. */
export const isOwnEmail = (actor: Actor, given: string | undefined): boolean =>
  given === undefined || normaliseEmail(given) === normaliseEmail(actor.email);

/** The same for a name, regardless of case and spacing. */
export const isOwnName = (actor: Actor, given: string | undefined): boolean =>
  given === undefined || nameKeyOf(given) === nameKeyOf(fullName(actor));
