import { getOverview } from '@trace/contract/fleet/fleet.overview.api';
import type { Overview } from '@trace/contract/fleet/fleet.overview.schema';
import type { FakeServer } from './fake-server.ts';
import { shownAgo } from './devices/fake-server-status.ts';

/** Devices of an installer, some of which need attention. Every service of the portal is operational. */
export const busyOverview = (): Overview => ({
  counts: { total: 48, configured: 41, online: 37, assigned: 39 },
  waiting: { offline: 4, awaiting: 3, unassigned: 9, longestOffline: { name: 'Excavator 3', since: shownAgo(200) } },
  recent: [
    { serialNumber: 'Trace_51A0', name: 'Excavator 3', registeredAt: shownAgo(12) },
    { serialNumber: 'Trace_4F9C', name: 'Delivery van 2', registeredAt: shownAgo(1_600) },
  ],
  services: {
    registration: 'operational',
    configuration: 'operational',
    assignment: 'operational',
    monitoring: 'operational',
  },
  oldestUnanswered: { serialNumber: 'Trace_4E70', name: 'Site trailer', command: 'getStatus', sentAt: shownAgo(38) },
});

export function serveOverview(server: FakeServer, world: { overview: Overview }): void {
  server.on(getOverview, () => world.overview);
}
