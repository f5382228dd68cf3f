import { expect, test } from 'vitest';
import { redacted } from './redaction.ts';

test.each([
  ['fix at -33.86880, 151.20930 after 6 s', 'fix at [hidden], [hidden] after 6 s'],
  ['fix at -33.868,151.209.', 'fix at [hidden],[hidden].'],
  ['{"latitude":-33.8,"longitude":151}', '{"[hidden],"[hidden]}'],
  ['lat=-33 lng=151', '[hidden] [hidden]'],
  ['$GPRMC,123519,A,4807.038,N,01131.000,E', '[hidden]'],
  ['+CGPSINFO: 3352.12800,S,15112.55800,E,020326', '+CGPSINFO: [hidden],[hidden],020326'],
  ['+QGPSLOC: 061951.00,3352.1280S,15112.5580E,0.7', '+QGPSLOC: 061951.00,[hidden],[hidden],0.7'],
  ['gps lat_e7=-338688000 lonE7: 1512093000', 'gps [hidden] [hidden]'],
  [`33° 52' 7.7" S, ok`, '[hidden], ok'],
  ['sim_password=quay7 apn=internet', 'sim_password=[hidden] apn=internet'],
  ['token: abc.def', 'token=[hidden]'],
])('redacts %j to %j [GUARD-07]', (said, shown) => {
  expect(redacted(said)).toBe(shown);
});

test.each([
  '2026-03-02T00:00:00.000Z booted',
  'attached to 10.100.2.3',
  'firmware 2.4.1, battery 71.5 %',
  'Fix in 6.2 s, 9 satellites',
  'platform latency 12 ms',
  'solar 1234.56 W, long press 3 s',
  '',
])('leaves %j unchanged [GUARD-07]', (said) => {
  expect(redacted(said)).toBe(said);
});

test.each(['lat', 'password', '1', '4807.038', '$GPRMC', '33'])(
  'reads %j before a long blank in a time that grows with the length alone [GUARD-07]',
  (start) => {
    const blank = ' '.repeat(200_000);
    expect(redacted(start + blank).endsWith(blank)).toBe(true);
  },
);
