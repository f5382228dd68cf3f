import { expect, test } from 'vitest';
import { isEntryActive, shellEntries, type ShellArea } from './shell-entries.ts';
import { supportEntries } from './support-entries.ts';

const entriesOf = (area: ShellArea) => (area === 'support' ? supportEntries : shellEntries[area]);

const active = (area: ShellArea, pathname: string, tab?: string) =>
  entriesOf(area)
    .filter((entry) => isEntryActive(entry, { pathname, tab }))
    .map((entry) => entry.label);

test('the sidebars have the entries of the spec in the order of the spec [GUARD-04]', () => {
  const labels = (area: ShellArea) => entriesOf(area).map((entry) => entry.label);
  expect(labels('installer')).toEqual(['Home', 'Setup', 'Devices', 'Account Settings', 'Company Settings']);
  expect(labels('user')).toEqual(['Home', 'My Devices', 'Account Settings']);
});

test('Home and My Devices both link to /user, and the tab decides which entry is active', () => {
  expect(active('user', '/user')).toEqual(['Home']);
  expect(active('user', '/user', 'live')).toEqual(['Home']);
  expect(active('user', '/user', 'devices')).toEqual(['My Devices']);
  expect(active('user', '/user/settings')).toEqual(['Account Settings']);
});

test('the overview of the installer belongs to Devices [GUARD-04]', () => {
  expect(active('installer', '/installer/overview')).toEqual(['Devices']);
});

test('the page of one ticket belongs to the list of tickets, and the dashboard to itself alone', () => {
  expect(active('support', '/support/tickets/7')).toEqual(['Support Tickets']);
  expect(active('support', '/support')).toEqual(['Dashboard']);
});

test('Home of the installer is inactive on the pages below /installer', () => {
  expect(active('installer', '/installer/devices')).toEqual(['Devices']);
});
