/** Where a ping found a device. */
export interface PingPlace {
  at: Date;
  lat: number;
  lng: number;
}

export interface PingPort {
  /** The ping locations of a device in a span of time, ascending; part of its path (PATH-01). */
  listPlaces(deviceId: number, fromAt: Date, toAt: Date): Promise<PingPlace[]>;
}
