// SCALE-01: mutants of what the product promises to people and devices: quotas, grants, commands, actions, streams.
import { interruptActions } from '../faults/storage/atomic.fault.ts';
import { watchCanaries } from '../faults/people/canary.fault.ts';
import { disturbCommands } from '../faults/people/commands.fault.ts';
import type { Mutant } from '../equipment/proofs/mutant.ts';
import type { Patch } from '../equipment/servers/server-copy.ts';
import { fuzzEverything } from '../faults/people/fuzz.fault.ts';
import { endGrants } from '../faults/people/grants.fault.ts';
import { fuzzHubs } from '../faults/people/hub-fuzz.fault.ts';
import { sendPoison } from '../faults/storage/poison.fault.ts';
import { pingTooOften } from '../faults/people/quota.fault.ts';
import { interruptStream } from '../faults/links/resume.fault.ts';
import { fallSilent } from '../faults/links/silent.fault.ts';

const TRACKING = 'src/features/tracking';
const ACCESS = 'src/features/location-access';

/** Each layer that looks at the end of a grant, by the database's clock. */
const grantsWithoutEnd: readonly Patch[] = [
  {
    file: `${ACCESS}/location-access.store.ts`,
    from: 'and ended_at is null and starts_at <= clock_timestamp() and ends_at > clock_timestamp()`;',
    to: 'and ended_at is null and starts_at <= clock_timestamp()`;',
  },
  {
    file: `${ACCESS}/location-access.access-log.store.ts`,
    from: 'and g.starts_at <= clock_timestamp() and g.ends_at > clock_timestamp()',
    to: 'and g.starts_at <= clock_timestamp()',
  },
  {
    file: `${ACCESS}/location-access.store.ts`,
    from: 'and ended_at is null and ends_at <= clock_timestamp() returning',
    to: 'and ended_at is null and false returning',
  },
  {
    file: `${TRACKING}/live/tracking.viewers.service.ts`,
    from: '(until === null || at <= until)',
    to: '(until === null || at !== until)',
  },
];

export const mutantsOfPromises: readonly Mutant[] = [
  {
    name: 'a counter that is read without a lock and then written',
    patches: [
      {
        file: 'src/features/ping/ping.store.ts',
        from: 'where account_id = ${accountId} for update`',
        to: 'where account_id = ${accountId}`',
      },
    ],
    run: pingTooOften,
  },
  {
    name: 'an answer that counts for whoever sends it',
    patches: [
      {
        file: 'src/features/device-commands/device-commands.store.ts',
        from: "where c.request_id = n.request_id and c.device_id = n.device_id and c.state in ('sent', 'acknowledged')",
        to: "where c.request_id = n.request_id and c.state in ('sent', 'acknowledged')",
      },
    ],
    run: disturbCommands,
  },
  {
    name: 'an answer that counts after the end',
    patches: [
      {
        file: 'src/features/device-commands/device-commands.store.ts',
        from: 'and (c.expires_at is null or c.expires_at > n.answered_at)',
        to: '',
      },
    ],
    run: disturbCommands,
  },
  {
    name: 'fan-out without the outbox',
    patches: [
      {
        file: 'src/platform/stream/durable-delivery.ts',
        from: '      lastEventId === null\n',
        to: "      lastEventId !== ''\n",
      },
    ],
    run: interruptStream,
  },
  {
    name: 'actions that commit each of their steps',
    patches: [
      {
        file: 'src/platform/db/database.ts',
        from: 'transaction: (work) => transactions.transaction().execute(work),',
        to: 'transaction: (work) => transactions.connection().execute((one) => work(one as never)),',
      },
    ],
    run: interruptActions,
  },
  {
    name: 'connections that may be silent',
    patches: [
      {
        file: 'src/platform/devices/endpoint/connection.ts',
        from: '> session.keepAliveMs * SILENCE_FACTOR;',
        to: '> session.keepAliveMs * SILENCE_FACTOR * 10;',
      },
    ],
    run: fallSilent,
  },
  {
    name: 'a batch that waits for its broken message',
    patches: [
      {
        file: 'src/platform/devices/ingest/batch-settler.ts',
        from: '  return isDataError(error) || error instanceof TypeError',
        to: '  return (isDataError(error) && error === null) || error instanceof TypeError',
      },
    ],
    run: sendPoison,
  },
  { name: 'a grant whose end is checked only at the opening', patches: grantsWithoutEnd, run: endGrants },
  {
    name: 'a path that begins before the own assignment',
    patches: [
      {
        file: `${TRACKING}/history/tracking.path.service.ts`,
        from: 'const fromAt = later(new Date(toAt.getTime() - pathRules.windowMs), sight.from);',
        to: 'const fromAt = new Date(toAt.getTime() - pathRules.windowMs);',
      },
    ],
    run: watchCanaries,
  },
  {
    name: 'last places from before the own assignment',
    patches: [
      {
        file: `${TRACKING}/tracking.places.store.ts`,
        from: 'where device_id = d.id and at >= d.since order by',
        to: 'where device_id = d.id order by',
      },
    ],
    run: watchCanaries,
  },
  {
    name: 'live positions of a device that has a user by now',
    patches: [
      {
        file: `${TRACKING}/live/tracking.delivery.service.ts`,
        from: 'await stillAllowed([...positionOf.keys()])',
        to: '[...positionOf.keys()]',
      },
    ],
    run: watchCanaries,
  },
  {
    name: 'a log of session cookies',
    patches: [
      {
        file: 'src/platform/http/http-server.ts',
        from: "    void reply.header('x-request-id', request.id);\n",
        to: "    void reply.header('x-request-id', request.id);\n    options.log.info(String(request.headers.cookie));\n",
      },
    ],
    run: watchCanaries,
  },
  {
    name: 'frames of hubs with a wrong checksum',
    patches: [
      {
        file: 'src/platform/dc09/frame.ts',
        from: "if (checksum !== checksumOf(span)) return { problem: 'wrong_checksum' };",
        to: "if (checksum === -2) return { problem: 'wrong_checksum' };",
      },
    ],
    run: fuzzHubs,
  },
  {
    name: 'texts of devices that are stored with their positions',
    patches: [
      {
        file: 'src/features/device-health/device-health.service.ts',
        from: 'identified.map(withoutSecrets)',
        to: 'identified',
      },
    ],
    run: watchCanaries,
  },
  {
    name: 'passwords of hubs in the log',
    patches: [
      {
        file: 'src/features/hubs/hubs.service.ts',
        from: '    const refusal = refusedSignIn(answer, fieldOf, log);',
        to: '    log.warn({ because: password }, answer.outcome);\n    const refusal = refusedSignIn(answer, fieldOf, log);',
      },
    ],
    run: watchCanaries,
  },
  {
    name: 'text that the database cannot store',
    patches: [
      {
        file: 'src/platform/http/requests/storable-text.ts',
        from: "if (!value.isWellFormed() || value.includes('\\0'))",
        to: 'if (value === place)',
      },
    ],
    run: fuzzEverything,
  },
];
