// A device on MQTT over mutual TLS, as bytes: connected and accepted, without a client library.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { connect } from 'node:tls';
import type { TLSSocket } from 'node:tls';
import { readIdentity } from '@trace/simulator/device/identity-folder';
import { connectPacket } from './mqtt-bytes.ts';

const KEEP_ALIVE_SEC = 300;

/** Connects with the identity of `folder`. Resolves when the gateway has accepted CONNECT, and rejects otherwise. */
export async function openTlsDevice(folder: string, port: number, serial: string): Promise<TLSSocket> {
  const { keyPem, certificatePem } = await readIdentity(folder, serial);
  const ca = await readFile(path.join(folder, 'ca.crt.pem'), 'utf8');
  const socket = connect({ host: '127.0.0.1', port, key: keyPem, cert: certificatePem, ca });
  socket.on('error', () => {});
  socket.write(connectPacket(serial, KEEP_ALIVE_SEC));
  return new Promise((resolve, reject) => {
    socket.once('close', () => reject(new Error(`${serial} was turned away`)));
    socket.once('data', (answer) => {
      if (answer[3] === 0) resolve(socket);
      else reject(new Error(`${serial} was refused with code ${answer[3]}`));
    });
  });
}
