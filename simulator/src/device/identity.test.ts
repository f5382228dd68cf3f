import 'reflect-metadata';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:tls';
import type { TLSSocket } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PemConverter, Pkcs10CertificateRequest } from '@peculiar/x509';
import mqtt from 'mqtt-packet';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createUnsignedIdentity } from './identity.ts';
import {
  listSerials,
  listSignedSerials,
  readIdentity,
  writeCertificate,
  writeUnsignedIdentity,
} from './identity-folder.ts';
import { createCa } from '../testing/certificate-authority.ts';
import { createTracker } from './tracker.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'identities-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

test('a new identity is a P-256 key and a signed request whose common name is the serial', async () => {
  const identity = await createUnsignedIdentity('Trace_00AF');
  const request = new Pkcs10CertificateRequest(identity.requestPem);
  expect(request.subject).toBe('CN=Trace_00AF');
  expect(await request.verify()).toBe(true);
  expect(request.publicKey.algorithm).toMatchObject({ name: 'ECDSA', namedCurve: 'P-256' });
  expect(PemConverter.decode(identity.keyPem)).toHaveLength(1);
  await expect(createUnsignedIdentity('not a serial')).rejects.toThrow(/Use only letters, digits, _ and -./);
});

test('a folder keeps identities, never overwrites a key, and tells which are signed', async () => {
  const one = await createUnsignedIdentity('Trace_0001');
  await writeUnsignedIdentity(folder, one);
  await writeUnsignedIdentity(folder, await createUnsignedIdentity('Trace_0002'));
  await expect(writeUnsignedIdentity(folder, one)).rejects.toThrow(/EEXIST/);
  await writeCertificate(folder, 'Trace_0001', { certificatePem: 'certificate', caPem: 'ca' });
  expect(await listSerials(folder)).toEqual(['Trace_0001', 'Trace_0002']);
  expect(await listSignedSerials(folder)).toEqual(['Trace_0001']);
  expect(await readIdentity(folder, 'Trace_0001')).toEqual({
    serial: 'Trace_0001',
    keyPem: one.keyPem,
    certificatePem: 'certificate',
    caPem: 'ca',
  });
  expect((await stat(join(folder, 'Trace_0001.key.pem'))).mode & 0o777).toBe(0o600);
  expect(await listSerials(join(folder, 'absent'))).toEqual([]);
});

test('a tracker connects by TLS with its own certificate, and the server reads the serial from the certificate', async () => {
  const ca = await createCa();
  const forServer = await createUnsignedIdentity('server');
  const forDevice = await createUnsignedIdentity('Trace_00AF');
  const addresses = [{ type: 'ip', value: '127.0.0.1' } as const];
  const serverCert = await ca.sign(new Pkcs10CertificateRequest(forServer.requestPem), addresses);
  const certificatePem = await ca.sign(new Pkcs10CertificateRequest(forDevice.requestPem));
  const seen: string[] = [];
  const settings = { key: forServer.keyPem, cert: serverCert, ca: ca.caPem, requestCert: true };
  const server = createServer({ ...settings, rejectUnauthorized: true, minVersion: 'TLSv1.2' }, (socket) => {
    seen.push(String(socket.getPeerCertificate().subject.CN));
    acceptMqtt(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const tls = { keyPem: forDevice.keyPem, certificatePem, caPem: ca.caPem };
  const tracker = createTracker({ serial: 'Trace_00AF', network: { host: '127.0.0.1', port, tls } });
  const reasons: string[] = [];
  tracker.on('lost', (reason) => reasons.push(reason));
  try {
    await tracker.start();
    expect(await tracker.report()).toBe(true);
    expect(seen).toEqual(['Trace_00AF']);
    expect(reasons).toEqual([]);
  } finally {
    await tracker.stop();
    await new Promise((resolve) => server.close(resolve));
  }
});

function acceptMqtt(socket: TLSSocket): void {
  const parser = mqtt.parser({ protocolVersion: 4 });
  parser.on('packet', (packet) => {
    const messageId = packet.messageId ?? 0;
    if (packet.cmd === 'connect') socket.write(mqtt.generate({ cmd: 'connack', returnCode: 0, sessionPresent: false }));
    if (packet.cmd === 'subscribe') socket.write(mqtt.generate({ cmd: 'suback', messageId, granted: [1] }));
    if (packet.cmd === 'publish') socket.write(mqtt.generate({ cmd: 'puback', messageId }));
  });
  socket.on('data', (bytes) => parser.parse(bytes));
}
