import type { Mutant } from '../equipment/proofs/mutant.ts';
import { killPacking } from '../faults/storage/packing.fault.ts';

export const mutantsOfPacking: readonly Mutant[] = [
  {
    name: 'positions that are packed and deleted in transactions of their own',
    patches: [
      {
        file: 'src/features/tracking/packing/tracking.packing.service.ts',
        from: '    database.transaction(async (tx) => {\n      await lockPacking(tx);\n',
        to: '    ((work: (tx: Executor) => Promise<number | undefined>) => work(database.sql))(async (tx) => {\n',
      },
    ],
    run: killPacking,
  },
];
