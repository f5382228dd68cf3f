// Makes an admitted connection the only one of its serial, and closes the previous one.
import type { Clock } from '#platform/clock/clock';
import type { Log } from '#platform/log/log';

import type { GatewayCounters } from './counters.ts';
import type { Admission, Connection } from './endpoint/connection-host.ts';
import type { Connections } from './endpoint/connections.ts';
import type { Offences } from './identity/offences.ts';
import { connackCode } from './endpoint/control-packets.ts';
import type { ConnackCode } from './endpoint/control-packets.ts';

export interface ConnectionTakeoverOptions {
  readonly connections: Connections;
  readonly clock: Clock;
  readonly log: Log;
  readonly counters: GatewayCounters;
  readonly isRevoked: (fingerprint: string) => boolean;
  readonly offences: Pick<Offences, 'note'>;
}

export function createConnectionTakeover(options: ConnectionTakeoverOptions) {
  const { connections, clock, log, counters, isRevoked, offences } = options;

  const enter = (connection: Connection, admission: Admission): Admission => {
    const { serial, fingerprint } = connection;
    if (connection.isClosed()) return refusal(connackCode.unavailable, 'gone meanwhile');
    // The registry was queried a moment ago. Later revocations are on the list.
    if (fingerprint !== null && isRevoked(fingerprint))
      return refusal(connackCode.notAuthorized, 'certificate_revoked');
    const entrance = connections.enter(connection, clock.now().getTime());
    if (!entrance.entered) {
      if (entrance.isNew) lockOut(connection);
      return refusal(connackCode.unavailable, 'locked out');
    }
    if (entrance.before === null) return admission;
    counters.count('takeovers');
    log.warn(
      { serial, from: entrance.before.address, to: connection.address },
      'Device reconnected while still connected, closing the previous connection',
    );
    entrance.before.close('taken_over');
    return admission;
  };

  const lockOut = ({ serial, address }: Connection): void => {
    counters.count('quarantined');
    offences.note(serial, 'locked out because two devices use the same certificate');
    log.error(
      { serial, address, alert: 'device_clone' },
      'Two devices use the same certificate, serial is locked out temporarily: check for a cloned device',
    );
  };

  /** The device connected to another server process, which ends its connection to this process. */
  const giveUp = (connection: Connection): void => {
    const { serial } = connection;
    counters.count('takeovers');
    if (connections.noteTakeover(serial, clock.now().getTime())) lockOut(connection);
    log.info({ serial }, 'Device connected to another server process, closing its connection to this process');
    connection.close('taken_over');
  };

  return { enter, giveUp };
}

function refusal(code: ConnackCode, reason: string): Admission {
  return { admitted: false, code, reason };
}
