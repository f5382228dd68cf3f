// Logs an alert for the operator about a device that goes on sending while it is held, and locks a repeat offender out.
import type { Clock } from '#platform/clock/clock';
import type { Log } from '#platform/log/log';

import type { GatewayCounters } from '../counters.ts';
import type { ConnectionHost } from '../endpoint/connection-host.ts';
import type { Connections } from '../endpoint/connections.ts';
import type { MessageLimits } from './message-limits.ts';
import type { Offences } from '../identity/offences.ts';

interface FloodResponseOptions {
  readonly messageLimits: Pick<MessageLimits, 'strike'>;
  readonly connections: Pick<Connections, 'lockOut'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly counters: Pick<GatewayCounters, 'count'>;
  readonly offences: Pick<Offences, 'note'>;
}

export function createFloodResponse(options: FloodResponseOptions): ConnectionHost['strike'] {
  const { messageLimits, connections, clock, log, counters, offences } = options;
  return ({ serial, address }) => {
    const verdict = messageLimits.strike(serial);
    if (verdict === 'noted') return verdict;
    counters.count('struckOut');
    if (verdict === 'lock_out') {
      counters.count('lockedOut');
      offences.note(serial, 'locked out after sending beyond its limits again');
      connections.lockOut(serial, clock.now().getTime());
    }
    log.error(
      { serial, address, isLockedOut: verdict === 'lock_out', alert: 'device_flood' },
      'Device keeps sending beyond its limits, connection closed: check its firmware, or revoke its certificate',
    );
    return verdict;
  };
}
