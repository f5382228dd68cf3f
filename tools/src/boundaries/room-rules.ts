import { forbid, packages, TEST, TESTING, type BoundaryRule } from './boundary-rule.ts';

export function everywhere(): BoundaryRule[] {
  return [
    forbid(
      'no-cycles',
      'A circular import: merge the files, or move what both need to a third file.',
      {},
      { circular: true },
    ),
    forbid(
      'own-imports-resolve',
      'This import does not resolve.',
      {},
      { couldNotResolve: true, path: '^(?:\\.|#|@trace/)' },
    ),
  ];
}

export function rooms(): BoundaryRule[] {
  const outsiders = 'simulator, e2e and bench must not import server, web or tools.';
  return [
    forbid(
      'simulator-imports-no-product-code',
      outsiders,
      { path: '^simulator/' },
      { path: '^(?:server|web|e2e|bench|tools)/' },
    ),
    forbid('e2e-imports-no-product-code', outsiders, { path: '^e2e/' }, { path: '^(?:server|web|bench|tools)/' }),
    forbid('bench-imports-no-product-code', outsiders, { path: '^bench/' }, { path: '^(?:server|web|e2e|tools)/' }),
    forbid(
      'tools-import-no-product-code',
      'tools reads the product as files, it never runs it.',
      { path: '^tools/' },
      { path: '^(?:contract|server|web|simulator|equipment|e2e|bench)/' },
    ),
    forbid(
      'equipment-imports-no-product-code',
      'equipment is what tests and measurements need of the machine.',
      { path: '^equipment/' },
      { path: '^(?:contract|server|web|simulator|e2e|bench|tools)/' },
    ),
    forbid(
      'equipment-is-for-tests',
      'Only tests and benches may import equipment.',
      { pathNot: ['^equipment/', '^e2e/', '^bench/', '^web/vitest\\.projects\\.ts$', `^server/.*${TEST}`] },
      { path: '^equipment/' },
    ),
    forbid(
      'stand-ins-import-no-product-code',
      'A stand-in plays a vendor: it knows the vendor, not the product.',
      { path: '^stand-ins/' },
      { path: '^(?:contract|server|web|simulator|equipment|e2e|bench|tools)/' },
    ),
    forbid(
      'stand-ins-are-for-tests-and-the-demo',
      'The product talks to vendors: only tests, the demo and the fault tests start a stand-in.',
      { path: '^server/', pathNot: [TEST, ...TESTING, '^server/src/demo/', '^server/src/cli/bench/payments\\.ts$'] },
      { path: '^stand-ins/' },
    ),
    forbid(
      'server-knows-no-other-room',
      'Of the other rooms, product code of server imports only contract.',
      { path: '^server/' },
      { path: '^(?:web|e2e|bench|tools)/' },
    ),
    forbid(
      'server-simulates-in-tests-only',
      'Only tests, server/src/testing and server/src/demo drive the simulator.',
      { path: '^server/', pathNot: [TEST, ...TESTING, '^server/src/demo/'] },
      { path: '^simulator/' },
    ),
    forbid(
      'web-knows-no-other-room',
      'Of the other rooms, product code of web imports only contract.',
      { path: '^web/' },
      { path: '^(?:server|simulator|e2e|bench|tools)/' },
    ),
  ];
}

/** Numbering plans of all countries are data that nobody writes by hand. */
const PHONE_RULES = '^contract/src/accounts/accounts\\.phone\\.rules\\.ts$';

export function contract(): BoundaryRule[] {
  return [
    forbid(
      'phone-rules-need-numbering-plans-only',
      'accounts.phone.rules.ts may import only contract and libphonenumber-js.',
      { path: PHONE_RULES },
      { pathNot: ['^contract/src/', packages('libphonenumber-js')] },
    ),
    forbid(
      'contract-imports-no-workspace',
      'contract may import only zod.',
      { path: '^contract/src/', pathNot: [TEST, PHONE_RULES] },
      { pathNot: ['^contract/src/', packages('zod')] },
    ),
    forbid(
      'contract-tests-know-no-room',
      'contract stands alone in its tests too.',
      { path: `^contract/.*${TEST}` },
      { path: '^(?:server|web|simulator|e2e|bench|tools)/' },
    ),
    forbid(
      'rules-are-pure',
      'Numbers and pure decisions need contract only.',
      { path: '^contract/src/.*\\.rules\\.ts$', pathNot: PHONE_RULES },
      { pathNot: '^contract/src/' },
    ),
  ];
}
