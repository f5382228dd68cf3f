import { api, failureWords, isRefusal } from '#lib/http/api.ts';
import { isAllowedExternalUrl, externalNavigation, type WaitingTab } from '#lib/http/external-navigation.ts';
import { useSinglePress } from '#ui/dialogs/single-press.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '@trace/contract/kernel/client';
import { createCheckout, openCustomerPortal } from '@trace/contract/subscription/subscription.api';
import { planTexts } from '@trace/contract/subscription/subscription.plan.texts';
import { subscriptionTexts as texts } from '@trace/contract/subscription/subscription.texts';
import { useEffect, useState } from 'react';
import { onCheckoutEnd, type CheckoutEnd } from './subscription-checkout-end.ts';

/** The server answered OK and gave no address that may be opened. */
class NoAddress extends Error {}

async function addressOf(asking: Promise<{ url: string }>): Promise<string> {
  const { url } = await asking.catch((error: unknown) => {
    throw error instanceof ApiError ? error : new NoAddress('The answer holds no address.', { cause: error });
  });
  if (!isAllowedExternalUrl(url)) throw new NoAddress('The address may not be opened.');
  return url;
}

function wordsOf(error: Error): string {
  if (error instanceof NoAddress) return texts.noCheckoutUrl;
  if (isRefusal(error, 'unauthenticated')) return texts.authenticationRequired;
  return failureWords(error, texts.unexpectedError);
}

export interface Checkout {
  /** Must be called from a click: the tab opens at once and navigates to the checkout when the address arrives. */
  begin: () => void;
  isOpening: boolean;
  /** The address of the checkout that was opened, or that the browser kept from being opened. */
  address: string | null;
  isBlocked: boolean;
  /** How the checkout ended, as reported by the tab that the checkout returned to. */
  end: CheckoutEnd | null;
  /** Why there is no checkout. */
  failure: string | null;
}

/** SUB-02: opens the payment page for premium in a separate tab. */
export function useCheckout(): Checkout {
  const [isBlocked, setBlocked] = useState(false);
  const asking = useMutation({
    mutationFn: (_tab: WaitingTab | null) => addressOf(api.call(createCheckout, { body: {} })),
    meta: { isFailureShownInPlace: true },
    onSuccess: (address, tab) => tab?.lead(address),
    onError: (error, tab) => {
      tab?.close();
      // The dialog closes with the session and cannot show the failure, so a toast does.
      if (isRefusal(error, 'unauthenticated')) showToast({ tone: 'failed', about: 'payment', text: wordsOf(error) });
    },
  });
  const { data: address = null, reset } = asking;
  const [end, setEnd] = useState<CheckoutEnd | null>(null);
  useEffect(() => {
    if (address === null) return undefined;
    return onCheckoutEnd((how) => {
      setEnd(how);
      // No payment was made, so a new checkout is allowed. After a payment a second checkout must not start.
      if (how === 'cancelled') reset();
    });
  }, [address, reset]);

  const once = useSinglePress(asking.isPending);
  const begin = () =>
    once(() => {
      setEnd(null);
      const tab = externalNavigation.openTab(planTexts.opening);
      setBlocked(tab === null);
      asking.mutate(tab);
    });
  const failure = asking.error && wordsOf(asking.error);
  return { begin, isOpening: asking.isPending, address, isBlocked, end, failure };
}

/** SUB-02: leaves for the page where card and plan are changed. */
export function useCustomerPortal(): { open: () => void; isOpening: boolean } {
  const asking = useMutation({
    mutationFn: () => addressOf(api.call(openCustomerPortal, { body: {} })),
    meta: { isFailureShownInPlace: true },
    onSuccess: (address) => externalNavigation.go(address),
    onError: (error) => showToast({ tone: 'failed', about: 'payment', text: wordsOf(error) }),
  });
  const once = useSinglePress(asking.isPending);
  return { open: () => once(() => asking.mutate()), isOpening: asking.isPending };
}
