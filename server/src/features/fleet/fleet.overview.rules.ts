import type { ServiceState, SystemStatus } from '@trace/contract/fleet/fleet.overview.schema';

/** Which parts of the portal work now. A database that is away is left out, because no request is answered then. */
export interface PartsAlive {
  /** The database accepts writes. */
  writes: boolean;
  /** Devices can come in. */
  gateway: boolean;
  /** Commands are sent, and end. */
  commands: boolean;
  /** Work for later is done: mails, assignments that begin. */
  jobs: boolean;
  /** Silence is noticed. */
  monitoring: boolean;
}

/** IDASH-04: the parts that each service needs. */
export const systemStatusOf = ({ writes, gateway, commands, jobs, monitoring }: PartsAlive): SystemStatus =>
  writes
    ? {
        registration: stateOf([true, gateway]),
        configuration: stateOf([gateway, commands]),
        assignment: stateOf([true, jobs]),
        monitoring: stateOf([gateway, monitoring]),
      }
    : // Reports of devices wait with the devices, and what is stored can be read.
      { registration: 'unavailable', configuration: 'unavailable', assignment: 'unavailable', monitoring: 'limited' };

function stateOf(needed: readonly boolean[]): ServiceState {
  if (needed.every(Boolean)) return 'operational';
  return needed.some(Boolean) ? 'limited' : 'unavailable';
}
