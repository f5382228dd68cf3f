import type { PingLocation, PingOutcome, PingWait } from '@trace/contract/ping/ping.schema';

interface PingFacts {
  id: string;
  outcome: PingOutcome['outcome'];
  endsAt: Date;
  expectedAt: Date | null;
  message: string | null;
}

interface LocationFacts {
  pingId: string;
  serial: string;
  deviceName: string;
  lat: number;
  lng: number;
  accuracyM: number | null;
  at: Date;
  fixAt: Date | null;
}

export function presentOutcome(ping: PingFacts, location: LocationFacts | null): PingOutcome {
  const { id, outcome } = ping;
  switch (outcome) {
    case 'located':
      return { outcome, id, charged: true, location: presentLocation(location!) };
    case 'no_fix':
      return { outcome, id, charged: true };
    case 'failed':
      return { outcome, id, charged: true, message: ping.message };
    case 'waiting':
      return {
        outcome,
        id,
        charged: false,
        expectedAt: (ping.expectedAt ?? ping.endsAt).toISOString(),
        endsAt: ping.endsAt.toISOString(),
      };
    default:
      return { outcome, id, charged: false };
  }
}

export const presentWait = (
  ping: Pick<PingFacts, 'id' | 'endsAt' | 'expectedAt'>,
  device: { serial: string; name: string },
): PingWait => ({
  id: ping.id,
  serialNumber: device.serial,
  deviceName: device.name,
  expectedAt: (ping.expectedAt ?? ping.endsAt).toISOString(),
  endsAt: ping.endsAt.toISOString(),
});

export const presentLocation = (row: LocationFacts): PingLocation => ({
  id: row.pingId,
  serialNumber: row.serial,
  deviceName: row.deviceName,
  lat: row.lat,
  lng: row.lng,
  accuracyM: row.accuracyM,
  at: row.at.toISOString(),
  fixAt: row.fixAt?.toISOString() ?? null,
});
