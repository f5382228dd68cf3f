/** The result of a fault test: an empty list, or a sentence for each problem. */
export interface Outcome {
  readonly title: string;
  readonly problems: readonly string[];
  /** Figures worth reading, whatever the result. */
  readonly note: string;
  /** The machine lacks a program or a right, which the note names. Such an outcome proves nothing. */
  readonly isNotRun?: true;
  /** Figures that the report adds up. */
  readonly counts?: Counts;
}

/** Figures that the report of a long run adds up over all cycles of a fault. */
export interface Counts {
  /** Messages, requests or actions that the cycle checked. */
  readonly checked?: number;
  readonly lost?: number;
  readonly doubled?: number;
  /** Data that reached a person without a right to see it. */
  readonly leaked?: number;
  /** The longest time until the product worked again. The report keeps the maximum. */
  readonly worstMs?: number;
}

export interface FaultSettings {
  readonly cycles: number;
  /** The same seed kills at the same moments. */
  readonly seed: number;
  /** Full sizes and times of the invariants instead of a short form. */
  readonly long?: boolean;
}

/** A way to disturb the product. Yields each outcome as soon as the outcome is known. */
export interface Fault {
  readonly name: string;
  /** The invariants that the fault proves, such as I-01. */
  readonly invariants?: readonly string[];
  /** The fault waits most of its time, so it runs beside other faults. */
  readonly mostlyWaits?: boolean;
  /** The fault measures delays, so it runs alone. */
  readonly needsQuiet?: boolean;
  run(settings: FaultSettings): AsyncGenerator<Outcome>;
}
