/** What a fault test found out: nothing, or sentences that say what is wrong. */
export interface Outcome {
  readonly title: string;
  readonly problems: readonly string[];
  /** Figures worth reading, whatever the outcome. */
  readonly note: string;
}

export interface FaultSettings {
  readonly cycles: number;
  /** The same seed kills at the same moments. */
  readonly seed: number;
}

/** One way to hurt the product. Hands on each outcome as it comes. */
export interface Fault {
  readonly name: string;
  run(settings: FaultSettings): AsyncGenerator<Outcome>;
}
