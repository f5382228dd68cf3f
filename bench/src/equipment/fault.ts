/** The result of a fault test: an empty list, or a sentence for each problem. */
export interface Outcome {
  readonly title: string;
  readonly problems: readonly string[];
  /** Figures worth reading, whatever the result. */
  readonly note: string;
}

export interface FaultSettings {
  readonly cycles: number;
  /** The same seed kills at the same moments. */
  readonly seed: number;
}

/** A way to disturb the product. Yields each outcome as soon as the outcome is known. */
export interface Fault {
  readonly name: string;
  run(settings: FaultSettings): AsyncGenerator<Outcome>;
}
