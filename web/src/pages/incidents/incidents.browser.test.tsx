import { done } from '@trace/contract/kernel/endpoint';
import {
  closeIncident,
  listIncidents,
  listSteps,
  readIncident,
  seeIncident,
  takeIncident,
} from '@trace/contract/panic/panic.api';
import { readByLink, seeByLink, takeByLink } from '@trace/contract/panic/panic.link.api';
import type { Incident, IncidentDetails } from '@trace/contract/panic/panic.schema';
import { panicChangedEvent } from '@trace/contract/panic/panic.stream';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { formatDay } from '#lib/format.ts';
import { axeFindings } from '#testing/axe.ts';
import { anOpenIncident, secondsAgo, you } from '#testing/fake-server/fake-server-panic.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { refuse, type FakeServer } from '#testing/fake-server/fake-server.ts';
import { sam } from '#testing/fake-server/fake-server-world.ts';

beforeEach(() => page.viewport(1_440, 900));

/** Serves a single incident, as the list and as itself. */
function serve(server: FakeServer) {
  let shown: IncidentDetails | null = null;
  server.on(listIncidents, ({ query: { state } }) => {
    const isListed = shown !== null && (shown.closed === null) === (state === 'active');
    return { incidents: isListed && shown ? [listed(shown)] : [], next: null };
  });
  server.on(readIncident, () => shown ?? refuse('not_found'));
  server.on(seeIncident, () => done);
  return {
    set: (next: IncidentDetails) => {
      shown = next;
      server.stream.push(panicChangedEvent, { id: next.id, isRinging: next.you.isRinging });
    },
    end: () => {
      const id = shown!.id;
      shown = null;
      server.stream.push(panicChangedEvent, { id, isRinging: true });
    },
  };
}

function listed(details: IncidentDetails): Incident {
  const { positions: _, recipients: __, next: ___, steps: ____, earlierSteps: _____, ...incident } = details;
  const { unanswered: ______, asOf: _______, ...summary } = incident;
  return summary;
}

/** Counts the sounds that play. */
function listenToSirens() {
  const started = vi.spyOn(AudioBufferSourceNode.prototype, 'start');
  const stopped = vi.spyOn(AudioContext.prototype, 'close');
  onTestFinished(() => void vi.restoreAllMocks());
  return () => started.mock.calls.length - stopped.mock.calls.length;
}

const takenBy = (name: string, isYou = false) => ({ name, role: 'contact' as const, at: secondsAgo(1), isYou });

test('the user reads that panic contacts see the location while an own incident is active [PANIC-07]', async () => {
  const { screen, server } = await openPortal('/user/looks');
  const incidents = serve(server);
  await expect.element(screen.getByText('No one can see your location right now')).toBeVisible();
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  const own = you({ role: 'wearer', name: 'Mia Novak', isRinging: false });
  incidents.set(anOpenIncident({ you: own, taken: takenBy('Jonas Novak') }));
  const said = screen.getByText('Panic contacts who were told can see your location until the incident is closed.');
  await expect.element(said).toBeInTheDocument();
  expect(screen.getByText('No one can see your location right now').elements()).toEqual([]);
  incidents.set(
    anOpenIncident({ you: own, closed: { outcome: 'safe', note: null, name: 'Jonas Novak', at: secondsAgo(0) } }),
  );
  await expect.element(said).not.toBeInTheDocument();
});

test.each(['hold_up', 'duress'] as const)(
  "the wearer's pages do not tell of a %s alarm that contacts see the location [PANIC-03] [A-414]",
  async (kind) => {
    const { screen, server } = await openPortal('/user/looks');
    const incidents = serve(server);
    await expect.poll(() => server.stream.isOpen()).toBe(true);
    const before = server.calls(listIncidents).length;
    incidents.set(anOpenIncident({ kind, you: you({ role: 'wearer', name: 'Mia Novak', isRinging: true }) }));
    await expect.poll(() => server.calls(listIncidents).length).toBeGreaterThan(before);
    await expect.element(screen.getByText('No one can see your location right now')).toBeVisible();
    await screen.getByRole('link', { name: 'Home' }).click();
    await expect.element(screen.getByText('No one can see your location right now')).toBeVisible();
    expect(screen.getByText(/Panic contacts who were told/).elements()).toEqual([]);
  },
);

