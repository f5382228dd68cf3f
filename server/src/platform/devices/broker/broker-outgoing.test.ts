import { expect, test } from 'vitest';

import { createOutgoing } from './broker-outgoing.ts';
import type { Outgoing } from './broker-outgoing.ts';

const answers: boolean[] = [];
const command = (name: string, expiresAtMs = 10_000): Outgoing => ({
  topic: `cmd/trace/${name}/req`,
  payload: '{}',
  expiresAtMs,
  onAnswered: (isAccepted) => void answers.push(isAccepted),
});

test('sends no more commands than the broker takes at once [SCALE-02]', () => {
  const outgoing = createOutgoing(() => 0);
  outgoing.repeat(2);
  for (const name of ['a', 'b', 'c']) outgoing.add(command(name));
  const [first, ...rest] = outgoing.take();
  expect(rest).toHaveLength(1);
  outgoing.answer(first!.messageId!, 0);
  expect(outgoing.take().map(({ topic }) => topic)).toEqual(['cmd/trace/c/req']);
});

test('repeats unanswered commands after a reconnect, and none that has expired [SCALE-02]', () => {
  let nowMs = 0;
  const outgoing = createOutgoing(() => nowMs);
  outgoing.add(command('kept', 10_000));
  outgoing.add(command('expired', 1_000));
  const sent = outgoing.take();
  nowMs = 1_000;
  expect(outgoing.repeat(100)).toEqual([{ ...sent[0], dup: true, properties: { messageExpiryInterval: 9 } }]);
});

test('a command without a subscriber counts as not accepted [SCALE-02]', () => {
  const NO_MATCHING_SUBSCRIBERS = 0x10;
  const outgoing = createOutgoing(() => 0);
  answers.length = 0;
  for (const [index, reason] of [NO_MATCHING_SUBSCRIBERS, 0].entries()) {
    outgoing.add(command(String(index)));
    outgoing.answer(outgoing.take()[0]!.messageId!, reason);
  }
  expect(answers).toEqual([false, true]);
});
