import { DAY_MS } from '../kernel/time.ts';

/** SUPP-01: rows of a list per answer. */
export const deskPage = { usual: 25, most: 100 } as const;

/** SUPL-03: how many results of each kind the search box shows. */
export const SEARCH_RESULTS = 6;

export const SEARCH_MAX_LENGTH = 200;

/** How many tickets a page about a device or a person lists. */
export const TICKETS_SHOWN = 10;

/** How many devices a page about a person or a company lists. */
export const DEVICES_SHOWN = 50;

/** SUPL-03: a device that has sent no message for this long counts as silent. */
export const SILENT_AFTER_MS = DAY_MS;

export const CERTIFICATES_SHOWN = 10;

/** `next`: issued by a renewal and not used yet. `retiring`: still valid beside its successor. */
export const certificateStates = ['valid', 'next', 'retiring', 'ended', 'renewed', 'revoked'] as const;

export type CertificateState = (typeof certificateStates)[number];
