// Which authority signs, and which are trusted (decision 040).
import { certificateRules as rules } from '@trace/contract/device-protocol/certificates.rules';

interface Ending {
  readonly endsMs: number;
}

/** Whether the next authority is due. */
export function needsSuccessor(newest: Ending | undefined, nowMs: number): boolean {
  return newest === undefined || newest.endsMs - nowMs < rules.authorityRenewLeftMs;
}

/** The authorities whose certificates are valid. Always includes the newest. Oldest first, as given. */
export function validOf<Root extends Ending>(roots: readonly Root[], nowMs: number): Root[] {
  return roots.filter((root, index) => root.endsMs > nowMs || index === roots.length - 1);
}

/**
 * Chooses the authority of the gateway's certificate. The oldest authority is trusted by all devices. The newest follows
 * when all active devices trust it and each new device has it from the factory, or when the oldest is about to end.
 */
export function gatewayRootOf<Root extends Ending & { readonly startsMs: number }>(
  roots: readonly Root[],
  isNewestTrusted: boolean,
  nowMs: number,
): Root {
  const newest = roots.at(-1)!;
  const isWithFactory = nowMs - newest.startsMs >= rules.deviceMs;
  if (isNewestTrusted && isWithFactory) return newest;
  return roots.find(({ endsMs }) => endsMs - nowMs >= rules.authoritySwitchLeftMs) ?? newest;
}
