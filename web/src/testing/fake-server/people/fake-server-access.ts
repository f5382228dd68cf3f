import { done } from '@trace/contract/kernel/endpoint';
import { answerRequest, endAccess, listAccess } from '@trace/contract/location-access/location-access.api';
import { listLooks } from '@trace/contract/location-access/location-access.looks.api';
import type { AccessGrant, AccessRequest, Look } from '@trace/contract/location-access/location-access.schema';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { refuse, type FakeServer } from '../fake-server.ts';

const from = (minutes: number): string => new Date(Date.now() + minutes * MINUTE_MS).toISOString();
const samOkafor = { name: 'Sam Okafor', companyName: 'Harbour Alarms' };

/** Requests, grants and looks of a fake server. */
export interface AccessWorld {
  addressed: AccessRequest[];
  sent: AccessRequest[];
  given: AccessGrant[];
  held: AccessGrant[];
  /** The ledger, newest first. */
  looks: Look[];
}

export const nobodyLooks = (): AccessWorld => ({ addressed: [], sent: [], given: [], held: [], looks: [] });

export function aRequest(change: Partial<AccessRequest> = {}): AccessRequest {
  return {
    id: crypto.randomUUID(),
    serialNumber: 'Trace_4F21',
    deviceName: 'Work ute',
    minutes: 30,
    requestedAt: from(-2),
    expiresAt: from(1_438),
    requester: { ...samOkafor, email: 'sam@harbour-alarms.example' },
    ...change,
  };
}

export function aGrant(change: Partial<AccessGrant> = {}): AccessGrant {
  return {
    id: crypto.randomUUID(),
    serialNumber: 'Trace_4F21',
    deviceName: 'Work ute',
    minutes: 30,
    startsAt: from(-6),
    endsAt: from(24),
    holder: samOkafor,
    lastLookedAt: from(-1),
    ...change,
  };
}

export function aLook(minutesAgo: number, change: Partial<Look> = {}): Look {
  return {
    id: String(1_000_000 - Math.round(minutesAgo)),
    viewer: samOkafor,
    serialNumber: 'Trace_4F21',
    deviceName: 'Work ute',
    what: 'ping',
    right: 'grant',
    positions: 1,
    fromAt: from(-minutesAgo),
    toAt: from(-minutesAgo),
    grant: { minutes: 30, startsAt: from(-minutesAgo - 5) },
    ticketNumber: null,
    supportUntil: null,
    ...change,
  };
}

const PAGE = 50;

/** Answers as the server does, from `world`. */
export function serveAccess(server: FakeServer, world: AccessWorld): void {
  server.on(listAccess, () => ({
    asOf: new Date().toISOString(),
    addressed: world.addressed,
    sent: world.sent,
    given: world.given,
    held: world.held,
  }));
  server.on(answerRequest, ({ params, body }) => {
    const request = world.addressed.find(({ id }) => id === params.id);
    if (!request) return refuse('not_found');
    world.addressed = world.addressed.filter(({ id }) => id !== params.id);
    if (body.answer === 'denied') return { status: body.answer, endsAt: null };
    const grant = aGrant({
      id: request.id,
      minutes: request.minutes,
      startsAt: from(0),
      endsAt: from(request.minutes),
    });
    world.given = [...world.given, { ...grant, lastLookedAt: null }];
    return { status: body.answer, endsAt: grant.endsAt };
  });
  server.on(endAccess, ({ params }) => {
    world.given = world.given.filter(({ id }) => id !== params.id);
    world.held = world.held.filter(({ id }) => id !== params.id);
    return done;
  });
  server.on(listLooks, ({ query }) => {
    const start = Number(query.after ?? 0);
    const looks = world.looks.filter(
      ({ serialNumber }) => query.serialNumber === undefined || serialNumber === query.serialNumber,
    );
    return {
      looks: looks.slice(start, start + PAGE),
      next: looks.length > start + PAGE ? String(start + PAGE) : null,
    };
  });
}
