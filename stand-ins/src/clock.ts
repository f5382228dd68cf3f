/** The time that a stand-in lives in; a test moves it by hand. */
export interface Clock {
  now(): Date;
}
