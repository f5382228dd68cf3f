import type { Drill } from './panic.drills.api.ts';
import { drillRules } from './panic.drills.rules.ts';

/** '0.4 s', '12 s'. */
export const secondsWords = (ms: number): string => {
  const seconds = ms / 1_000;
  return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
};

/** A message that waits or failed is not counted as sent. */
function sentWords({ messages, sentAfterMs, problems }: Pick<Drill, 'messages' | 'sentAfterMs' | 'problems'>): string {
  const waiting = messages.filter(({ channel, state }) => channel !== 'portal' && state === 'waiting').length;
  if (sentAfterMs === null) return waiting > 0 ? 'Sending' : 'No message was sent';
  const seconds = secondsWords(sentAfterMs);
  if (waiting > 0) return `Sent in ${seconds}, ${waiting} still waiting`;
  return problems > 0 ? `Sent in ${seconds}` : `All sent in ${seconds}`;
}

export const drillTexts = {
  // Refusals
  premium: 'Premium notifies your contacts in an emergency. Subscribe to test that chain.',
  limit: `You can start ${drillRules.perWindow} tests an hour.`,
  inEmergency: 'You have an active incident. Close it, then start the test.',
  trigger: 'Drill',

  // The card
  title: 'Test my panic chain',
  lead: 'Sends a marked test to you and to the contacts who agreed to tests. Your installer and support are not told.',
  device: 'Device',
  start: 'Start test',
  started: 'Test started. The times appear below.',
  startFailed: 'The test could not start.',
  loading: 'Loading tests...',
  loadFailed: 'The tests could not be loaded.',
  tryAgain: 'Try again',
  empty: 'No test yet. Start one to see how many seconds your chain takes.',
  noneToTest: 'No device to test with yet. As soon as a device is assigned to you, you can start a test here.',
  open: 'Open test',
  monthly: 'Monthly test',
  byHand: 'Test',
  sent: sentWords,
  seen: (ms: number | null) => (ms === null ? 'Not opened by a contact' : `Opened by a contact in ${secondsWords(ms)}`),
  problems: (count: number) => (count === 1 ? '1 problem' : `${count} problems`),
  from: ({ deviceName, hubName }: Pick<Drill, 'deviceName' | 'hubName'>) =>
    hubName === null ? deviceName : `${deviceName}, hub ${hubName}`,
} as const;