test('a panic covers the page and sounds until someone takes it, and ends with an outcome [PANIC-03] [PANIC-04]', async () => {
  const sirens = listenToSirens();
  const { screen, server } = await openPortal('/user');
  const incidents = serve(server);
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  await expect.poll(() => server.calls(listIncidents).length).toBeGreaterThan(0);
  incidents.set(anOpenIncident());
  const incident = screen.getByRole('dialog', { name: 'Incident' });
  await expect.element(incident.getByRole('heading', { name: 'Mia Novak pressed the panic button' })).toHaveFocus();
  await expect.poll(() => server.calls(seeIncident)).toHaveLength(1);
  expect(sirens()).toBe(1);
  await expect.poll(() => document.title).toBe('⚠ Panic – Mia Novak');
  await expect.element(incident.getByText(/^Position \d\d s old$/)).toBeVisible();
  await expect.element(incident.getByText('4.6 km south-east of Parramatta')).toBeVisible();
  await expect.element(incident.getByText('Next: Harbour Alarms and Trace support')).toBeVisible();
  await expect.element(incident.getByText('Not set up')).toBeVisible();
  await expect.element(incident.getByRole('link', { name: 'Call Mia' })).toHaveAttribute('href', 'tel:+61491570156');
  expect(await axeFindings()).toEqual([]);

  await incident.getByRole('button', { name: 'Silence on this screen' }).click();
  await expect.poll(sirens).toBe(0);
  await incident.getByRole('button', { name: 'Minimise' }).click();
  await expect.element(incident).not.toBeInTheDocument();
  const bar = screen.getByRole('region', { name: 'Active incident' });
  await expect.element(bar.getByText('Mia Novak pressed the panic button')).toBeVisible();
  incidents.set(anOpenIncident({ you: you({ isRinging: false }), taken: takenBy('Ana Novak') }));
  await expect.element(bar.getByText(/Taken by Ana Novak$/)).toBeVisible();

  incidents.set(anOpenIncident());
  await expect.element(incident).toBeVisible();
  await expect.poll(sirens).toBe(1);
  server.on(takeIncident, () => {
    const taken = anOpenIncident({
      ...{ taken: takenBy('Jonas Novak', true), next: null },
      you: you({ isRinging: false, mayTake: false, mayRelease: true, mayClose: true }),
    });
    incidents.set(taken);
    return taken;
  });
  await incident.getByRole('button', { name: 'Take it' }).click();
  await expect.element(incident.getByRole('heading', { name: 'You have taken it' })).toBeVisible();
  await expect.poll(sirens).toBe(0);
  await expect.poll(() => document.title).not.toContain('⚠');
  server.on(closeIncident, ({ body }) => {
    const closed = anOpenIncident({
      closed: { outcome: body.outcome, note: body.note ?? null, name: 'Jonas Novak', at: secondsAgo(0) },
      you: you({ isRinging: false, mayTake: false }),
    });
    incidents.set(closed);
    return closed;
  });
  await incident.getByRole('button', { name: 'Close', exact: true }).click();
  const question = screen.getByRole('dialog', { name: 'Close the incident' });
  await question.getByRole('radio', { name: 'False alarm' }).click();
  await question.getByRole('textbox', { name: 'Note (optional)' }).fill(' Sat on it. ');
  expect(await axeFindings(question.element())).toEqual([]);
  await question.getByRole('button', { name: 'Close incident' }).click();
  await expect.element(incident.getByRole('heading', { name: 'Closed: false alarm' })).toBeVisible();
  expect(server.calls(closeIncident)[0]!.body).toEqual({ outcome: 'false_alarm', note: 'Sat on it.' });
  await incident.getByRole('button', { name: 'Done' }).click();
  await expect.element(incident).not.toBeInTheDocument();
});

test('an open incident shows nothing of itself after the access to it has ended [PANIC-04] [SET-03]', async () => {
  const { screen, server } = await openPortal('/user');
  const incidents = serve(server);
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  await expect.poll(() => server.calls(listIncidents).length).toBeGreaterThan(0);
  incidents.set(anOpenIncident());
  const incident = screen.getByRole('dialog', { name: 'Incident' });
  await expect.element(incident.getByRole('heading', { name: 'Mia Novak pressed the panic button' })).toBeVisible();
  incidents.end();
  await expect.element(incident.getByText('This incident was deleted, or your access to it has ended.')).toBeVisible();
  expect(incident.element().textContent).not.toContain('Mia');
  await incident.getByRole('button', { name: 'Done' }).click();
  await expect.element(incident).not.toBeInTheDocument();
});

