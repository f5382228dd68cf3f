import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openConsole, type Console } from '#testing/console';

let operator: Console;
beforeAll(async () => {
  operator = await openConsole('factory');
});
afterAll(() => operator.close());

test('the certificate of a broker names its hosts, and a name that is no host is refused [REG-12]', async () => {
  const folder = join(operator.directory, 'broker');
  const refused = await operator.run('broker', folder, 'broker.example.com', 'bad host!');
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.complaint).toContain('"bad host!" is neither a host name nor an IP address.');
  expect((await operator.run('broker', folder, 'mqtt_1', 'broker.example.com', '192.0.2.7')).code).toBe(0);
  const { subjectAltName } = new X509Certificate(await readFile(join(folder, 'broker.crt.pem')));
  expect(subjectAltName).toBe('DNS:mqtt_1, DNS:broker.example.com, IP Address:192.0.2.7');
});
