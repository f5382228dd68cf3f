import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { ConfigError } from './config.ts';
import { mendableReason } from './run.ts';

test('reports a port in use as a sentence, and leaves a defect unexplained [SCALE-01]', async () => {
  const first = createServer().listen(0, '127.0.0.1');
  await once(first, 'listening');
  const { port } = first.address() as AddressInfo;
  const [error] = (await once(createServer().listen(port, '127.0.0.1'), 'error')) as [Error];
  first.close();
  expect(mendableReason(error)).toBe(
    `Another program is already listening on port ${port}. Stop it or set a different port (PORT, MQTTS_PORT, MQTT_PORT).`,
  );
  expect(mendableReason(new ConfigError(['PORT: is missing']))).toContain('PORT');
  expect(mendableReason(new TypeError('undefined is not a function'))).toBeNull();
});
