import { expect, test } from 'vitest';
import type { HubMaker } from '@trace/contract/hub-receiver/hub-receiver.rules';
import type { PanicKind } from '@trace/contract/panic/panic.rules';
import { isSupervision, kindOf } from './hub-receiver.codes.rules.ts';

const sia = (code: string, maker: HubMaker = 'other') => kindOf({ code, qualifier: null }, maker);
const contactId = (code: string, maker: HubMaker = 'other', qualifier: '1' | '3' | '6' = '1') =>
  kindOf({ code, qualifier }, maker);

test.each<[PanicKind, string, string]>([
  ['panic', 'PA', '120 123 129'],
  ['hold_up', 'HA', '122 126 146'],
  ['duress', '', '121 124 125'],
  ['medical', 'MA QA', '100 101 103'],
  ['fire', 'FA FM KA SA', '110 111 118'],
  ['gas', 'GA', '151 162'],
  ['burglary', 'BA BM BV', '130 134 139'],
  ['alarm', 'TA UA WA ZA AA EA JA NA', '137 140 144 154 199'],
])('%s alerts [PANIC-05]', (kind, siaCodes, contactIdCodes) => {
  for (const code of siaCodes.split(' ').filter(Boolean)) expect([code, sia(code)]).toEqual([code, kind]);
  for (const code of contactIdCodes.split(' ')) expect([code, contactId(code)]).toEqual([code, kind]);
});

test('an unknown code of an alarm alerts as an alarm [PANIC-05]', () => {
  expect([sia('VA'), contactId('1FF'), contactId('18A')]).toEqual(['alarm', 'alarm', 'alarm']);
});

test('restores, arming, faults and tests do not alert [PANIC-05]', () => {
  const quiet = 'PH PR HH HR MR FR BR CL OP CA OA DA IA RA XA YA AT YC YK RP RR TE NF';
  for (const code of quiet.split(' ')) expect([code, sia(code)]).toEqual([code, null]);
  for (const code of '102 143 147 156 300 301 350 401 407 570 602'.split(' '))
    expect([code, contactId(code)]).toEqual([code, null]);
  expect([contactId('120', 'ajax', '3'), contactId('120', 'ajax', '6')]).toEqual([null, null]);
  expect(['RP', '602', 'PA'].map((code) => isSupervision({ code, qualifier: null }))).toEqual([true, true, false]);
});

test('the codes that Ajax sends under duress are duress from an Ajax hub alone [PANIC-05]', () => {
  expect([sia('HA', 'ajax'), sia('ND', 'ajax'), contactId('423', 'ajax')]).toEqual(['duress', 'duress', 'duress']);
  expect([sia('HA'), sia('ND'), contactId('423')]).toEqual(['hold_up', null, null]);
});
