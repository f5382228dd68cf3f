import type { Stop } from '#lib/stop.ts';

/** How a checkout ended, as given in its return address. */
export type CheckoutEnd = 'done' | 'cancelled';

/** Connects the tabs of this browser, because the checkout returns in a separate tab. */
const CHANNEL = 'trace-checkout';

/** Broadcasts the end of the checkout from the returning tab to the waiting tab. */
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
