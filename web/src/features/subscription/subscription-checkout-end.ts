import type { Stop } from '#lib/stop.ts';

/** How a checkout says that it ended, in the address that it leads back to. */
export type CheckoutEnd = 'done' | 'cancelled';

/** Between the tabs of this browser: the checkout leads back into a tab of its own. */
const CHANNEL = 'trace-checkout';

/** Said by the tab that came back, to the one that waits for it. */
export function broadcastCheckoutEnd(end: CheckoutEnd): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(end);
  channel.close();
}

export function onCheckoutEnd(listener: (end: CheckoutEnd) => void): Stop {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<CheckoutEnd>) => listener(data));
  return () => channel.close();
}