test('a company sees an incident without the map, and who was faster [PANIC-03] [PANIC-04]', async () => {
  const { screen, server } = await openPortal('/installer/incidents', { world: { person: sam }, scheme: 'dark' });
  const incidents = serve(server);
  await expect.element(screen.getByText(/^No active incident\./)).toBeVisible();
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  const asCompany = you({ role: 'company', name: 'Harbour Alarms', isRinging: false });
  const late = { happenedAt: secondsAgo(2_610), lateSec: 2_550, openedAt: secondsAgo(60) };
  incidents.set(anOpenIncident({ ...late, positions: null, you: asCompany }));
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await screen.getByRole('link', { name: /Mia Novak pressed the panic button.*Not taken yet/ }).click();
  await expect.element(screen.getByText(/^You don't see where the device is\./)).toBeVisible();
  await expect.element(screen.getByText(/^Happened 43 min ago/)).toBeVisible();
  expect(screen.container.querySelector('canvas')).toBeNull();
  await expect.element(screen.getByRole('region', { name: 'Active incident' })).not.toBeInTheDocument();
  server.on(takeIncident, () => {
    incidents.set(
      anOpenIncident({ positions: null, you: { ...asCompany, mayTake: false }, taken: takenBy('Ana Novak') }),
    );
    return refuse('conflict', 'Ana Novak has taken it.');
  });
  await screen.getByRole('button', { name: 'Take it' }).click();
  await expect.element(screen.getByText('Could not take it. Ana Novak has taken it.')).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Ana Novak has taken it' })).toBeVisible();
  expect(await axeFindings()).toEqual([]);
});

test('a key pressed by chance silences no alarm whose incident still loads [PANIC-04]', async () => {
  const { screen, server } = await openPortal('/user');
  const incidents = serve(server);
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  const answer = server.hold(readIncident);
  incidents.set(anOpenIncident());
  const incident = screen.getByRole('dialog', { name: 'Incident' });
  await expect.element(incident.getByText('Loading the incident...')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(incident.getByRole('button', { name: 'Silence on this screen' })).toBeVisible();
  answer();
  await expect.element(incident.getByRole('heading', { name: 'Mia Novak pressed the panic button' })).toHaveFocus();
});

test('a note that is being written survives that its incident is minimised [PANIC-04]', async () => {
  const { screen, server } = await openPortal('/user');
  const incidents = serve(server);
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  incidents.set(anOpenIncident({ you: you({ isRinging: true }) }));
  const incident = screen.getByRole('dialog', { name: 'Incident' });
  await incident.getByRole('button', { name: 'Add a note' }).click();
  await incident.getByRole('textbox', { name: 'Note' }).fill('At the door');
  await incident.getByRole('button', { name: 'Minimise' }).click();
  await screen.getByRole('button', { name: 'Open incident' }).click();
  await expect.element(incident.getByRole('textbox', { name: 'Note' })).toHaveValue('At the door');
  await expect.element(incident.getByRole('heading', { name: 'Mia Novak pressed the panic button' })).toHaveFocus();
  await incident.getByRole('button', { name: 'Cancel' }).click();
  await incident.getByRole('button', { name: 'Add a note' }).click();
  await expect.element(incident.getByRole('textbox', { name: 'Note' })).toHaveValue('');
});

test('a real incident comes forward over a test, whose switch is marked as a test [PANIC-04] [PANIC-08]', async () => {
  const { screen, server } = await openPortal('/user');
  const drill = listed(anOpenIncident({ id: '0b7d6f0a-8a3e-4f4b-9a53-0a64a3f3d002', isTest: true }));
  const real = anOpenIncident();
  let incidents = [drill];
  server.on(listIncidents, () => ({ incidents, next: null }));
  server.on(readIncident, ({ params: { id } }) => ({ ...real, id, isTest: id === drill.id }));
  server.on(seeIncident, () => done);
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  server.stream.push(panicChangedEvent, { id: drill.id, isRinging: true });
  await expect.element(screen.getByText('This is a test. No one is in danger.')).toBeVisible();
  incidents = [listed(real), drill];
  server.stream.push(panicChangedEvent, { id: real.id, isRinging: true });
  const others = screen.getByRole('group', { name: 'Open incidents' });
  const switches = () =>
    others
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent);
  await expect
    .poll(switches)
    .toEqual(['Mia Novak pressed the panic button', 'Test: Mia Novak pressed the panic button']);
  expect(screen.getByText('This is a test. No one is in danger.').elements()).toEqual([]);
});

test('an incident that waits behind a page of newer ones covers the page [PANIC-04]', async () => {
  const { screen, server } = await openPortal('/user');
  const ringing = listed(anOpenIncident());
  const quiet = you({ isRinging: false, mayTake: false });
  const newer = { ...ringing, id: crypto.randomUUID(), taken: takenBy('Ana Novak'), you: quiet };
  server.on(listIncidents, ({ query: { after } }) =>
    after === undefined ? { incidents: [newer], next: 'older' } : { incidents: [ringing], next: null },
  );
  server.on(readIncident, () => anOpenIncident());
  server.on(seeIncident, () => done);
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  server.stream.push(panicChangedEvent, { id: ringing.id, isRinging: true });
  const incident = screen.getByRole('dialog', { name: 'Incident' });
  await expect.element(incident.getByRole('heading', { name: 'Mia Novak pressed the panic button' })).toBeVisible();
});

test('an incident of an earlier day shows the day of the press, the end, each step and each message [PANIC-04]', async () => {
  const daySec = 86_400;
  const asWearer = you({ role: 'wearer', name: 'Mia Novak', isRinging: false, mayTake: false });
  const closedAt = secondsAgo(9 * daySec);
  const closed = { outcome: 'safe' as const, note: null, name: 'Jonas Novak', at: closedAt };
  const old = anOpenIncident({ openedAt: secondsAgo(9 * daySec + 90), you: asWearer, closed, next: null });
  const shown = {
    ...old,
    positions: old.positions!.map((position) => ({ ...position, at: closedAt })),
    steps: [...old.steps, { id: '7', kind: 'closed' as const, ...closed }],
    recipients: old.recipients.map((recipient) => ({
      ...recipient,
      deliveries: recipient.deliveries.map((delivery) => ({ ...delivery, at: closedAt })),
    })),
  };
  const { screen, server, history } = await openPortal('/user/incidents');
  server.on(readIncident, () => shown);
  history.push(`/user/incidents/${old.id}`);
  const dayOf = (at: string) => formatDay(at, Date.now(), { timeZone: 'Australia/Sydney' });
  await expect.element(screen.getByText(new RegExp(`^Since ${dayOf(old.openedAt)}, `))).toBeVisible();
  await expect.element(screen.getByText(new RegExp(`^By Jonas Novak, ${dayOf(closedAt)}, `))).toBeVisible();
  await expect.element(screen.getByText(new RegExp(`^${dayOf(closedAt)}, `))).toBeVisible();
  await expect.element(screen.getByText(new RegExp(`^Seen ${dayOf(closedAt)}, `)).first()).toBeVisible();
  await expect.element(screen.getByText('Position 9 days old')).toBeVisible();
  await screen.getByRole('button', { name: 'Add a note' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Note' })).toHaveFocus();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByRole('button', { name: 'Add a note' })).toHaveFocus();
  expect(screen.getByText(/The device may have moved since/).elements()).toEqual([]);
  expect(await axeFindings()).toEqual([]);
});

test('a person who may not add a note is not offered the form [PANIC-03] [PANIC-07]', async () => {
  const shown = anOpenIncident({ you: you({ isRinging: false, mayTake: false, mayNote: false }) });
  const { screen, server, history } = await openPortal('/user/incidents');
  server.on(readIncident, () => shown);
  history.push(`/user/incidents/${shown.id}`);
  await expect.element(screen.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add a note' }).elements()).toEqual([]);
});

test('a long timeline shows its newest lines, and earlier ones on request [PANIC-04]', async () => {
  const repeat = (id: number) => ({
    ...{ id: String(id), at: secondsAgo(500 - id), kind: 'pressed' as const, alarm: 'panic' as const },
    ...{ hubName: null, trigger: `press ${id}`, isRepeat: true },
  });
  const repeats = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => repeat(first + index));
  const { screen, server, history } = await openPortal('/user/incidents');
  const incidents = serve(server);
  const own = you({ role: 'wearer', name: 'Mia Novak', isRinging: false, mayTake: false });
  const incident = anOpenIncident({ you: own, steps: repeats(301, 400), earlierSteps: '301' });
  incidents.set(incident);
  server.on(listSteps, ({ query: { after } }) => {
    const last = Number(after) - 1;
    return { steps: repeats(last - 99, last), next: last === 200 ? null : String(last - 99) };
  });
  history.push(`/user/incidents/${incident.id}`);
  const lines = () =>
    screen
      .getByRole('region', { name: 'Timeline' })
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => /press (\d+)/.exec(textContent)?.[1]);
  const ids = (first: number, last: number) => repeats(first, last).map(({ id }) => id);
  await expect.poll(lines).toEqual(ids(301, 400));
  await screen.getByRole('button', { name: 'Show earlier' }).click();
  await expect.poll(lines).toEqual(ids(201, 400));
  incidents.set({ ...incident, steps: repeats(302, 401), earlierSteps: '302' });
  await expect.poll(lines).toEqual(ids(201, 401));
  await screen.getByRole('button', { name: 'Show earlier' }).click();
  await expect.poll(lines).toEqual(ids(101, 401));
  await expect.element(screen.getByRole('button', { name: 'Show earlier' })).not.toBeInTheDocument();
  // More lines came at once than one answer holds.
  incidents.set({ ...incident, steps: repeats(601, 700), earlierSteps: '601' });
  await expect.poll(lines).toEqual(ids(601, 700));
  await expect.element(screen.getByRole('button', { name: 'Show earlier' })).toBeVisible();
});

const token = 'a'.repeat(43);

test('a contact reads that an emergency ended with the account, and that no one knows of the person [PANIC-04] [SET-03]', async () => {
  const { screen, server } = await openPortal(`/emergency#${token}`, { world: { person: null } });
  const closed = { outcome: 'account_deleted' as const, note: null, name: null, at: secondsAgo(5) };
  server.on(seeByLink, () => done);
  server.on(readByLink, () => anOpenIncident({ closed, positions: null, next: null, you: you({ isRinging: false }) }));
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Closed: account deleted' })).toBeVisible();
  await expect.element(screen.getByText(/does not know whether the person is safe/)).toBeVisible();
});

test('a contact reads that a duress alarm was closed from the account of the person under threat [PANIC-04] [A-733]', async () => {
  const { screen, server } = await openPortal(`/emergency#${token}`, { world: { person: null } });
  const closed = {
    outcome: 'safe' as const,
    note: null,
    name: 'Mia Novak',
    at: secondsAgo(5),
    isDoubtful: true as const,
  };
  server.on(seeByLink, () => done);
  server.on(readByLink, () =>
    anOpenIncident({ kind: 'duress', closed, positions: null, next: null, you: you({ isRinging: false }) }),
  );
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Closed: safe' })).toBeVisible();
  await expect.element(screen.getByText(/closed from the person's own account/)).toBeVisible();
});

test('a contact without an account acts by link, with Call and Take it at the bottom of the phone [PANIC-04]', async () => {
  await page.viewport(390, 844);
  const { screen, server, history } = await openPortal(`/emergency#${token}`, { world: { person: null } });
  let shown = anOpenIncident({
    isTest: true,
    positions: [],
    steps: [...anOpenIncident().steps, { id: '7', at: secondsAgo(2), kind: 'nobody_took' }],
    unanswered: 'nobody_took',
  });
  server.on(seeByLink, () => done);
  server.on(readByLink, () => shown);
  server.on(
    takeByLink,
    () => (shown = anOpenIncident({ taken: takenBy('Jonas Novak', true), you: you({ mayTake: false }) })),
  );
  await expect.element(screen.getByRole('heading', { level: 1, name: /Mia Novak/ })).toBeVisible();
  expect(history.location.href).toBe('/emergency');
  expect(server.calls(readByLink)[0]!.body).toEqual({ token });
  await expect.element(screen.getByText('Test', { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('alert').getByText('No one has taken this alarm')).toBeVisible();
  const take = screen.getByRole('button', { name: 'Take it' });
  for (const button of [take, screen.getByRole('link', { name: 'Call Mia' })])
    expect(button.element().getBoundingClientRect().bottom).toBeGreaterThan(844 - 40);
  expect(document.documentElement.scrollWidth).toBe(390);
  expect(document.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex');
  expect(await axeFindings()).toEqual([]);
  await take.click();
  await expect.element(screen.getByRole('heading', { level: 1, name: 'You have taken it' })).toBeVisible();
  server.on(readByLink, () => refuse('not_found'));
  await expect
    .element(screen.getByRole('heading', { name: 'This link does not work any more' }), { timeout: 8_000 })
    .toBeVisible();
});
