// A portal that hubs report to directly, and its simulated hubs.
import { getHubReporting, saveHubReporting } from '@trace/contract/hub-receiver/hub-receiver.api';
import type { HubReporting, NewHubAccount } from '@trace/contract/hub-receiver/hub-receiver.schema';
import { startSimulatedHub, type SimulatedHub, type SimulatedHubOptions } from '@trace/stand-ins/alarm-hub/dc09/hub';
import { sql } from 'kysely';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { enterSerial, registerDevice } from '#testing/trackers';

export const HEX_KEY = '00112233445566778899AABBCCDDEEFF';

/** A device with a user, and an account for its hub. */
export interface ReportingHub {
  user: SignedIn;
  serial: string;
  number: string;
  save(change: Partial<NewHubAccount>): Promise<HubReporting>;
  state(): Promise<HubReporting>;
  /** Connects the hub. */
  hub(options?: Partial<SimulatedHubOptions>): Promise<SimulatedHub>;
}

interface EventRow {
  kind: string;
  hubId: string | null;
  deviceIds: number[];
  hasWrongClock: boolean;
  happenedAt: Date | null;
  trigger: string | null;
}

export interface HubReceiverWorld {
  portal: Portal;
  installer: SignedIn;
  /** The receiver listens here. */
  port: number;
  /** A number that no other hub account of this portal uses. */
  newNumber(): string;
  reportingHub(
    account?: Partial<NewHubAccount>,
    people?: { premium?: boolean; registrant?: SignedIn },
  ): Promise<ReportingHub>;
  newHub(options: Partial<SimulatedHubOptions> & { account: string }): Promise<SimulatedHub>;
  /** The stored direct reports about a device. */
  eventsOf(serial: string): Promise<EventRow[]>;
  /** Disconnects all hubs. */
  stopHubs(): void;
  stop(): Promise<void>;
}

/** The answers to a frame by their ids, with a star when encrypted. */
export const answersOf = async (answers: ReturnType<SimulatedHub['send']>): Promise<(string | null)[]> =>
  (await answers).map((answer) => answer && `${answer.isEncrypted ? '*' : ''}${answer.id}`);

export async function startHubReceiverWorld(): Promise<HubReceiverWorld> {
  const portal = await startPortal({ DC09_PORT: '0' });
  const installer = await portal.person({ role: 'installer' });
  const port = portal.app.hubReceiver.listensOn()!;
  const hubs: SimulatedHub[] = [];
  let accounts = 0;

  const newNumber = (): string => `AB${String((accounts += 1)).padStart(4, '0')}`;

  const newHub: HubReceiverWorld['newHub'] = async (options) => {
    const hub = await startSimulatedHub({
      ...{ host: '127.0.0.1', port, now: () => portal.clock.now(), waitMs: 3_000 },
      ...options,
    });
    hubs.push(hub);
    return hub;
  };

  return {
    ...{ portal, installer, port, newNumber, newHub },
    async reportingHub(given = {}, { premium = false, registrant = installer } = {}) {
      const user = await portal.person({ premium });
      const serial = await enterSerial(portal);
      await registerDevice(portal, serial, registrant, user);
      const number = given.number ?? newNumber();
      const body: NewHubAccount = {
        ...{ number, maker: 'ajax', key: HEX_KEY, supervisionSec: 60, clockTolerance: 'usual' },
        ...given,
      };
      const save: ReportingHub['save'] = (change) =>
        user.api.call(saveHubReporting, { params: { serial }, body: { ...body, ...change } });
      await save({});
      return {
        ...{ user, serial, number, save },
        state: () => user.api.call(getHubReporting, { params: { serial } }),
        hub: (options) => newHub({ account: number, key: body.key ?? null, notation: 'hex', ...options }),
      };
    },
    async eventsOf(serial) {
      const { rows } = await sql<EventRow>`
        select e.kind, e.hub_id, e.device_ids, e.has_wrong_clock, e.happened_at, e.trigger from panic_event e
        join device d on d.id = any(e.device_ids) where d.serial = ${serial} and e.source = 'hub_direct'
        order by e.id`.execute(portal.test.database.sql);
      return rows;
    },
    stopHubs: () => hubs.splice(0).forEach((hub) => hub.stop()),
    stop: () => portal.stop(),
  };
}
