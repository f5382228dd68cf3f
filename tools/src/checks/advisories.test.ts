import { expect, test } from 'vitest';
import { judgeAdvisories, type AuditReport } from './advisories.rules.ts';

const NOW = new Date('2026-11-26T10:00:00.000Z');
const advisory = (id: string, severity: string) => ({
  url: `https://example.com/advisories/${id}`,
  name: 'parser',
  title: 'Endless loop',
  severity,
});
const report: AuditReport = {
  vulnerabilities: {
    parser: { via: [advisory('GHSA-1', 'high'), advisory('GHSA-2', 'moderate')] },
    user: { via: ['parser', advisory('GHSA-3', 'critical')] },
  },
};

test('the check fails for each high or critical advisory, and for no other', () => {
  expect(judgeAdvisories(report, [], NOW)).toEqual({
    isAnswered: true,
    failures: ['GHSA-1 (high): parser: Endless loop', 'GHSA-3 (critical): parser: Endless loop'],
    notes: [],
  });
});

test('an accepted advisory passes until its last day', () => {
  const accepted = (until: string) => [
    { id: 'GHSA-1', reason: 'never parses foreign input', until },
    { id: 'GHSA-3', reason: 'used in tests alone', until: '2027-01-31' },
  ];
  expect(judgeAdvisories(report, accepted('2026-11-26'), NOW).failures).toEqual([]);
  expect(judgeAdvisories(report, accepted('2026-11-25'), NOW).failures).toEqual([
    'GHSA-1 (high): parser: Endless loop',
  ]);
});

test('an entry without a reason or a last day fails, also when the service does not answer', () => {
  const flaws = [
    { id: 'GHSA-1', reason: '', until: '2027-01-31' },
    { id: 'GHSA-3', reason: 'x', until: 'later' },
  ];
  for (const answer of [null, {}])
    expect(judgeAdvisories(answer, flaws, NOW)).toMatchObject({
      isAnswered: false,
      failures: [expect.stringContaining('GHSA-1'), expect.stringContaining('GHSA-3')],
    });
});

test('an entry that is no longer reported is named', () => {
  const old = [{ id: 'GHSA-9', reason: 'x', until: '2027-01-31' }];
  expect(judgeAdvisories({ vulnerabilities: {} }, old, NOW).notes).toEqual([
    'advisories.json: GHSA-9 is no longer reported, remove it',
  ]);
});
