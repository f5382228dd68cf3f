import { downloadData } from '@trace/contract/accounts/accounts.api';
import { noteIncident } from '@trace/contract/panic/panic.api';
import type { Incident } from '@trace/contract/panic/panic.schema';
import { startDrill } from '@trace/contract/panic/drills/panic.drills.api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignedDevice } from '#testing/followed-device';
import { eventually } from '#testing/eventually';
import { activeOf } from '#testing/panic-incidents';
import type { SignedIn } from '#testing/portal';
import { startPanicWorld, type PanicWorld } from '#testing/worlds/panic-world';

let world: PanicWorld;
beforeAll(async () => {
  world = await startPanicWorld();
});
afterAll(() => world.stop());

interface OwnPanics {
  incidents: { id: string }[];
  steps: { incidentId: string; kind: string; detail: { text?: string } }[];
  incidentsOfOthers: { incidentId: string; role: string }[];
  drills: { isMonthly: boolean }[];
}

const downloadOf = async (person: SignedIn): Promise<OwnPanics> =>
  (await person.api.call(downloadData, {}))['panic'] as OwnPanics;
const notesIn = ({ steps }: OwnPanics) => steps.flatMap(({ kind, detail }) => (kind === 'noted' ? [detail.text] : []));

test('a download holds the timelines of own incidents, and the own part in incidents of others [SET-05]', async () => {
  const { portal } = world;
  const [user, friend] = [await portal.person({ premium: true }), await portal.person()];
  await world.agreed(user, { name: 'Friend', email: friend.email, channels: ['email'] });
  const device = await assignedDevice(portal, world.installer, user);
  await user.api.call(startDrill, { body: { serialNumber: device.serial } });
  await world.press(device);
  // The drill is an incident too.
  const isReal = ({ isTest }: Incident): boolean => !isTest;
  const open = await eventually(
    () => activeOf(user),
    (all) => all.some(isReal),
  );
  const { id } = open.find(isReal)!;
  await world.pass(60);
  for (const [person, text] of [
    [user, 'My own words'],
    [friend, 'I am on my way'],
  ] as const)
    await person.api.call(noteIncident, { params: { id }, body: { text } });
  const own = await downloadOf(user);
  expect(own.incidents.map((incident) => incident.id)).toContain(id);
  expect(own.drills).toMatchObject([{ isMonthly: false }]);
  expect(notesIn(own)).toEqual(['I am on my way', 'My own words']);
  expect(own.steps.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['pressed', 'notified']));
  const helper = await downloadOf(friend);
  expect([helper.incidents, helper.drills, notesIn(helper)]).toEqual([[], [], ['I am on my way']]);
  expect(helper.incidentsOfOthers).toMatchObject([{ incidentId: id, role: 'contact' }]);
  device.cut();
});
