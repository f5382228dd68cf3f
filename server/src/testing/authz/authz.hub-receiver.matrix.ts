import { getHubReporting, removeHubReporting, saveHubReporting } from '@trace/contract/hub-receiver/hub-receiver.api';
import { sql } from 'kysely';
import type { Row, Subject } from '#testing/authz/authz.matrix';
import type { Portal, SignedIn } from '#testing/portal';

const ofDevice = ({ serial }: Subject) => ({ params: { serial } });

let accounts = 0;
const newNumber = (): string => `C0DE${String((accounts += 1)).padStart(4, '0')}`;

async function stageAccount(portal: Portal, _person: SignedIn | undefined, serial: string): Promise<Partial<Subject>> {
  await sql`
    insert into hub_receiver_account (id, device_id, number, maker, behind_sec, ahead_sec, supervision_sec, added_at)
    select gen_random_uuid(), id, ${newNumber()}, 'other', 40, 20, 60, ${portal.clock.now()} from device
    where serial = ${serial}`.execute(portal.test.database.sql);
  return {};
}

// As 'reconfigure hub / SIM', also for reading: an account number lets anyone report without encryption.
export const hubReceiverRows: readonly Row[] = [
  { endpoint: getHubReporting, cells: 'unAAnAAAffff', call: ofDevice },
  {
    endpoint: saveHubReporting,
    cells: 'unAAnAAAffff',
    call: (subject) => ({
      ...ofDevice(subject),
      body: { number: newNumber(), maker: 'ajax', key: null, supervisionSec: 60, clockTolerance: 'usual' },
    }),
    audit: 'device.saveHubReporting',
  },
  {
    endpoint: removeHubReporting,
    cells: 'unAAnAAAffff',
    call: ofDevice,
    audit: 'device.removeHubReporting',
    stage: stageAccount,
  },
];
