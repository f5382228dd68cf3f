import { api } from '#lib/http/api.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { useMutation } from '@tanstack/react-query';
import { giveGift } from '@trace/contract/subscription/subscription.gift.api';
import { giftTexts as texts } from '@trace/contract/subscription/subscription.gift.texts';

/** Gives premium until a last day, or ends the gift with null. The dialog shows a failure itself. */
export function useGiveGift(id: string) {
  return useMutation({
    mutationFn: (lastDay: string | null) => api.call(giveGift, { params: { id }, body: { lastDay } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: ({ until }) =>
      showToast({ tone: 'done', about: 'gift', text: until === null ? texts.ended : texts.given }),
  });
}
