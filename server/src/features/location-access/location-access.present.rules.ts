import { breakGlassTexts } from '@trace/contract/location-access/break-glass/location-access.break-glass.texts';
import type { AccessGrant, AccessRequest, Look } from '@trace/contract/location-access/location-access.schema';

interface Person {
  name: string;
  email: string;
  companyName: string | null;
}

interface RequestFacts {
  id: string;
  serial: string;
  deviceName: string;
  minutes: AccessRequest['minutes'];
  requestedAt: Date;
  lapsesAt: Date;
}

/** Presents a request for its user or, without `requester`, for the requester. */
export const presentRequest = (row: RequestFacts, requester: Person | null): AccessRequest => ({
  id: row.id,
  serialNumber: row.serial,
  deviceName: row.deviceName,
  minutes: row.minutes,
  requestedAt: row.requestedAt.toISOString(),
  expiresAt: row.lapsesAt.toISOString(),
  requester,
});

/** Presents a grant for its user or, without `holder`, for the holder. */
export const presentGrant = (
  row: RequestFacts & { startsAt: Date; endsAt: Date },
  holder: Person | null,
  lastLookedAt: Date | null,
): AccessGrant => ({
  id: row.id,
  serialNumber: row.serial,
  deviceName: row.deviceName,
  minutes: row.minutes,
  startsAt: row.startsAt.toISOString(),
  endsAt: row.endsAt.toISOString(),
  holder: holder && { name: holder.name, companyName: holder.companyName },
  lastLookedAt: lastLookedAt?.toISOString() ?? null,
});

export const presentLook = (
  row: {
    id: string;
    serial: string;
    deviceName: string;
    what: Look['what'];
    rightBy: Look['right'];
    positions: number;
    fromAt: Date;
    toAt: Date;
    minutes: AccessGrant['minutes'] | null;
    startsAt: Date | null;
    ticketNumber: string | null;
    panicViewerName: string | null;
    supportUntil: Date | null;
  },
  viewer: Person,
): Look => ({
  id: row.id,
  viewer: viewerOf(row, viewer),
  serialNumber: row.serial,
  deviceName: row.deviceName,
  what: row.what,
  right: row.rightBy,
  positions: row.positions,
  fromAt: row.fromAt.toISOString(),
  toAt: row.toAt.toISOString(),
  grant:
    row.minutes === null || row.startsAt === null
      ? null
      : { minutes: row.minutes, startsAt: row.startsAt.toISOString() },
  ticketNumber: row.ticketNumber,
  supportUntil: row.supportUntil?.toISOString() ?? null,
});

function viewerOf(
  { ticketNumber, panicViewerName }: { ticketNumber: string | null; panicViewerName: string | null },
  viewer: Person,
): Look['viewer'] {
  // Support acts as one: the audit log says which staff member viewed.
  if (ticketNumber !== null) return { name: breakGlassTexts.viewer, companyName: null };
  if (panicViewerName !== null) return { name: panicViewerName, companyName: null };
  return { name: viewer.name, companyName: viewer.companyName };
}
