import { done } from '@trace/contract/kernel/endpoint';
import { listIncidents, readIncident, seeIncident } from '@trace/contract/panic/panic.api';
import { readByLink, seeByLink } from '@trace/contract/panic/panic.link.api';
import { listStaffIncidents, readStaffIncident } from '@trace/contract/panic/staff/panic.staff.api';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { anOpenIncident, secondsAgo, you } from '#testing/fake-server/fake-server-panic.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { mia, sam } from '#testing/fake-server/fake-server-world.ts';
import { ann } from '#testing/fake-server/fake-server-tickets.ts';
import { takeShot } from '#testing/shot.ts';
import { Portal } from '../../portal.tsx';
import { startWorld } from '#testing/fake-server/fake-server-world.ts';
import { createMemoryHistory } from '@tanstack/react-router';
import { render } from 'vitest-browser-react';

const token = 'a'.repeat(43);
const base = anOpenIncident();
const listed = ({ positions: _, recipients: __, next: ___, steps: ____, asOf: _____, ...i }: typeof base) => i;
const nobody = [...base.steps, { id: '7', at: secondsAgo(2), kind: 'nobody_took' as const }];
const cases: [string, number, 'light' | 'dark', typeof base, string, typeof mia | null][] = [
  ['contact', 1440, 'light', base, '/user', mia],
  ['contact-dark', 1440, 'dark', base, '/user', mia],
  [
    'wearer-390',
    390,
    'light',
    anOpenIncident({ you: you({ role: 'wearer', mayClose: true }), steps: nobody, next: null }),
    '/user',
    mia,
  ],
  ['wearer', 1440, 'dark', anOpenIncident({ you: you({ role: 'wearer', mayClose: true }) }), '/user', mia],
  [
    'taken',
    1440,
    'light',
    anOpenIncident({
      next: null,
      taken: { name: 'Jonas Novak', role: 'contact', at: secondsAgo(4), isYou: true },
      you: you({ isRinging: false, mayTake: false, mayRelease: true, mayClose: true }),
    }),
    '/user/incidents/' + base.id,
    mia,
  ],
  [
    'company',
    1440,
    'light',
    anOpenIncident({
      positions: null,
      lateSec: 2520,
      happenedAt: secondsAgo(2580),
      you: you({ role: 'company', isRinging: true }),
    }),
    '/installer',
    sam,
  ],
  [
    'link-390',
    390,
    'light',
    anOpenIncident({
      isTest: true,
      positions: base.positions!.map((p) => ({ ...p, at: secondsAgo(700), isStale: true })),
    }),
    '/emergency#' + token,
    null,
  ],
  ['link-390-dark', 390, 'dark', base, '/emergency#' + token, null],
  [
    'closed',
    1440,
    'light',
    anOpenIncident({
      next: null,
      closed: { outcome: 'safe', note: 'All good', name: 'Mia Novak', at: secondsAgo(3) },
      you: you({ isRinging: false, mayTake: false }),
    }),
    '/installer/incidents/' + base.id,
    sam,
  ],
  ['list', 1440, 'light', anOpenIncident({ you: you({ isRinging: false }) }), '/user/incidents', mia],
  [
    'staff',
    1440,
    'dark',
    anOpenIncident({ positions: null, hasWrongClock: true, you: you({ role: 'support', mayClose: true }) }),
    '/support',
    ann,
  ],
];

test.each(cases)('shot %s', async (name, width, scheme, shown, address, person) => {
  await page.viewport(width, width === 390 ? 844 : 900);
  const { server } = startWorld({ person });
  const list = { incidents: [listed(shown)], next: null };
  server.on(listIncidents, ({ query }) =>
    query.state === 'active'
      ? list
      : {
          incidents: [{ ...listed(shown), closed: { outcome: 'safe', note: null, name: 'x', at: secondsAgo(1) } }],
          next: null,
        },
  );
  server.on(readIncident, () => shown);
  server.on(seeIncident, () => done);
  server.on(listStaffIncidents, () => list);
  server.on(readStaffIncident, () => shown);
  server.on(readByLink, () => shown);
  server.on(seeByLink, () => done);
  const history = createMemoryHistory({ initialEntries: [address] });
  const screen = await render(<Portal history={history} forceScheme={scheme} />);
  if (name === 'list') await expect.element(screen.getByText('Past incidents')).toBeVisible();
  else await expect.element(screen.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await new Promise((r) => setTimeout(r, 2500));
  if (width === 390) await page.viewport(390, 2200);
  await new Promise((r) => setTimeout(r, 400));
  await takeShot(`panic-${name}`);
  await screen.unmount();
  server.stop();
  document.querySelector('[data-mantine-shared-portal-node]')?.remove();
});
void openPortal;
