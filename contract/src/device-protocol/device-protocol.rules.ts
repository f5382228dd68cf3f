import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/time.ts';

/** Limits of the device protocol; the reasons stand in docs/device-protocol.md. */
export const deviceProtocol = {
  version: 1,
  maxPayloadBytes: 16 * 1024,
  /** The limit before the CONNECT is accepted, so that unknown clients cost no memory. */
  maxBytesBeforeConnect: 4 * 1024,
  connectWithinMs: 5_000,
  /** How long an MQTT session lasts after its connection has ended. */
  sessionMs: HOUR_MS,
  keepAliveMinSec: 15,
  keepAliveMaxSec: 300,
  /** QoS 1 publishes that a device may have unacknowledged. */
  receiveWindow: 20,
  sustainedPerSec: 5,
  burst: 200,
  bytesPerMin: 1024 * 1024,
  /** Seconds in which a device that is held back goes on sending, before its connection ends. */
  strikesBeforeDisconnect: 3,
  strikesForgottenMs: MINUTE_MS,
  /** A device that was disconnected for its strikes is locked out at its next strike within this time. */
  offenderForgottenMs: 10 * MINUTE_MS,
  takeoversPerMin: 6,
  quarantinePerDay: 100,
  /** Times of a device outside this window are replaced by the server's and flagged. */
  oldestMs: 30 * DAY_MS,
  newestAheadMs: 5 * MINUTE_MS,
  heartbeatSec: 60,
  heartbeatWithHubSec: 30,
  /** A device leaves live mode by itself when the lease is not renewed. */
  liveLeaseSec: 90,
} as const;
