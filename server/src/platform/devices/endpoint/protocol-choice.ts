// MQTT and HTTP share the device port. The first byte of a connection shows the protocol (decision 036).
import type { Socket } from 'node:net';

/** Methods of HTTP begin with these letters. CONNECT, the first packet of MQTT, begins with 0x10. */
const UPPER_A = 0x41;
const UPPER_Z = 0x5a;

export interface ProtocolChoice {
  mqtt(): void;
  http(): void;
}

/** Waits for the first byte and leaves the byte in the socket. Disconnects a device that is silent for `waitMs`. */
export function chooseProtocol(socket: Socket, waitMs: number, { mqtt, http }: ProtocolChoice): void {
  const give = (): void => void socket.destroy();
  const onError = (): void => void socket.destroy();
  socket.setTimeout(waitMs, give);
  socket.once('error', onError);
  socket.once('data', (chunk: Buffer) => {
    socket.off('timeout', give).off('error', onError).setTimeout(0);
    socket.pause();
    const isHttp = chunk[0]! >= UPPER_A && chunk[0]! <= UPPER_Z;
    socket.unshift(chunk);
    if (isHttp) http();
    else mqtt();
    socket.resume();
  });
}
