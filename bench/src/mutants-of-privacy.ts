// Builds that leak positions, secrets or failures.
import { watchCanaries } from './canary.fault.ts';
import type { Mutant } from './equipment/mutant.ts';
import { fuzzEverything } from './fuzz.fault.ts';

const TRACKING = 'src/features/tracking';

export const mutantsOfPrivacy: readonly Mutant[] = [
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
    name: 'text that the database cannot store',
    patches: [
      {
        file: 'src/platform/http/storable-text.ts',
        from: "if (!value.isWellFormed() || value.includes('\\0'))",
        to: 'if (value === place)',
      },
    ],
    run: fuzzEverything,
  },
];
