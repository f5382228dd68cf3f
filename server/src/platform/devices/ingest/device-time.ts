// Which time a message is given: the device's when it is credible, else the server's.
import { deviceProtocol } from '@trace/contract/device-protocol/device-protocol.rules';

export function credibleTime(deviceMs: number, receivedAt: Date): { at: Date; skewed: boolean } {
  const aheadMs = deviceMs - receivedAt.getTime();
  const isCredible = aheadMs <= deviceProtocol.newestAheadMs && -aheadMs <= deviceProtocol.oldestMs;
  return isCredible ? { at: new Date(deviceMs), skewed: false } : { at: receivedAt, skewed: true };
}
