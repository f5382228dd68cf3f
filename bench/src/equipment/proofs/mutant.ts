import type { FaultSettings, Outcome } from './fault.ts';
import type { Patch } from '../servers/server-copy.ts';

/** A build of the server with one protection removed. */
export interface Mutant {
  readonly name: string;
  readonly patches: readonly Patch[];
  /** The fault test that must fail on this mutant. */
  readonly run: (settings: FaultSettings, serverDirectory: string) => AsyncGenerator<Outcome>;
}
