// The payment service of a fault test, as a separate process that outlives the portal: `node
// server/src/cli/bench/payments.ts`. The service answers as slowly as the real payment service. Lines of JSON report
// readiness, events and answers. A line `EVENT URL` on stdin sends an event to that URL.
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '#platform/clock/clock';
import { startStandIn } from '@trace/stand-ins/payments/stand-in';

const SLOW_MS = 40;

const say = (line: object): void => console.log(JSON.stringify(line));
const { settings, webhooks, holdUntil } = await startStandIn({
  clock: systemClock(),
  watcher: {
    happened: ({ id, type, data }) => say({ happened: id, type, about: data.object }),
    answered: ({ id }, status) => say({ answered: id, status }),
  },
});
webhooks.delivery.isHeld = true;
setInterval(() => holdUntil(wait(SLOW_MS)), SLOW_MS);
createInterface({ input: process.stdin }).on('line', (line) => {
  const [id, url = ''] = line.split(' ');
  const event = webhooks.events.find((one) => one.id === id);
  if (event === undefined) return;
  webhooks.deliverTo(url);
  webhooks.send(event);
});
process.once('SIGTERM', () => process.exit(0));
say({ ready: true, settings });
