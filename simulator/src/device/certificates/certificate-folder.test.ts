import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCertificateFolder } from './certificate-folder.ts';

test('renewed certificates outlive the process until the device is set up again [REG-12]', () => {
  const folder = mkdtempSync(join(tmpdir(), 'certificates-'));
  try {
    const identity = { serial: 'Trace_0001', keyPem: 'key', certificatePem: 'certificate', caPem: '' };
    const memory = openCertificateFolder(folder, identity);
    const first = memory.read();
    const renewed = { ...first, inUse: { keyPem: 'newer key', certificatePem: 'newer' }, before: first.inUse };
    memory.write(renewed);
    expect(openCertificateFolder(folder, identity).read()).toEqual(renewed);
    expect(statSync(join(folder, 'Trace_0001.certificates.json')).mode & 0o777).toBe(0o600);
    const setUpAgain = { ...identity, certificatePem: 'of the set-up' };
    expect(openCertificateFolder(folder, setUpAgain).read().inUse.certificatePem).toBe('of the set-up');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
