/** The clock of a stand-in: the real time in the demo, a clock that tests move in tests. */
export interface Clock {
  now(): Date;
}
