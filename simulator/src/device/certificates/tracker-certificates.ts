import { telemetryTopic } from '@trace/contract/device-protocol/topics';
import type { Clock } from '../../clock.ts';
import type { ConnectionCertificates } from '../connection.ts';
import type { Network } from '../wire.ts';
import { createCertificateKeeper } from './certificate-keeper.ts';
import { createCertificateMemory, recordOf } from './certificate-memory.ts';
import type { CertificateMemory } from './certificate-memory.ts';

/** The renewal of a tracker's certificate, joined with its connection. */
export interface TrackerCertificates extends ConnectionCertificates {
  readonly connected: () => void;
  readonly lost: (reason: string) => void;
  readonly halt: () => void;
}

interface TrackerCertificatesOptions {
  readonly serial: string;
  readonly network: Network;
  readonly memory?: CertificateMemory;
  readonly clock: Clock;
  readonly networkClock: Clock;
  boot(): number;
  publishOnce(topic: string, payload: Buffer): void;
  reconnect(): void;
  note(text: string): void;
}

const NOT_AUTHORIZED = 'refused: not authorized';

/** Null for a tracker without TLS, which has nothing to renew. */
export function createTrackerCertificates(options: TrackerCertificatesOptions): TrackerCertificates | null {
  const { serial, network, clock, networkClock, reconnect, note } = options;
  const { tls } = network;
  if (tls === undefined) return null;
  const keeper = createCertificateKeeper({
    serial,
    memory: options.memory ?? createCertificateMemory(recordOf(tls)),
    clock,
    networkClock,
    report: ({ seq, ...fields }) => {
      const message = { v: 1, boot: options.boot(), seq, ts: clock.nowMs(), ...fields };
      options.publishOnce(telemetryTopic(serial, 'certificate'), Buffer.from(JSON.stringify(message)));
    },
    reconnect,
    note,
  });
  return {
    network: () => ({ ...network, tls: { ...tls, ...keeper.credentials() } }),
    onOnlyRenewal: () => keeper.connected(true),
    onAnswer: keeper.answer,
    connected: () => keeper.connected(),
    lost: (reason) => {
      keeper.lost();
      if (reason === NOT_AUTHORIZED) keeper.refused();
    },
    halt: keeper.halt,
  };
}
