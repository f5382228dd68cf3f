// Chooses the time of a message: the device's time when credible, otherwise the server's.
import { deviceProtocol } from '@trace/contract/device-protocol/device-protocol.rules';

export function credibleTime(deviceMs: number, receivedAt: Date): { at: Date; skewed: boolean } {
  const aheadMs = deviceMs - receivedAt.getTime();
  const isCredible = aheadMs <= deviceProtocol.newestAheadMs && -aheadMs <= deviceProtocol.oldestMs;
  return isCredible ? { at: new Date(deviceMs), skewed: false } : { at: receivedAt, skewed: true };
}
