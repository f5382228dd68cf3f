import type { ServiceState, SystemStatus } from '@trace/contract/fleet/fleet.overview.schema';

/**
 * Which parts of the portal work now. The database is left out, because no request gets an answer without the database.
 */
export interface PartsAlive {
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
export const systemStatusOf = ({ gateway, commands, jobs, monitoring }: PartsAlive): SystemStatus => ({
  registration: stateOf([true, gateway]),
  configuration: stateOf([gateway, commands]),
  assignment: stateOf([true, jobs]),
  monitoring: stateOf([gateway, monitoring]),
});

function stateOf(needed: readonly boolean[]): ServiceState {
  if (needed.every(Boolean)) return 'operational';
  return needed.some(Boolean) ? 'limited' : 'unavailable';
}
