import { getHubReporting } from '@trace/contract/hub-receiver/hub-receiver.api';
import { expect, test } from 'vitest';
import { startPortal } from '#testing/portal';
import { enterSerial, registerDevice } from '#testing/trackers';

test('names the host and the port of the load balancer for hubs [PANIC-05] [SCALE-04]', async () => {
  const loadBalancer = { DC09_PUBLIC_HOST: 'hubs.example.com', DC09_PUBLIC_PORT: '7701' };
  const portal = await startPortal({ DC09_PORT: '0', ...loadBalancer });
  try {
    const [installer, user] = await Promise.all([portal.person({ role: 'installer' }), portal.person()]);
    const serialNumber = await enterSerial(portal);
    await registerDevice(portal, serialNumber, installer, user);
    const { receiver } = await user.api.call(getHubReporting, { params: { serial: serialNumber } });
    expect(receiver).toEqual({ host: 'hubs.example.com', port: 7701 });
  } finally {
    await portal.stop();
  }
});
