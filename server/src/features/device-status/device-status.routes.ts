import { deviceStatusFunction, listStatuses } from '@trace/contract/device-status/device-status.api';
import type { Clock } from '#platform/clock/clock';
import { route, type Route } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import type { DeviceStatusService } from './device-status.service.ts';

export const deviceStatusRoutes = (service: DeviceStatusService, clock: Clock): Route[] => [
  route(listStatuses, async ({ actor }) => ({ statuses: await service.list(actor) })),
  route(deviceStatusFunction, async ({ actor, body }) => {
    if (body.action === 'heartbeat')
      throw new Refusal('forbidden', "Heartbeats come over the device's own connection only.", {
        field: 'body.action',
      });
    const {
      serialNumber: _,
      network: _label,
      batteryPct: _battery,
      signalPct: _signal,
      expectedAt: _expected,
      ...view
    } = await service.get(actor, body.serialNumber);
    const heardMs = view.lastSeen === null ? null : clock.now().getTime() - Date.parse(view.lastSeen);
    return {
      success: true as const,
      ...view,
      timeSinceLastHeartbeat: heardMs === null ? null : Math.max(0, Math.round(heardMs / 1_000)),
    };
  }),
];
